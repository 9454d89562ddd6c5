// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/FlowNotes.h"

#include "coverme/LLVMVersion.h"
#include "evidence/Gcov.h"
#include "frontend/c/Symbols.h"
#include "support/Error.h"
#include "support/Files.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstring>
#include <numeric>
#include <optional>
#include <string_view>

namespace coverme {

namespace fs = std::filesystem;

namespace {

constexpr uint32_t kTagFunction = 0x01000000;
constexpr uint32_t kTagArcCounters = 0x01a10000;
constexpr uint32_t kTagObjectSummary = 0xa1000000;
constexpr uint32_t kArcIsFake = 2;
constexpr unsigned kEntryBlock = 0;

// What each compiler calls the counters of a function.
constexpr std::string_view kGccCounters = "__gcov0.";
constexpr std::string_view kClangCounters = "__llvm_gcov_ctr";

void append(std::string &bytes, uint32_t word) {
  bytes.append(reinterpret_cast<const char *>(&word), sizeof word);
}

uint32_t wordAt(const std::string &bytes, size_t at) {
  uint32_t word = 0;
  if (at + sizeof word <= bytes.size())
    std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

bool asksForHandlers(const std::string &name) {
  static const std::set<std::string> names = {
      "signal",  "sigaction",     "__sigaction",     "bsd_signal",
      "sigset",  "__sysv_signal", "sysv_signal",     "ssignal",
      "syscall", "sigvec",        "__libc_sigaction"};
  return names.contains(name);
}

FlowFunction flowOf(const llvm::GCOVFunction &notes, unsigned exitBlock) {
  FlowFunction function;
  function.name = notes.Name.ltrim(kGccLabel).str();
  function.identity = notes.ident;
  function.lineChecksum = notes.linenoChecksum;
  function.flowChecksum = notes.cfgChecksum;
  function.counterCount = notes.arcs.size();
  std::map<const llvm::GCOVArc *, size_t> numbers;
  const auto add = [&](const llvm::GCOVArc &arc, bool isCounted) {
    numbers[&arc] = function.arcs.size();
    function.arcs.push_back({arc.src.number, arc.dst.number, isCounted,
                             (arc.flags & kArcIsFake) != 0});
  };
  for (const auto &arc : notes.arcs)
    add(*arc, true);
  for (const auto &arc : notes.treeArcs)
    add(*arc, false);
  for (const auto &block : notes.blocks)
    function.blockLines.push_back(linesOf(*block));

  // From `block` on, as long as there is but one way that returns.
  const auto chainFrom = [&](const llvm::GCOVBlock *block) {
    std::vector<const llvm::GCOVBlock *> chain{block};
    while (chain.size() <= notes.blocks.size()) {
      const llvm::GCOVBlock *next = nullptr;
      for (const llvm::GCOVArc *arc : chain.back()->succ)
        if ((arc->flags & kArcIsFake) == 0) {
          if (next != nullptr)
            return chain;
          next = &arc->dst;
        }
      if (next == nullptr)
        break;
      chain.push_back(next);
    }
    return chain;
  };
  const auto targetOf = [&](const llvm::GCOVArc *arc) {
    FlowTarget target{
        numbers.at(arc), arc->dst.number, 0, arc->dst.succ.size() == 1, {}};
    for (const llvm::GCOVBlock *block : chainFrom(&arc->dst)) {
      if (const auto lines = linesOf(*block);
          target.line == 0 && !lines.empty())
        target.line = lines.front();
      target.then.push_back(block->number);
    }
    return target;
  };
  for (const auto &block : notes.blocks) {
    if (block->number == kEntryBlock || block->number == exitBlock ||
        block->succ.size() < 2 ||
        std::any_of(block->succ.begin(), block->succ.end(),
                    [](const llvm::GCOVArc *arc) {
                      return (arc->flags & kArcIsFake) != 0;
                    }))
      continue;
    FlowDecision decision;
    decision.block = block->number;
    const auto lines = linesOf(*block);
    decision.line = lines.empty() ? 0 : lines.back();
    for (const llvm::GCOVArc *arc : block->succ)
      decision.targets.push_back(targetOf(arc));
    function.decisions.push_back(std::move(decision));
  }
  // What leaves is what came in.
  function.arcs.push_back({exitBlock, kEntryBlock, false, false});
  return function;
}

// Counts of all arcs, by what goes into a block comes out of it; nullopt if the
// counters do not fit together so. That of a call which returned more often
// than it was made (setjmp) is negative.
std::optional<std::vector<int64_t>> solve(const FlowFunction &function,
                                          std::span<const uint64_t> counters) {
  const size_t blockCount = function.blockLines.size();
  std::vector<std::vector<size_t>> touching(blockCount);
  std::vector<int64_t> balance(blockCount, 0); // of what is known: in - out
  std::vector<size_t> unknown(blockCount, 0);
  std::vector<int64_t> counts(function.arcs.size(), 0);
  std::vector<bool> isKnown(function.arcs.size(), false);
  for (size_t i = 0; i < function.arcs.size(); ++i) {
    const FlowFunction::Arc &arc = function.arcs[i];
    if (arc.isCounted) {
      counts[i] = static_cast<int64_t>(counters[i]);
      isKnown[i] = true;
      balance[arc.to] += counts[i];
      balance[arc.from] -= counts[i];
      continue;
    }
    touching[arc.from].push_back(i);
    touching[arc.to].push_back(i);
    ++unknown[arc.from];
    ++unknown[arc.to];
  }
  std::vector<size_t> leaves;
  for (size_t block = 0; block < blockCount; ++block)
    if (unknown[block] == 1)
      leaves.push_back(block);
  while (!leaves.empty()) {
    const size_t block = leaves.back();
    leaves.pop_back();
    if (unknown[block] != 1)
      continue;
    const size_t i =
        *std::find_if(touching[block].begin(), touching[block].end(),
                      [&](size_t each) { return !isKnown[each]; });
    const FlowFunction::Arc &arc = function.arcs[i];
    const bool comesIn = arc.to == block;
    counts[i] = comesIn ? -balance[block] : balance[block];
    isKnown[i] = true;
    if (counts[i] < 0 && !arc.isFake)
      return std::nullopt;
    balance[arc.to] += counts[i];
    balance[arc.from] -= counts[i];
    for (const size_t end : {size_t{arc.from}, size_t{arc.to}})
      if (--unknown[end] == 1)
        leaves.push_back(end);
  }
  const bool isBalanced = std::all_of(balance.begin(), balance.end(),
                                      [](int64_t rest) { return rest == 0; }) &&
                          std::all_of(unknown.begin(), unknown.end(),
                                      [](size_t count) { return count == 0; });
  return isBalanced ? std::optional(counts) : std::nullopt;
}

// Of calls that ended in the middle: a block that was left or entered has run,
// and one that has run was entered by its only way in.
FlowTaken certain(const FlowFunction &function,
                  std::span<const uint64_t> counters) {
  const size_t blockCount = function.blockLines.size();
  FlowTaken result;
  std::vector<bool> &taken = result.arcs;
  taken.resize(function.arcs.size());
  std::vector<bool> hasRun(blockCount);
  std::vector<std::vector<size_t>> in(blockCount);
  std::vector<size_t> waysOut(blockCount, 0);
  std::vector<unsigned> work;
  const auto run = [&](unsigned block) {
    if (!hasRun[block])
      work.push_back(block);
    hasRun[block] = true;
  };
  const auto take = [&](size_t i) {
    taken[i] = true;
    run(function.arcs[i].from);
    run(function.arcs[i].to);
  };
  for (size_t i = 0; i < function.arcs.size(); ++i) {
    in[function.arcs[i].to].push_back(i);
    ++waysOut[function.arcs[i].from];
  }
  for (size_t i = 0; i < counters.size(); ++i) {
    const unsigned from = function.arcs[i].from;
    if (counters[i] != 0 && function.countsEarly && waysOut[from] == 1)
      run(from);
    else if (counters[i] != 0)
      take(i);
  }
  while (!work.empty()) {
    const unsigned block = work.back();
    work.pop_back();
    if (block != kEntryBlock && in[block].size() == 1 && !taken[in[block][0]])
      take(in[block][0]);
  }
  for (size_t block = 0; block < blockCount; ++block)
    if (hasRun[block])
      result.lines.insert(function.blockLines[block].begin(),
                          function.blockLines[block].end());
  return result;
}

} // namespace

FlowTaken FlowFunction::taken(std::span<const uint64_t> counters,
                              bool isWhole) const {
  assert(counters.size() == counterCount);
  const auto counts = isWhole ? solve(*this, counters) : std::nullopt;
  if (!counts)
    return certain(*this, counters);
  FlowTaken result;
  for (const int64_t count : *counts)
    result.arcs.push_back(count > 0);
  for (size_t i = 0; i < arcs.size(); ++i)
    if (result.arcs[i])
      for (const unsigned block : {arcs[i].from, arcs[i].to})
        result.lines.insert(blockLines[block].begin(), blockLines[block].end());
  return result;
}

FlowNotes::FlowNotes(const std::vector<ObjectNotes> &notes,
                     const fs::path &executable) {
  for (const ObjectNotes &each : notes) {
    Part &part = parts.emplace_back();
    part.source = each.source;
    if (notes.size() > 1)
      for (const Symbol &symbol : readSymbols(each.object))
        if (symbol.isFile)
          part.fileSymbol = symbol.name;
    part.first = all.size();
    readNotes(each.file, part);
    part.end = all.size();
    for (size_t i = part.first; i < part.end; ++i)
      part.byName.emplace(all[i].name, i);
  }
  findCounters(executable);
}

void FlowNotes::readNotes(const fs::path &notes, Part &part) {
  std::string bytes = readFile(notes);
  part.version = wordAt(bytes, 4);
  part.stamp = wordAt(bytes, 8);
  // gcc 12 has a checksum here, of which LLVM 19 does not know; what follows is
  // never zero.
  if (wordAt(bytes, 12) == 0 && bytes.size() > 16)
    bytes.erase(12, 4);
  const auto memory = llvm::MemoryBuffer::getMemBuffer(bytes, "", false);
  llvm::GCOVBuffer buffer(memory.get());
  llvm::GCOVFile file;
  if (!file.readGCNO(buffer))
    fail(ExitCode::BadInput, "'{}' are no notes of a --coverage build",
         notes.string());
  part.countsBytes = file.getVersion() >= llvm::GCOV::V1200;
  part.hasSummary = file.getVersion() >= llvm::GCOV::V900;
  for (const auto &function : file.functions) {
    if (function->blocks.size() < 2)
      fail(ExitCode::BadInput, "'{}' has a function without blocks",
           notes.string());
    const auto last = static_cast<unsigned>(function->blocks.size() - 1);
    all.push_back(
        flowOf(*function, file.getVersion() >= llvm::GCOV::V408 ? 1 : last));
  }
}

void FlowNotes::findCounters(const fs::path &executable) {
  counters.resize(all.size());
  std::vector<bool> isFound(all.size());
  std::optional<uint64_t> start;
  const std::vector<Symbol> symbols = readSymbols(executable);
  for (const Symbol &symbol : symbols)
    if (symbol.name == "__bss_start")
      start = symbol.address;
  // Of each part, clang's counters by their numbers.
  std::vector<std::map<size_t, const Symbol *>> ofClang(parts.size());
  const auto place = [&](size_t function, const Symbol &symbol) {
    const uint64_t bytes = all[function].counterCount * sizeof(uint64_t);
    if (isFound[function] || symbol.bytes != bytes)
      fail(ExitCode::BadInput,
           "'{}' has other counters for '{}' than its notes",
           executable.string(), all[function].name);
    isFound[function] = true;
    counters[function] = {static_cast<int64_t>(symbol.address - *start), bytes};
  };
  // A file's symbol stands ahead of the local ones of its object.
  size_t next = 0;
  Part *part = parts.size() == 1 ? parts.data() : nullptr;
  for (const Symbol &symbol : symbols) {
    if (symbol.isFile && parts.size() > 1) {
      const bool isNext =
          next < parts.size() && symbol.name == parts[next].fileSymbol;
      part = isNext ? &parts[next++] : nullptr;
      continue;
    }
    if (!symbol.isDefined) {
      hasHandlers |=
          asksForHandlers(symbol.name.substr(0, symbol.name.find('@')));
      continue;
    }
    const std::string_view name = symbol.name;
    if (!start || part == nullptr)
      continue; // others are of objects that the user links
    if (name.starts_with(kGccCounters)) {
      const auto found =
          part->byName.find(symbol.name.substr(kGccCounters.size()));
      if (found != part->byName.end())
        place(found->second, symbol);
    } else if (name.starts_with(kClangCounters)) {
      // "__llvm_gcov_ctr", "__llvm_gcov_ctr.2", "__llvm_gcov_ctr.7", ...: in
      // the order of the notes, with gaps.
      size_t number = 0;
      if (name.size() > kClangCounters.size())
        std::from_chars(name.data() + kClangCounters.size() + 1,
                        name.data() + name.size(), number);
      ofClang[static_cast<size_t>(part - parts.data())][number] = &symbol;
    }
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    size_t function = parts[i].first;
    for (const auto &[number, symbol] : ofClang[i]) {
      while (function < parts[i].end && all[function].counterCount == 0)
        ++function;
      if (function == parts[i].end)
        fail(ExitCode::BadInput, "'{}' has more counters than its notes",
             executable.string());
      all[function].countsEarly = true;
      place(function++, *symbol);
    }
  }
  if (std::none_of(isFound.begin(), isFound.end(), [](bool is) { return is; }))
    fail(ExitCode::BadInput,
         "no counters in the replay's program (is it stripped, or without "
         "--coverage?)");
}

size_t FlowNotes::counterBytes() const {
  return std::accumulate(counters.begin(), counters.end(), size_t{0},
                         [](size_t sum, const coverme_replay_range &range) {
                           return sum + range.bytes;
                         });
}

const FlowFunction *FlowNotes::find(uint32_t source,
                                    const std::string &name) const {
  for (const Part &part : parts)
    if (part.source == source)
      if (const auto found = part.byName.find(name); found != part.byName.end())
        return &all[found->second];
  return nullptr;
}

std::string FlowNotes::counterFile(size_t index, std::span<const char> bytes,
                                   uint32_t runs) const {
  assert(bytes.size() == counterBytes());
  const Part &part = parts[index];
  const uint32_t unit = part.countsBytes ? 1 : sizeof(uint32_t);
  std::string file("adcg", 4); // "gcda", as a number of this machine
  append(file, part.version);
  append(file, part.stamp);
  if (part.countsBytes)
    append(file, 0); // of the flags that nobody asks for
  if (part.hasSummary)
    for (const uint32_t word : {kTagObjectSummary, 8 / unit, runs, 0U})
      append(file, word);
  size_t at = 0;
  for (size_t i = 0; i < part.end; ++i) {
    const size_t length = counters[i].bytes;
    if (length == 0)
      continue;
    if (i >= part.first) {
      for (const uint32_t word :
           {kTagFunction, 12 / unit, all[i].identity, all[i].lineChecksum,
            all[i].flowChecksum, kTagArcCounters,
            static_cast<uint32_t>(length / unit)})
        append(file, word);
      file.append(bytes.data() + at, length);
    }
    at += length;
  }
  append(file, 0);
  return file;
}

} // namespace coverme
