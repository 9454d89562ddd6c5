// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The half of us that works ahead of IR: `clang -fplugin=CovermeFrontend.so`.
// It hands down what clang forgets on the way: how many elements an array
// parameter was declared with (Extents.h reads it), and functions that nothing
// calls; and what of the source is clang's meaning and not C's (OpenMeaning.h,
// CompilerWatch.h, CompilerTexts.h, OpenBytes.h, SourcePlaces.h), in the
// environment: the pass runs in the same process, later. Options, each after
// -fplugin-arg-coverme-:
//
//   keep-unused       keeps those of the main file that are no members
//   keep-members      keeps members of classes, too
//   keep-unused=NAME  keeps those of this name, of the user's headers too
//   declared-makers   makes functions that call makers which the file only
//                     declares (DeclaredMakers.h)
//   assumptions=N     does something else: Assumptions.h
//
// Headers are full of functions that nothing calls, which would want objects
// to link with that nobody has given; so these are kept one by one.
//
// A library of its own: it needs symbols that clang has and opt has not.
#include "Assumptions.h"
#include "CodeParts.h"
#include "CompilerTexts.h"
#include "CompilerWatch.h"
#include "DeclaredMakers.h"
#include "DeclaredVariables.h"
#include "EmptyCases.h"
#include "HostVersion.h"
#include "OpenBytes.h"
#include "OpenLayout.h"
#include "OpenMeaning.h"
#include "SourcePlaces.h"
#include "SystemHeaders.h"

#include "coverme/meaning.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdlib>
#include <limits>

using namespace clang;

namespace coverme::pass {
namespace {

/// The number of elements that `parameter` of `function` was declared with, in
/// the words of the annotation; empty if its declaration says nothing about it.
std::string declaredExtent(const FunctionDecl &function,
                           const ParmVarDecl &parameter,
                           const ASTContext &context) {
  const ArrayType *array = context.getAsArrayType(parameter.getOriginalType());
  // Of rows whose length is known at run time only, the type has none.
  if (array && array->getElementType()->isVariableArrayType())
    return "";
  if (const auto *fixed = dyn_cast_or_null<ConstantArrayType>(array)) {
    const uint64_t elements = fixed->getSize().getLimitedValue();
    // GNU's arrays of no elements are as good as no number.
    if (elements == 0 || elements > std::numeric_limits<uint32_t>::max())
      return "";
    return std::to_string(elements);
  }
  const auto *variable = dyn_cast_or_null<VariableArrayType>(array);
  if (!variable || !variable->getSizeExpr())
    return "";
  const auto *size =
      dyn_cast<DeclRefExpr>(variable->getSizeExpr()->IgnoreParenImpCasts());
  const auto *count = size ? dyn_cast<ParmVarDecl>(size->getDecl()) : nullptr;
  if (!count || !llvm::is_contained(function.parameters(), count))
    return "";
  return "$" + std::to_string(count->getFunctionScopeIndex());
}

void annotateExtents(FunctionDecl &function, ASTContext &context) {
  std::string text;
  for (const ParmVarDecl *parameter : function.parameters()) {
    const std::string extent = declaredExtent(function, *parameter, context);
    if (!extent.empty())
      text += (text.empty() ? "" : ",") +
              std::to_string(parameter->getFunctionScopeIndex()) + "=" + extent;
  }
  if (!text.empty())
    function.addAttr(AnnotateAttr::CreateImplicit(
        context, "coverme.extents:" + text, nullptr, 0));
}

/// One function of the object that a name can tell.
bool isPlainDefinition(const FunctionDecl &function) {
  return function.doesThisDeclarationHaveABody() && !function.isTemplated() &&
         function.getTemplatedKind() == FunctionDecl::TK_NonTemplate &&
         !function.isImplicit() && !function.isDeleted() &&
         !function.isImmediateFunction() && !function.isMultiVersion();
}

/// Whether an object of the class has a table of virtual functions in it.
bool holdsTable(const CXXRecordDecl &record) {
  const auto isOne = [](QualType type) {
    const CXXRecordDecl *own =
        type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return own && own->hasDefinition() && holdsTable(*own);
  };
  return record.isDynamicClass() ||
         any_of(record.bases(),
                [&](const CXXBaseSpecifier &base) {
                  return isOne(base.getType());
                }) ||
         any_of(record.fields(), [&](const FieldDecl *field) {
           return isOne(field->getType());
         });
}

/// Whether a member of a class may stay that nothing calls. Where objects have
/// tables of virtual functions in them, constructors and destructors stay out:
/// they bring along the tables, and with these functions that are defined
/// elsewhere.
bool isOrdinaryMember(const CXXMethodDecl &member) {
  const CXXRecordDecl &own = *member.getParent();
  if (isa<CXXConstructorDecl, CXXDestructorDecl>(member) && holdsTable(own))
    return false;
  return !own.isLambda() && !own.isLocalClass();
}

/// Whether clang may leave `function` out where nothing calls it. GNU's extern
/// inline, a copy for the inliner alone, stays out: gcc does not keep one
/// either, so that nobody could replay it.
bool isOptional(const FunctionDecl &function) {
  if (!function.isExternallyVisible())
    return true;
  return function.isInlined() &&
         (function.getStorageClass() != SC_Extern ||
          function.isInlineDefinitionExternallyVisible());
}

/// Which functions stay that nothing calls, and are made.
struct Wanted {
  bool mainFile = false;
  bool members = false; // those of the main file, too
  bool declaredMakers = false;
  std::vector<std::string> names;
};

class Forwarder : public ASTConsumer {
public:
  Forwarder(CompilerInstance &clang, const Wanted &wanted)
      : clang(clang), wanted(wanted) {
    watchForCompilers(clang.getPreprocessor(), watch);
  }

  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (Decl *declaration : group) {
      visit(*declaration);
      // Those of the declaration have been read, and none behind it.
      if (watch.lateAttributes != lateAttributes && openFile.empty() &&
          isBehindDefinition(*declaration))
        openFile = kLate;
    }
    lateAttributes = watch.lateAttributes;
    return true;
  }

  void HandleInlineFunctionDefinition(FunctionDecl *function) override {
    visit(*function);
  }

  void HandleTagDeclDefinition(TagDecl *type) override {
    if (const auto *record = dyn_cast<RecordDecl>(type);
        record && openFile.empty() &&
        !isInHeaderOfSystem(clang.getSourceManager(), record->getLocation()))
      openFile = openLayout(*record, clang.getASTContext());
    if (const auto *record = dyn_cast<RecordDecl>(type))
      for (const FieldDecl *member : record->fields())
        if (openFile.empty())
          openFile = openConstant(*member, member->getBitWidth(),
                                  clang.getASTContext());
    if (auto *record = dyn_cast<CXXRecordDecl>(type))
      records.push_back(record);
    if (const auto *enumeration = dyn_cast<EnumDecl>(type);
        enumeration && openFile.empty() &&
        !isInHeaderOfSystem(clang.getSourceManager(),
                            enumeration->getLocation()))
      openFile = openLayout(*enumeration);
    if (const auto *enumeration = dyn_cast<EnumDecl>(type))
      for (const EnumConstantDecl *each : enumeration->enumerators())
        if (openFile.empty())
          openFile = openEnumerator(*each);
  }

  /// Only now is known whether a C99 inline definition is external: a later
  /// declaration may have made it so. What code generation has put off is
  /// handed to it again, as something that is used; what it has done already
  /// stays as it is.
  void HandleTranslationUnit(ASTContext &context) override {
    if (clang.getDiagnostics().hasErrorOccurred())
      return;
    SourcePlaces places(context);
    addMadeConstructors();
    for (const auto &[place, name] : watch.functionAttributes)
      spreadAttribute(place, name, context);
    setenv(COVERME_OPEN_FUNCTIONS_VARIABLE,
           openFunctions(context, places).c_str(), 1);
    if (openFile.empty() && isWeakenedLate(context))
      openFile = kLate;
    for (const VarDecl *variable : variables)
      if (openFile.empty())
        openFile = openVariable(*variable, context, places);
    if (openFile.empty() &&
        llvm::any_of(watch.directives, [&](SourceLocation directive) {
          return llvm::none_of(seen, [&](const FunctionDecl *function) {
            return stretchesOver(*function, directive);
          });
        }))
      openFile = "it has a directive of OpenMP outside of functions";
    if (openFile.empty())
      openFile = openLayout(context);
    for (const IdentifierInfo *name : watch.namesOfWidths)
      if (openFile.empty() && isFunctionOfSystem(*name, context))
        openFile = "compilers differ in the type of " + name->getName().str();
    if (openFile.empty() && !watch.ofText.empty() && !readsSameText(clang))
      openFile = watch.ofText;
    setenv(COVERME_OPEN_FILE_VARIABLE, openFile.c_str(), 1);
    setenv(COVERME_UNWRITTEN_VARIABLE,
           llvm::join(unwrittenFunctions(context), "\n").c_str(), 1);
    std::string texts;
    for (const std::string &text : places.texts())
      texts += llvm::toHex(text) + '\n';
    setenv(COVERME_OPEN_TEXTS_VARIABLE, texts.c_str(), 1);
    // gcc may not see the definitions of a file that tells compilers apart.
    const auto copies =
        openFile.empty() ? inlineCopies(context) : std::vector<std::string>();
    setenv(COVERME_INLINE_COPIES_VARIABLE, llvm::join(copies, "\n").c_str(), 1);
    for (FunctionDecl *function : definitions)
      if (isOptional(*function) && isWanted(*function)) {
        if (!function->hasAttr<UsedAttr>())
          function->addAttr(UsedAttr::CreateImplicit(context));
        clang.getASTConsumer().HandleTopLevelDecl(DeclGroupRef(function));
      }
    if (wanted.declaredMakers)
      for (FunctionDecl *call : callDeclaredMakers(
               context, {definitions.begin(), definitions.end()}))
        clang.getASTConsumer().HandleTopLevelDecl(DeclGroupRef(call));
    for (FunctionDecl *function : returnDeclaredAddresses(context, variables))
      clang.getASTConsumer().HandleTopLevelDecl(DeclGroupRef(function));
  }

private:
  static constexpr char kPlaces[] =
      "it depends on the name or line of a place in the source, or on the time";
  static constexpr char kLate[] =
      "it has an attribute or pragma weak behind the definition that it is "
      "about, which clang passes over";

  static bool isFunctionOfSystem(const IdentifierInfo &name,
                                 const ASTContext &context) {
    const SourceManager &sources = context.getSourceManager();
    return llvm::any_of(context.getTranslationUnitDecl()->lookup(&name),
                        [&](const NamedDecl *declaration) {
                          // Macros of <math.h> declare them.
                          return isa<FunctionDecl>(declaration) &&
                                 isInHeaderOfSystem(
                                     sources, sources.getExpansionLoc(
                                                  declaration->getLocation()));
                        });
  }

  /// Is it, or one of those in it, a declaration of what is defined already?
  static bool isBehindDefinition(const Decl &declaration) {
    if (const auto *scope = dyn_cast<DeclContext>(&declaration);
        scope && llvm::any_of(scope->decls(), [](const Decl *inner) {
          return isBehindDefinition(*inner);
        }))
      return true;
    if (const auto *function = dyn_cast<FunctionDecl>(&declaration))
      return !function->isThisDeclarationADefinition() && function->isDefined();
    const auto *variable = dyn_cast<VarDecl>(&declaration);
    return variable &&
           variable->isThisDeclarationADefinition() != VarDecl::Definition &&
           variable->getDefinition() != nullptr;
  }

  /// The inline definitions of C99 that have an external one elsewhere.
  static std::vector<std::string> inlineCopies(ASTContext &context) {
    std::vector<std::string> names;
    if (context.getLangOpts().CPlusPlus)
      return names;
    for (const Decl *declaration : context.getTranslationUnitDecl()->decls()) {
      const auto *function = dyn_cast<FunctionDecl>(declaration);
      if (function && function->doesThisDeclarationHaveABody() &&
          function->isInlined() && function->isExternallyVisible() &&
          function->getStorageClass() != SC_Extern &&
          !function->isInlineDefinitionExternallyVisible())
        names.push_back(function->getNameAsString());
    }
    return names;
  }

  /// Defaulted comparisons: compilers make them of other decisions each.
  std::vector<std::string> unwrittenFunctions(ASTContext &context) const {
    ASTNameGenerator mangler(context);
    std::vector<std::string> names;
    const auto add = [&](const Decl *declaration) {
      const auto *function = dyn_cast_or_null<FunctionDecl>(declaration);
      if (function && function->isDefaulted() &&
          !isa<CXXConstructorDecl, CXXDestructorDecl>(function) &&
          function->getOverloadedOperator() != OO_Equal &&
          !function->isDependentContext())
        names.push_back(mangler.getName(function));
    };
    for (const CXXRecordDecl *record : records) {
      for (const CXXMethodDecl *method : record->methods())
        add(method);
      for (const FriendDecl *each : record->friends())
        add(each->getFriendDecl());
    }
    return names;
  }

  bool isWeakenedLate(ASTContext &context) const {
    return llvm::any_of(watch.weakened, [&](const auto &pragma) {
      const auto found = context.getTranslationUnitDecl()->lookup(pragma.first);
      return llvm::any_of(found, [&](const NamedDecl *each) {
        const auto *function = dyn_cast<FunctionDecl>(each);
        const auto *variable = dyn_cast<VarDecl>(each);
        const Decl *definition =
            function   ? static_cast<const Decl *>(function->getDefinition())
            : variable ? variable->getDefinition()
                       : nullptr;
        return definition &&
               context.getSourceManager().isBeforeInTranslationUnit(
                   definition->getLocation(), pragma.second);
      });
    });
  }

  /// Notes the functions that an attribute of functions may belong to: the one
  /// that is declared around or behind it, and the one that is only declared
  /// ahead of it. Else it may be about any.
  void spreadAttribute(SourceLocation place, const std::string &name,
                       const ASTContext &context) {
    const SourceManager &sources = clang.getSourceManager();
    place = sources.getExpansionLoc(place);
    const auto isBefore = [&](SourceLocation location) {
      return sources.isBeforeInTranslationUnit(
          sources.getExpansionLoc(location), place);
    };
    const FunctionDecl *ahead = nullptr, *behind = nullptr;
    for (const Decl *declaration : context.getTranslationUnitDecl()->decls()) {
      if (declaration->isImplicit() || declaration->getLocation().isInvalid())
        continue;
      const auto *function = dyn_cast<FunctionDecl>(declaration);
      if (isBefore(declaration->getEndLoc())) {
        ahead = function;
        continue;
      }
      behind = function;
      break;
    }
    // It is over with a body, or with a semicolon.
    if (ahead && (ahead->doesThisDeclarationHaveABody() ||
                  Lexer::findLocationAfterToken(
                      sources.getExpansionRange(ahead->getEndLoc()).getEnd(),
                      tok::semi, sources, clang.getLangOpts(), false)
                      .isValid()))
      ahead = nullptr;
    const bool isInBody = behind && behind->doesThisDeclarationHaveABody() &&
                          isBefore(behind->getBody()->getBeginLoc());
    const std::string reason =
        "it has an attribute that says more to gcc: " + name;
    if (openFile.empty() &&
        (clang.getLangOpts().CPlusPlus || isInBody || (!ahead && !behind)))
      openFile = reason;
    for (const FunctionDecl *function : {ahead, behind})
      if (function)
        attributed.try_emplace(function->getCanonicalDecl(), reason);
  }

  bool stretchesOver(const FunctionDecl &function, SourceLocation place) const {
    const SourceManager &sources = clang.getSourceManager();
    return sources.isPointWithin(
        sources.getExpansionLoc(place),
        sources.getExpansionLoc(function.getBeginLoc()),
        sources.getExpansionLoc(function.getEndLoc()));
  }

  void visit(Decl &declaration) {
    if (isa<LinkageSpecDecl, NamespaceDecl>(declaration)) {
      for (Decl *inner : cast<DeclContext>(declaration).decls())
        visit(*inner);
      return;
    }
    if (isa<CXXRecordDecl>(declaration))
      for (Decl *inner : cast<DeclContext>(declaration).decls())
        if (isa<VarDecl, CXXRecordDecl>(inner))
          visit(*inner);
    if (const auto *variable = dyn_cast<VarDecl>(&declaration);
        variable && !variable->isTemplated())
      variables.push_back(variable);
    auto *function = dyn_cast<FunctionDecl>(&declaration);
    if (!function || !function->doesThisDeclarationHaveABody() ||
        function->isTemplated() ||
        isInHeaderOfSystem(clang.getSourceManager(), function->getLocation()))
      return;
    // What is handed on at the end comes by here again.
    if (!seen.insert(function))
      return;
    keepEmptyCases(function->getBody(), clang.getASTContext());
    if (isPlainDefinition(*function) &&
        !clang.getSourceManager().isInSystemHeader(function->getLocation())) {
      definitions.insert(function);
      // Parameters are counted without the object of a member.
      if (!isa<CXXMethodDecl>(*function))
        annotateExtents(*function, clang.getASTContext());
    }
  }

  /// Constructors that clang makes, also for `= default`: nobody hands them on.
  void addMadeConstructors() {
    for (const CXXRecordDecl *record : records)
      for (const CXXConstructorDecl *constructor : record->ctors())
        if ((constructor->isDefaulted() || constructor->isImplicit()) &&
            constructor->getBody() && !constructor->isTemplated() &&
            !isInHeaderOfSystem(clang.getSourceManager(),
                                constructor->getLocation()))
          seen.insert(constructor);
  }

  /// Known at the end only: a function may call one that is defined behind it.
  std::string openFunctions(ASTContext &context, SourcePlaces &places) const {
    OpenBytes bytes(context);
    for (const VarDecl *variable : variables)
      bytes.look(variable->getInit());
    for (const FunctionDecl *function : seen)
      bytes.look(*function);
    ASTNameGenerator names(context);
    std::string lines;
    for (const FunctionDecl *function : seen) {
      std::string reason = attributed.lookup(function->getCanonicalDecl());
      if (reason.empty())
        reason = openMeaning(*function, context, places);
      if (reason.empty() && bytes.areStoredBy(*function))
        reason = "C leaves open what a store to a member does to padding, or "
                 "to the rest of a union, and the file looks there";
      if (reason.empty() &&
          llvm::any_of(watch.directives, [&](SourceLocation directive) {
            return stretchesOver(*function, directive);
          }))
        reason =
            "a directive of OpenMP leaves the order open in which loops run";
      if (reason.empty())
        continue;
      std::vector<std::string> mangled = names.getAllManglings(function);
      if (mangled.empty())
        mangled.push_back(names.getName(function));
      for (const std::string &name : mangled)
        lines += name + '\t' + reason + '\n';
    }
    return lines;
  }

  /// Functions are told by their names, which lambdas have none.
  std::string openVariable(const VarDecl &variable, ASTContext &context,
                           SourcePlaces &places) const {
    if (places.areComputedWith(variable.getInit()))
      return kPlaces;
    std::string reason = openConstant(variable, variable.getInit(), context);
    if (!reason.empty())
      return reason;
    anyPart(variable.getInit(), [&](const Stmt &at) {
      const auto *lambda = dyn_cast<LambdaExpr>(&at);
      if (lambda && lambda->getCallOperator()->isDependentContext())
        reason = "it has a lambda that is no function of its own";
      else if (lambda)
        reason = openMeaning(*lambda->getCallOperator(), context, places);
      return !reason.empty();
    });
    return reason;
  }

  std::string openEnumerator(const EnumConstantDecl &each) const {
    ASTContext &context = clang.getASTContext();
    if (SourcePlaces(context).areComputedWith(each.getInitExpr()))
      return kPlaces;
    return openConstant(each, each.getInitExpr(), context);
  }

  std::string openConstant(const Decl &declaration, const Expr *value,
                           ASTContext &context) const {
    return value && !value->isInstantiationDependent() &&
                   !isInHeaderOfSystem(clang.getSourceManager(),
                                       declaration.getLocation())
               ? openMeaning(*value, context)
               : "";
  }

  bool isWanted(const FunctionDecl &function) const {
    const auto *member = dyn_cast<CXXMethodDecl>(&function);
    if (member && !isOrdinaryMember(*member))
      return false;
    if (wanted.mainFile && (!member || wanted.members) &&
        clang.getSourceManager().isInMainFile(function.getLocation()))
      return true;
    // A member goes by its class.
    return llvm::any_of(wanted.names, [&](StringRef name) {
      return name.take_until([](char c) { return c == '('; }) ==
                 function.getQualifiedNameAsString() ||
             (!member && function.getIdentifier() &&
              name == function.getName());
    });
  }

  CompilerInstance &clang;
  const Wanted wanted;
  CompilerWatch watch;
  std::string &openFile = watch.reason; // why the whole file is clang's
  unsigned lateAttributes = 0;          // ahead of the declaration
  /// In the order of the source: all functions, those of the object that a name
  /// can tell, and variables.
  llvm::SetVector<const FunctionDecl *> seen;
  llvm::SetVector<FunctionDecl *> definitions;
  std::vector<const VarDecl *> variables;
  std::vector<const CXXRecordDecl *> records;
  /// Why these, by their first declarations, are open.
  llvm::DenseMap<const FunctionDecl *, std::string> attributed;
};

class ForwardAction : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &clang,
                                                 StringRef) override {
    if (assumptions)
      return readAssumptions(clang, assumptions);
    return std::make_unique<Forwarder>(clang, wanted);
  }

  bool ParseArgs(const CompilerInstance &clang,
                 const std::vector<std::string> &arguments) override {
    for (const std::string &argument : arguments) {
      StringRef rest = argument;
      if (rest == "keep-unused") {
        wanted.mainFile = true;
      } else if (rest == "keep-members") {
        wanted.members = true;
      } else if (rest == "declared-makers") {
        wanted.declaredMakers = true;
      } else if (rest.consume_front("keep-unused=")) {
        wanted.names.push_back(rest.str());
      } else if (rest.consume_front("assumptions=") &&
                 !rest.getAsInteger(10, assumptions)) {
        continue;
      } else {
        DiagnosticsEngine &diagnostics = clang.getDiagnostics();
        diagnostics.Report(diagnostics.getCustomDiagID(
            DiagnosticsEngine::Error, "coverme has no option '%0'"))
            << argument;
        return false;
      }
    }
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  Wanted wanted;
  unsigned assumptions = 0;
};

} // namespace
} // namespace coverme::pass

// Ahead of the registration, which is the first that clang knows of us.
static const bool isOfOwnLlvm = (coverme::pass::requireOwnLlvm(), true);
static FrontendPluginRegistry::Add<coverme::pass::ForwardAction>
    registration("coverme", "tell the pass what IR does not keep");
