// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CovermePass.h"

#include "Alignments.h"
#include "Boundaries.h"
#include "Constants.h"
#include "DeclaredTypes.h"
#include "Edges.h"
#include "Effects.h"
#include "Extents.h"
#include "Fuel.h"
#include "FunctionFilter.h"
#include "GlobalUses.h"
#include "InlineCopies.h"
#include "Literals.h"
#include "LocalRooms.h"
#include "Marks.h"
#include "MemberUses.h"
#include "Mutants.h"
#include "ObjectBounds.h"
#include "PlainLoops.h"
#include "Pointees.h"
#include "RuntimeHooks.h"
#include "ShortCircuits.h"
#include "Snapshot.h"
#include "Sources.h"
#include "StateChecks.h"
#include "SwitchChains.h"
#include "Tables.h"
#include "TextComparisons.h"
#include "Trampolines.h"
#include "Unreachable.h"

#include "coverme/declared.h"
#include "coverme/fuel.h"
#include "coverme/marks.h"
#include "coverme/meaning.h"
#include "coverme/sources.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <cstdlib>

using namespace llvm;

namespace coverme::pass {
namespace {

void markOpenFile(Module &module, StringRef reason, bool isOfSource) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr(COVERME_OPEN_MEANING_ATTRIBUTE, reason);
    if (isOfSource)
      function.addFnAttr(COVERME_OPEN_SOURCE_ATTRIBUTE);
  }
  for (GlobalVariable &variable : module.globals())
    if (!variable.isDeclaration())
      variable.addAttribute(COVERME_OPEN_MEANING_ATTRIBUTE, reason);
}

/// `lines` as of COVERME_OPEN_FUNCTIONS_VARIABLE.
void markOpenFunctions(Module &module, StringRef lines) {
  StringMap<StringRef> reasons; // by function
  for (StringRef line : llvm::split(lines, '\n'))
    if (const auto [name, why] = line.split('\t'); !name.empty())
      reasons[name] = why;
  bool isAnyOpen = false;
  for (Function &function : module) {
    // One for each target has a name with more behind a point.
    auto found = reasons.find(function.getName());
    if (found == reasons.end())
      found = reasons.find(function.getName().split('.').first);
    if (found == reasons.end())
      continue;
    function.addFnAttr(COVERME_OPEN_MEANING_ATTRIBUTE, found->second);
    function.addFnAttr(COVERME_OPEN_SOURCE_ATTRIBUTE);
    isAnyOpen = true;
  }
  if (!isAnyOpen)
    return;
  // Clang leaves out what a condition rules out that is constant by its meaning
  // alone.
  for (Function &function : module)
    if (function.hasLocalLinkage())
      function.addFnAttr(COVERME_OPEN_USES_ATTRIBUTE);
  for (GlobalVariable &variable : module.globals())
    if (variable.hasLocalLinkage() && !variable.isConstant())
      variable.addAttribute(COVERME_OPEN_USES_ATTRIBUTE);
}

/// `lines` as of COVERME_OPEN_TEXTS_VARIABLE.
void markOpenTexts(Module &module, StringRef lines) {
  StringSet<> open;
  for (StringRef line : llvm::split(lines, '\n'))
    if (!line.empty())
      open.insert(fromHex(line));
  // What LLVM calls so may hold anything when the program starts.
  for (GlobalVariable &global : module.globals())
    if (const auto *text =
            global.hasInitializer()
                ? dyn_cast<ConstantDataSequential>(global.getInitializer())
                : nullptr;
        text && text->isCString() && open.contains(text->getAsCString()))
      global.setExternallyInitialized(true);
}

/// What the frontend's plugin and the driver know of the source's meaning.
void markOpenMeaning(Module &module) {
  const auto valueOf = [](const char *variable) {
    const char *value = std::getenv(variable);
    return StringRef(value ? value : "");
  };
  if (const StringRef reason = valueOf(COVERME_OPEN_MEANING_VARIABLE);
      !reason.empty())
    markOpenFile(module, reason, /*isOfSource=*/false);
  if (const StringRef reason = valueOf(COVERME_OPEN_FILE_VARIABLE);
      !reason.empty())
    markOpenFile(module, reason, /*isOfSource=*/true);
  markOpenFunctions(module, valueOf(COVERME_OPEN_FUNCTIONS_VARIABLE));
  markOpenTexts(module, valueOf(COVERME_OPEN_TEXTS_VARIABLE));
  for (StringRef name : llvm::split(valueOf(COVERME_UNWRITTEN_VARIABLE), '\n'))
    if (Function *function = module.getFunction(name))
      function->addFnAttr(COVERME_UNWRITTEN_ATTRIBUTE);
}

class Instrumenter {
public:
  Instrumenter(Module &target, bool embedsIr, bool addsPlainLoops)
      : module(target), hooks(target), filter(target), embedsIr(embedsIr),
        addsPlainLoops(addsPlainLoops),
        declaredTypes(takeDeclaredTypes(target)), types(target) {}

  void run() {
    declaredExtents = takeDeclaredExtents(module);
    markOpenMeaning(module);
    keepInlineCopies(module);
    exposeTextComparisons(module);
    collectFunctions();
    makeDecisionsExplicit();
    markPlaces();
    describeFunctions();
    describeGlobals();
    types.addCastTargets();
    linkFunctions();
    std::unique_ptr<Module> snapshot;
    if (embedsIr)
      snapshot = takeSnapshot(module, functions);
    const std::vector<Mutant> mutants = findMutants(functionsWithSites());
    const std::vector<VariableAccess> accesses = variableAccesses();
    insertFuelChecks();
    for (const VariableAccess &access : accesses)
      checkBounds(access, hooks);
    insertExclusions();
    insertStateChecks();
    insertMutants(module, mutants);
    insertTrampolines();
    insertPointers();
    createTables(module, functions, types, globals);
    if (snapshot)
      embedSnapshot(module, *snapshot);
    requireRuntime();
  }

private:
  static bool isInstrumented(const Function &function) {
    if (function.isDeclaration())
      return false;
    // A copy for the inliner (keepInlineCopies leaves only such): the object
    // that holds the code has the sites.
    if (function.hasAvailableExternallyLinkage())
      return false;
    if (function.getParent()->getFunction(COVERME_HARNESS))
      return function.getName().starts_with(COVERME_HARNESS);
    return callsDeclared(function) || !isReserved(function.getName());
  }

  static bool callsDeclared(const Function &function) {
    return function.getName().starts_with(COVERME_DECLARED);
  }

  /// Nobody but what calls it for set-up calls? Then it need not be linked.
  static bool isOnlyMaker(const Function &function) {
    return function.isDeclaration() && !function.use_empty() &&
           all_of(function.users(), [](const User *user) {
             const auto *call = dyn_cast<CallInst>(user);
             return call && callsDeclared(*call->getFunction());
           });
  }

  /// The runtime's own, and what a harness consists of.
  static bool isReserved(StringRef name) {
    return name.starts_with("__coverme_") || name.starts_with("coverme_") ||
           name.starts_with("coverme.") || name.starts_with("llvm.");
  }

  void collectFunctions() {
    for (Function &function : module)
      if (isInstrumented(function)) {
        functionIndex[&function] = functions.size();
        functions.push_back({});
        functions.back().function = &function;
        functions.back().hasSites =
            filter.takes(function) && !callsDeclared(function);
      }
    for (Function &function : module)
      if (isOnlyMaker(function))
        function.setLinkage(GlobalValue::ExternalWeakLinkage);
  }

  std::vector<Function *> functionsWithSites() const {
    std::vector<Function *> list;
    for (const FunctionFacts &facts : functions)
      if (facts.hasSites)
        list.push_back(facts.function);
    return list;
  }

  /// One conditional branch per decision of the source.
  void makeDecisionsExplicit() {
    for (FunctionFacts &facts : functions)
      if (facts.hasSites) {
        lowerSwitches(*facts.function, caseBranches);
        expandShortCircuits(*facts.function, lastOperands);
      }
  }

  void markPlaces() {
    const char *places = std::getenv(COVERME_MARKS_VARIABLE);
    const std::vector<Function *> targets = functionsWithSites();
    marks = insertMarks(module, targets, places ? places : "");
    if (is_contained(llvm::split(places ? places : "", COVERME_MARKS_SEPARATOR),
                     COVERME_MARK_BOUNDARY))
      insertBoundaries(targets, caseBranches, lastOperands, marks);
  }

  void describeFunctions() {
    pointees = findPointees(module);
    const SmallPtrSet<const Function *, 4> runUnasked = functionsRunUnasked();
    for (FunctionFacts &facts : functions) {
      facts.signature = describeSignature(
          *facts.function, pointees.lookup(facts.function), types);
      for (const DeclaredExtent &extent :
           declaredExtents.lookup(facts.function))
        if (extent.parameter < facts.signature.parameters.size()) {
          Parameter &parameter = facts.signature.parameters[extent.parameter];
          parameter.extent = extent.elements;
          parameter.extentParameter = extent.countParameter + 1;
        }
      facts.constants = collectConstants(*facts.function);
      facts.literals = collectLiterals(*facts.function);
      if (facts.hasSites)
        facts.sites =
            findSites(*facts.function, caseBranches, lastOperands, marks);
      if (facts.function->hasLocalLinkage())
        facts.flags |= COVERME_FUNCTION_Static;
      if (facts.function->getFnAttribute(COVERME_INLINE_COPY_ATTRIBUTE)
              .getValueAsString() == COVERME_IS_NAMED_COPY)
        facts.flags |= COVERME_FUNCTION_InlineCopy;
      if (facts.function->isVarArg())
        facts.flags |= COVERME_FUNCTION_Variadic;
      if (facts.signature.hasTrampoline ||
          facts.function->getName() == COVERME_HARNESS)
        facts.flags |= COVERME_FUNCTION_HasTrampoline;
      if (facts.signature.isOldStyle)
        facts.flags |= COVERME_FUNCTION_OldStyle;
      if (facts.signature.mayLackResult)
        facts.flags |= COVERME_FUNCTION_MayLackResult;
      if (facts.function->hasFnAttribute(COVERME_UNWRITTEN_ATTRIBUTE))
        facts.flags |= COVERME_FUNCTION_Unwritten;
      if (runUnasked.contains(facts.function))
        facts.flags |= COVERME_FUNCTION_RunsUnasked;
    }
  }

  /// Constructors and destructors of the module.
  SmallPtrSet<const Function *, 4> functionsRunUnasked() const {
    SmallPtrSet<const Function *, 4> found;
    for (const char *name : {"llvm.global_ctors", "llvm.global_dtors"})
      if (const GlobalVariable *list = module.getNamedGlobal(name);
          list && list->hasInitializer())
        for (const Use &entry : list->getInitializer()->operands())
          if (const auto *function = dyn_cast<Function>(
                  cast<Constant>(entry)->getAggregateElement(1u)))
            found.insert(function);
    return found;
  }

  /// The variables that inputs can be given in, and the functions that are
  /// called and defined elsewhere.
  void describeGlobals() {
    for (GlobalVariable &variable : module.globals())
      if (!variable.hasPrivateLinkage() && variable.hasName() &&
          !isReserved(variable.getName()) && !isInitialisedInThread(variable) &&
          (!isConstant(variable) || mattersAsConstant(variable)))
        globals.push_back(describe(variable));
    for (Function &function : module)
      if (function.isDeclaration() && !function.isIntrinsic() &&
          !isReserved(function.getName()) && !isOnlyMaker(function))
        globals.push_back({&function, function.getName().str(),
                           addType(function), flagsOf(function)});
  }

  /// What pointers lead to, and names of members, are in debug information
  /// alone; which small objects are returned in memory, in the module.
  uint32_t addType(const Function &function) {
    const Type *inMemory = resultInMemory(function);
    if (const DISubprogram *source = function.getSubprogram();
        source && (!inMemory || types.isReturnedInMemory(*source->getType())))
      return types.withRooms(types.add(source->getType()),
                             localRooms(function));
    if (const uint32_t constructor = types.addConstructor(function))
      return types.withRooms(constructor, localRooms(function));
    return types.addFunction(inMemory ? types.addInMemory(inMemory)
                                      : types.add(function.getReturnType()));
  }

  /// Does a thread initialise the variable when it first uses it? That would
  /// undo what an input has put there (Itanium C++ ABI, section 2.8).
  bool isInitialisedInThread(const GlobalVariable &variable) const {
    StringRef name = variable.getName();
    std::string mangled = name.consume_front("_Z")
                              ? name.str()
                              : std::to_string(name.size()) + name.str();
    return variable.isThreadLocal() &&
           module.getNamedValue("_ZTH" + mangled) != nullptr;
  }

  /// Is it an object that nobody may write to once it has its first value?
  static bool isConstant(const GlobalVariable &variable) {
    return variable.isConstant() || isConstInSource(variable);
  }

  /// Might a pointer be wanted that leads there, or what another file has put
  /// there? What a class consists of is no variable of the source.
  static bool mattersAsConstant(const GlobalVariable &variable) {
    return !variable.getName().starts_with("_ZT") &&
           (variable.isDeclaration() ? !variable.use_empty()
                                     : isCompared(variable));
  }

  static bool isCompared(const Constant &address) {
    return any_of(address.users(), [](const User *user) {
      return isa<ICmpInst>(user) ||
             (isa<ConstantExpr>(user) && isCompared(*cast<Constant>(user)));
    });
  }

  /// What code computes the value that stays, IR has as a variable.
  static bool isConstInSource(const GlobalVariable &variable) {
    SmallVector<DIGlobalVariableExpression *> info;
    variable.getDebugInfo(info);
    if (info.empty())
      return false;
    bool isConst = false;
    const DIType *type = resolved(info[0]->getVariable()->getType(), &isConst);
    if (auto *array = dyn_cast_or_null<DICompositeType>(type);
        array && array->getTag() == dwarf::DW_TAG_array_type)
      resolved(array->getBaseType(), &isConst);
    return isConst;
  }

  static uint32_t flagsOf(const Function &function) {
    return COVERME_GLOBAL_Declared |
           (function.doesNotReturn() ? uint32_t{COVERME_GLOBAL_NoReturn} : 0);
  }

  /// Null: none.
  static const Type *resultInMemory(const Function &function) {
    for (const Argument &argument : function.args())
      if (const Type *result = argument.getParamStructRetType())
        return result;
    return nullptr;
  }

  GlobalFacts describe(GlobalVariable &variable) {
    GlobalFacts facts{&variable, variable.getName().str(), 0, 0};
    SmallVector<DIGlobalVariableExpression *> info;
    variable.getDebugInfo(info);
    if (info.empty()) {
      const DIType *declared = declaredTypes.lookup(&variable);
      facts.type =
          declared ? types.add(declared) : types.add(variable.getValueType());
    } else {
      const DIGlobalVariable *source = info[0]->getVariable();
      facts.name = source->getName().str();
      facts.type = types.add(source->getType());
      if (isa<DILocalScope>(source->getScope()))
        facts.flags |= COVERME_GLOBAL_Local;
      // In a namespace or class, its name alone does not say which it is.
      else if (isa<DIFile, DICompileUnit>(source->getScope()) &&
               !variable.isDeclaration() && mayBeGivenAway(variable))
        facts.flags |= COVERME_GLOBAL_Given;
    }
    if (isConstant(variable))
      facts.flags |= COVERME_GLOBAL_Constant;
    if (variable.hasLocalLinkage())
      facts.flags |= COVERME_GLOBAL_Static;
    if (variable.isDeclaration())
      facts.flags |= COVERME_GLOBAL_Declared;
    if (variable.isThreadLocal())
      facts.flags |= COVERME_GLOBAL_ThreadLocal;
    return facts;
  }

  /// What takes the functions together: edges and effects cross calls.
  void linkFunctions() {
    std::vector<Function *> targets;
    uint32_t firstSite = 0;
    for (FunctionFacts &facts : functions) {
      facts.entryEdges =
          linkSites(*facts.function, firstSite, facts.sites, functionIndex);
      firstSite += facts.sites.size();
      targets.push_back(facts.function);
    }
    std::vector<uint32_t> effects = findEffects(targets, functionIndex);
    std::vector<GlobalValue *> variables;
    for (const GlobalFacts &facts : globals)
      variables.push_back(facts.value);
    auto uses = findGlobalUses(targets, functionIndex, variables);
    auto memberUses = findMemberUses(targets, functionIndex, pointees);
    const AskedAlignment asked = askedAlignment(module);
    for (size_t i = 0; i < functions.size(); ++i) {
      functions[i].flags |= effects[i];
      functions[i].alignment = asked.bytes;
      if (asked.isNeeded)
        functions[i].flags |= COVERME_FUNCTION_NeedsAlignment;
      else if (asked.askers.contains(targets[i]))
        functions[i].flags |= COVERME_FUNCTION_LooksAtAlignment;
      functions[i].uses = std::move(uses[i]);
      functions[i].memberUses = std::move(memberUses[i]);
    }
  }

  /// Those of the code as it is; copies of loops are without checks.
  std::vector<VariableAccess> variableAccesses() const {
    std::vector<VariableAccess> all;
    for (Function *function : functionsWithSites()) {
      const SmallVector<VariableAccess> some = findVariableAccesses(*function);
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }

  void insertFuelChecks() {
    // What the code has as it is; copies burn none.
    DenseMap<const Function *, std::vector<Instruction *>> recursiveCalls;
    for (Instruction *call : findRecursiveCalls(module))
      recursiveCalls[call->getFunction()].push_back(call);
    for (FunctionFacts &facts : functions)
      if (facts.hasSites) {
        const std::vector<BackEdge> backEdges = findBackEdges(*facts.function);
        if (addsPlainLoops)
          addPlainLoops(*facts.function, hooks);
        insertFuel(backEdges, recursiveCalls[facts.function], hooks);
      }
  }

  void insertExclusions() {
    for (FunctionFacts &facts : functions)
      if (facts.function->getName() != COVERME_HARNESS)
        excludeUnreachable(*facts.function, hooks);
  }

  void insertStateChecks() {
    uint64_t siteCount = 0;
    for (const FunctionFacts &facts : functions)
      siteCount += facts.sites.size();
    GlobalVariable *states =
        siteCount ? createStates(module, siteCount) : nullptr;
    uint64_t index = 0;
    for (FunctionFacts &facts : functions)
      for (Site &site : facts.sites)
        insertCheck(site, index++, states, hooks);
    dropPromises(module);
  }

  void insertTrampolines() {
    std::vector<Constant *> trampolines;
    for (size_t i = 0; i < functions.size(); ++i) {
      Function &function = *functions[i].function;
      trampolines.push_back(function.getName() == COVERME_HARNESS ? &function
                            : functions[i].signature.hasTrampoline
                                ? createTrampoline(function, i)
                                : nullptr);
    }
    createPointerTable(module, trampolines, COVERME_TRAMPS_SECTION);
  }

  void insertPointers() {
    std::vector<Constant *> pointers;
    for (const FunctionFacts &facts : functions)
      pointers.push_back(facts.function);
    createPointerTable(module, pointers, COVERME_FUNCTIONS_SECTION);
    pointers.clear();
    for (const GlobalFacts &facts : globals) {
      auto *variable = dyn_cast<GlobalVariable>(facts.value);
      pointers.push_back(variable && variable->isThreadLocal()
                             ? createAddressOf(*variable)
                             : static_cast<Constant *>(variable));
    }
    createPointerTable(module, pointers, COVERME_GLOBALS_SECTION);
  }

  /// Not constant, for the reason of the trampoline table.
  void requireRuntime() {
    Constant *symbol = hooks.abiVersion();
    auto *reference =
        new GlobalVariable(module, symbol->getType(), /*isConstant=*/false,
                           GlobalValue::PrivateLinkage, symbol, "coverme.abi");
    appendToUsed(module, {reference});
  }

  Module &module;
  RuntimeHooks hooks;
  FunctionFilter filter;
  bool embedsIr;
  bool addsPlainLoops;
  DeclaredTypes declaredTypes;
  TypeList types;
  DeclaredExtents declaredExtents;
  FunctionIndex functionIndex;
  CaseBranches caseBranches;
  LastOperands lastOperands;
  Marks marks;
  PointeeMap pointees;
  std::vector<FunctionFacts> functions;
  std::vector<GlobalFacts> globals;
};

/// Whether the pass may work on `module`; reports what the user can mend.
bool isSupported(const Module &module) {
  const DataLayout &layout = module.getDataLayout();
  if (layout.isLittleEndian() && layout.getPointerSizeInBits() == 64)
    return true;
  module.getContext().emitError("coverme cannot instrument '" +
                                module.getModuleIdentifier() + "': target '" +
                                Triple(module.getTargetTriple()).str() +
                                "' is not 64-bit little-endian");
  return false;
}

/// The plugin may be named twice on a command line.
bool isAlreadyInstrumented(const Module &module) {
  return any_of(module.globals(), [](const GlobalVariable &global) {
    return global.getSection() == COVERME_TABLES_SECTION;
  });
}

/// A switch in the environment: clang before 22 ignores options of a plugin.
bool isSwitchedOn(const char *name, LLVMContext &context,
                  StringRef unsaid = "0") {
  const char *value = std::getenv(name);
  StringRef text = value ? value : unsaid;
  if (text != "0" && text != "1")
    context.emitError(Twine(name) + " must be 0 or 1, not '" + text + "'");
  return text == "1";
}

} // namespace

PreservedAnalyses CovermePass::run(Module &module, ModuleAnalysisManager &) {
  if (isAlreadyInstrumented(module) || !isSupported(module))
    return PreservedAnalyses::all();
  if (const char *file = std::getenv(COVERME_MODULE_VARIABLE)) {
    const char *source = std::getenv(COVERME_SOURCE_VARIABLE);
    markOpenMeaning(module);
    keepInlineCopies(module);
    writeModule(module, file, source ? source : "0");
    return PreservedAnalyses::none();
  }
  LLVMContext &context = module.getContext();
  bool stripsDebugInfo = isSwitchedOn("COVERME_STRIP_DEBUG", context);
  const bool addsPlainLoops = isSwitchedOn(COVERME_PLAIN_LOOPS_VARIABLE,
                                           context, isOptimised ? "1" : "0");
  Instrumenter(module, isSwitchedOn("COVERME_EMBED_IR", context),
               addsPlainLoops)
      .run();
  if (stripsDebugInfo)
    StripDebugInfo(module);
  assert(!verifyModule(module, &errs()) && "the pass made invalid IR");
  return PreservedAnalyses::none();
}

} // namespace coverme::pass
