// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Tables.h"

#include "Constants.h"
#include "Sources.h"
#include "coverme/outcome_lines.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <type_traits>

using namespace llvm;

namespace coverme::pass {
namespace {

// The structs are written as they lie in memory, so this compiler's target must
// be as little-endian as the code's, and padding would make the output random.
static_assert(sys::IsLittleEndianHost);
static_assert(std::has_unique_object_representations_v<coverme_module>);
static_assert(std::has_unique_object_representations_v<coverme_constant>);
static_assert(std::has_unique_object_representations_v<coverme_function>);
static_assert(std::has_unique_object_representations_v<coverme_type>);
static_assert(std::has_unique_object_representations_v<coverme_member>);
static_assert(std::has_unique_object_representations_v<coverme_parameter>);
static_assert(std::has_unique_object_representations_v<coverme_global>);
static_assert(std::has_unique_object_representations_v<coverme_use>);
static_assert(std::has_unique_object_representations_v<coverme_member_use>);
static_assert(std::has_unique_object_representations_v<coverme_site>);

// Longer arrays of characters cost more than they are worth.
constexpr uint32_t kTextLength = 32;

class TableWriter {
public:
  explicit TableWriter(const Module &target) : module(target) {
    intern(""); // offset 0
  }

  void add(const FunctionFacts &facts) {
    coverme_function record = {};
    addIdentity(facts, record);
    record.flags = facts.flags;
    record.source = sourceOf(*facts.function);
    record.firstConstant = constants.size();
    record.constantCount = facts.constants.size();
    append(constants, facts.constants);
    record.firstText = texts.size();
    record.textCount = facts.literals.size();
    for (StringRef literal : facts.literals) {
      texts.push_back(intern(literal));
      textLength =
          std::clamp<uint32_t>(literal.size(), textLength, kTextLength);
    }
    record.firstUse = uses.size();
    record.useCount = facts.uses.size();
    append(uses, facts.uses);
    record.firstMemberUse = memberUses.size();
    record.memberUseCount = facts.memberUses.size();
    for (const MemberUse &use : facts.memberUses)
      memberUses.push_back(
          {intern(use.structName), use.structBytes, use.byteOffset, use.flags});
    record.alignment = facts.alignment;
    addSignature(facts.signature, record);
    record.firstEntryEdge = edges.size();
    record.entryEdgeCount = facts.entryEdges.size();
    append(edges, facts.entryEdges);
    record.firstSite = sites.size();
    record.siteCount = facts.sites.size();
    for (const Site &site : facts.sites)
      addSite(site);
    functions.push_back(record);
  }

  void add(const TypeFacts &facts) {
    coverme_type record = {};
    record.name = intern(facts.name);
    record.kind = facts.kind;
    record.scalarKind = facts.scalarKind;
    record.width = facts.width;
    record.byteSize = facts.byteSize;
    record.flags = facts.flags;
    record.element = facts.element;
    record.count = facts.count;
    bool isScalar = facts.kind == COVERME_TYPE_Scalar;
    record.first = isScalar ? constants.size() : members.size();
    record.memberCount =
        isScalar ? facts.enumerators.size() : facts.members.size();
    append(constants, facts.enumerators);
    for (const Member &member : facts.members)
      members.push_back({intern(member.name),
                         member.type,
                         member.byteOffset,
                         member.bitOffset,
                         member.bitWidth,
                         {}});
    types.push_back(record);
  }

  void add(const GlobalFacts &facts) {
    globals.push_back({intern(facts.name), intern(facts.value->getName().str()),
                       facts.type, facts.flags,
                       sourceOf(*cast<GlobalObject>(facts.value))});
  }

  std::string blob() const {
    coverme_module header = {};
    header.magic = COVERME_MODULE_MAGIC;
    header.abiVersion = COVERME_ABI_VERSION;
    header.constantCount = constants.size();
    header.functionCount = functions.size();
    header.parameterCount = parameters.size();
    header.siteCount = sites.size();
    header.typeCount = types.size();
    header.memberCount = members.size();
    header.globalCount = globals.size();
    header.rangeCount = ranges.size();
    header.useCount = uses.size();
    header.memberUseCount = memberUses.size();
    header.edgeCount = edges.size();
    header.textCount = texts.size();
    header.stringBytes = strings.size();
    header.textLength = textLength;
    std::string body =
        bytes(constants) + bytes(functions) + bytes(parameters) + bytes(sites) +
        bytes(types) + bytes(members) + bytes(globals) + bytes(ranges) +
        bytes(uses) + bytes(memberUses) + bytes(edges) + bytes(texts) + strings;
    header.byteSize = alignTo(sizeof(header) + body.size(), 8);
    body.resize(header.byteSize - sizeof(header));
    return std::string(reinterpret_cast<const char *>(&header),
                       sizeof(header)) +
           body;
  }

private:
  template <typename T>
  static void append(std::vector<T> &to, const std::vector<T> &from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  template <typename T> static std::string bytes(const std::vector<T> &items) {
    static_assert(std::is_trivially_copyable_v<T>);
    return std::string(reinterpret_cast<const char *>(items.data()),
                       items.size() * sizeof(T));
  }

  coverme_string intern(StringRef text) {
    auto [entry, isNew] = offsets.try_emplace(text, strings.size());
    if (isNew)
      strings.append(text.str()).push_back('\0');
    return entry->second;
  }

  void addIdentity(const FunctionFacts &facts, coverme_function &record) {
    const Function &function = *facts.function;
    // \1 tells LLVM to leave the rest of the name alone (an asm label).
    StringRef linkageName =
        GlobalValue::dropLLVMManglingEscape(function.getName());
    record.linkageName = intern(linkageName);
    const DISubprogram *subprogram = function.getSubprogram();
    if (!subprogram) {
      record.name = record.linkageName;
      record.file = intern(module.getSourceFileName());
      return;
    }
    record.name = intern(subprogram->getName());
    record.file = intern(subprogram->getFilename());
    record.directory = intern(subprogram->getDirectory());
    record.line = subprogram->getLine();
  }

  void addSignature(const Signature &signature, coverme_function &record) {
    record.resultName = intern(signature.resultName);
    record.resultType = signature.result;
    record.firstParameter = parameters.size();
    record.parameterCount = signature.parameters.size();
    for (const Parameter &parameter : signature.parameters)
      addParameter(parameter);
  }

  void addParameter(const Parameter &parameter) {
    coverme_parameter record = {};
    record.name = intern(parameter.name);
    record.typeName = intern(parameter.typeName);
    record.type = parameter.type;
    record.extent = parameter.extent;
    record.extentParameter = parameter.extentParameter;
    record.reach = parameter.pointee.reach;
    record.flags = parameter.pointee.flags;
    record.firstRange = ranges.size();
    record.rangeCount = parameter.pointee.reads.size();
    append(ranges, parameter.pointee.reads);
    parameters.push_back(record);
  }

  void addSite(const Site &site) {
    coverme_site record = {};
    record.function = functions.size();
    record.kind = site.kind;
    record.operandKind = site.comparison.kind;
    record.op = site.comparison.op;
    addLocation(site, record);
    addOutcomeLines(site, record);
    addConstantOperand(site.comparison, record);
    if (site.kind == COVERME_SITE_Mark)
      record.constantBits = intern(site.place);
    for (bool outcome : {false, true}) {
      record.firstEdge[outcome] = edges.size();
      record.edgeCount[outcome] = site.edges[outcome].size();
      append(edges, site.edges[outcome]);
    }
    sites.push_back(record);
  }

  /// Where the comparison stands rather than the branch: clang gives the last
  /// operand of an `if (a && b)` the place of the `if`.
  void addLocation(const Site &site, coverme_site &record) {
    const DILocation *location = nullptr;
    if (auto *located = dyn_cast<Instruction>(site.comparison.located))
      location = located->getDebugLoc();
    if (!location || !location->getLine())
      location = site.at->getDebugLoc();
    if (const DILocation *behind = behindBody(site, location))
      location = behind;
    if (!location) {
      record.file = intern(module.getSourceFileName());
      return;
    }
    record.file = intern(location->getFilename());
    record.line = location->getLine();
    record.column = location->getColumn();
  }

  /// The place of the number that decides `do { } while (n)`, if that is on a
  /// line behind `location`: clang gives the comparison with zero the place of
  /// the brace. Null elsewhere.
  static const DILocation *behindBody(const Site &site,
                                      const DILocation *location) {
    auto *compare = dyn_cast<CmpInst>(site.comparison.located);
    const Value *decides = compare ? compare->getOperand(0) : nullptr;
    if (auto *frozen = dyn_cast_or_null<FreezeInst>(decides)) // by us
      decides = frozen->getOperand(0);
    auto *number = dyn_cast_or_null<Instruction>(decides);
    if (!location || !number || !site.at->hasMetadata(LLVMContext::MD_loop) ||
        !match(compare->getOperand(1),
               PatternMatch::m_CombineOr(PatternMatch::m_Zero(),
                                         PatternMatch::m_AnyZeroFP())))
      return nullptr;
    const DILocation *behind = number->getDebugLoc();
    return behind &&
                   behind->getScope()->getSubprogram() ==
                       location->getScope()->getSubprogram() &&
                   behind->getInlinedAt() == location->getInlinedAt() &&
                   behind->getLine() > location->getLine()
               ? behind
               : nullptr;
  }

  void addOutcomeLines(const Site &site, coverme_site &record) {
    if (site.kind == COVERME_SITE_Mark)
      return;
    if (site.trueStandsFirst)
      record.outcomes |= COVERME_OUTCOMES_TRUE_FIRST;
    if (site.isOfWhole)
      record.outcomes |= *site.isOfWhole ? COVERME_OUTCOMES_OF_WHOLE
                                         : COVERME_OUTCOMES_OF_VALUE;
    if (site.isOfChoice)
      record.outcomes |= COVERME_OUTCOMES_OF_CHOICE;
    if (site.gccOrder == GccOrder::Kept)
      record.outcomes |= COVERME_OUTCOMES_KEPT_BY_GCC;
    if (site.gccOrder == GccOrder::Turned)
      record.outcomes |= COVERME_OUTCOMES_TURNED_BY_GCC;
    for (bool outcome : {false, true}) {
      int64_t distance = int64_t{site.lines[outcome]} - record.line;
      if (site.lines[outcome] != 0 &&
          std::abs(distance) < COVERME_OUTCOMES_LINE_BIAS)
        record.outcomes |=
            static_cast<uint32_t>(distance + COVERME_OUTCOMES_LINE_BIAS)
            << COVERME_OUTCOMES_LINE_SHIFT(outcome);
    }
  }

  void addConstantOperand(const Comparison &comparison, coverme_site &record) {
    if (comparison.kind == COVERME_OPERAND_bit)
      return;
    const Value *operands[] = {comparison.left, comparison.right};
    for (unsigned side : {1, 2}) {
      auto *constant = dyn_cast<Constant>(operands[side - 1]);
      std::optional<uint64_t> bits =
          constant ? operandBits(*constant, comparison.kind) : std::nullopt;
      if (!bits)
        continue;
      record.constantSide = side;
      record.constantBits = *bits;
    }
  }

  /// The bits that the hook gets, if they fit.
  static std::optional<uint64_t> operandBits(const Constant &constant,
                                             coverme_operand_kind kind) {
    if (isa<ConstantPointerNull>(constant))
      return 0;
    if (auto *integer = dyn_cast<ConstantInt>(&constant))
      return kind == COVERME_OPERAND_u64 ? integer->getZExtValue()
                                         : integer->getSExtValue();
    auto *number = dyn_cast<ConstantFP>(&constant);
    if (!number || kind == COVERME_OPERAND_f80)
      return std::nullopt;
    APFloat value = number->getValueAPF();
    bool losesInfo;
    if (kind == COVERME_OPERAND_f32) // may be a half
      value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
    return value.bitcastToAPInt().getZExtValue();
  }

  const Module &module;
  std::vector<coverme_constant> constants;
  std::vector<coverme_string> texts;
  uint32_t textLength = 0;
  std::vector<coverme_function> functions;
  std::vector<coverme_parameter> parameters;
  std::vector<coverme_site> sites;
  std::vector<coverme_type> types;
  std::vector<coverme_member> members;
  std::vector<coverme_global> globals;
  std::vector<coverme_range> ranges;
  std::vector<coverme_use> uses;
  std::vector<coverme_member_use> memberUses;
  std::vector<uint32_t> edges;
  std::string strings;
  StringMap<coverme_string> offsets; // for look-up only
};

} // namespace

void createTables(Module &module, const std::vector<FunctionFacts> &functions,
                  const TypeList &types,
                  const std::vector<GlobalFacts> &globals) {
  TableWriter writer(module);
  for (const TypeFacts &facts : types.all())
    writer.add(facts);
  for (const GlobalFacts &facts : globals)
    writer.add(facts);
  for (const FunctionFacts &facts : functions)
    writer.add(facts);
  Constant *blob = ConstantDataArray::getString(
      module.getContext(), writer.blob(), /*AddNull=*/false);
  auto *tables = new GlobalVariable(
      module, blob->getType(),
      /*isConstant=*/true, GlobalValue::PrivateLinkage, blob, "coverme.tables");
  tables->setSection(COVERME_TABLES_SECTION);
  tables->setAlignment(Align(8));
  appendToUsed(module, {tables});
}

} // namespace coverme::pass
