# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# _coverme_flags_of_language(variable target file...)
#
# Sets the variable to the flags that the files' language has for the target and
# in this folder. Optimisation is coverme's business.
function(_coverme_flags_of_language variable target)
  list(GET ARGN 0 file)
  if(file MATCHES "\\.c$")
    set(language C)
    set(standards 90 99 11 17 23)
  else()
    set(language CXX)
    set(standards 98 11 14 17 20 23)
  endif()
  set(configurations ${CMAKE_CONFIGURATION_TYPES} ${CMAKE_BUILD_TYPE})
  separate_arguments(flags UNIX_COMMAND "${CMAKE_${language}_FLAGS}")
  foreach(configuration IN LISTS configurations)
    string(TOUPPER ${configuration} upper)
    separate_arguments(own UNIX_COMMAND "${CMAKE_${language}_FLAGS_${upper}}")
    foreach(flag IN LISTS own)
      list(APPEND flags "$<$<CONFIG:${configuration}>:${flag}>")
    endforeach()
  endforeach()
  list(FILTER flags EXCLUDE REGEX "^(\\$<[^>]*>:)?-[Og]")
  # The newest one counts, as for CMake.
  string(TOLOWER ${language} lower)
  set(extensions "$<TARGET_PROPERTY:${target},${language}_EXTENSIONS>")
  set(is_strict "$<AND:$<NOT:$<STREQUAL:${extensions},>>,$<NOT:$<BOOL:${extensions}>>>")
  set(features "$<TARGET_PROPERTY:${target},COMPILE_FEATURES>")
  foreach(standard IN LISTS standards)
    set(is_asked "$<STREQUAL:$<TARGET_PROPERTY:${target},${language}_STANDARD>,${standard}>")
    set(is_needed "$<IN_LIST:${lower}_std_${standard},${features}>")
    set(plain "${CMAKE_${language}${standard}_STANDARD_COMPILE_OPTION}")
    set(extended "${CMAKE_${language}${standard}_EXTENSION_COMPILE_OPTION}")
    if(plain)
      list(APPEND flags
        "$<$<OR:${is_asked},${is_needed}>:$<IF:${is_strict},${plain},${extended}>>")
    endif()
  endforeach()
  set(${variable} ${flags} PARENT_SCOPE)
endfunction()

# coverme_add_test(NAME name SOURCES file... ENTRY function|ALL
#                  [WITH file...] [MIN_COVERAGE percent] [TARGET target]
#                  [ARGS option...] [FLAGS flag...])
#
# A test that searches for inputs that cover the function, or all of the files'
# (ALL). It passes where as many percent of the branches are covered or proved
# infeasible, 100 unless told otherwise. TARGET's include folders, definitions,
# options and language standard are the compiler's, and so are the flags of this
# folder (CMAKE_C_FLAGS, CMAKE_C_FLAGS_RELEASE), all ahead of FLAGS; ARGS are
# options of coverme.
function(coverme_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "ALL" "NAME;ENTRY;MIN_COVERAGE;TARGET"
    "SOURCES;WITH;ARGS;FLAGS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "coverme_add_test: unknown argument '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  foreach(needed NAME SOURCES)
    if(NOT arg_${needed})
      message(FATAL_ERROR "coverme_add_test: ${needed} is missing")
    endif()
  endforeach()
  if(arg_ALL AND NOT arg_ENTRY)
    set(scope --all)
  elseif(arg_ENTRY AND NOT arg_ALL)
    set(scope --entry ${arg_ENTRY})
  else()
    message(FATAL_ERROR "coverme_add_test: either ENTRY or ALL")
  endif()
  if(DEFINED arg_MIN_COVERAGE)
    list(APPEND scope --min-coverage ${arg_MIN_COVERAGE})
  endif()
  foreach(file IN LISTS arg_WITH)
    list(APPEND scope --with ${file})
  endforeach()
  if(arg_TARGET)
    if(NOT TARGET ${arg_TARGET})
      message(FATAL_ERROR "coverme_add_test: there is no target "
        "'${arg_TARGET}' here; call it behind add_library or add_executable")
    endif()
    _coverme_flags_of_language(flags ${arg_TARGET} ${arg_SOURCES})
    set(plugin_flags "^-f(pass-)?plugin=|^-fno-discard-value-names$|^-grecord-command-line$")
    foreach(property INCLUDE_DIRECTORIES:-I COMPILE_DEFINITIONS:-D
        COMPILE_OPTIONS:)
      string(REGEX MATCH "^(.*):(.*)$" match ${property})
      # Without what a condition leaves empty, and what coverme_instrument adds.
      set(values "$<FILTER:$<TARGET_PROPERTY:${arg_TARGET},${CMAKE_MATCH_1}>,EXCLUDE,^$|${plugin_flags}>")
      list(APPEND flags
        "$<$<BOOL:${values}>:${CMAKE_MATCH_2}$<JOIN:${values},$<SEMICOLON>${CMAKE_MATCH_2}>>")
    endforeach()
  endif()
  add_test(NAME ${arg_NAME}
    COMMAND coverme::coverme ${arg_SOURCES} ${scope} ${arg_ARGS} --
      ${flags} ${arg_FLAGS}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMAND_EXPAND_LISTS)
endfunction()

# coverme_instrument(target...)
#
# Compiles the targets' C and C++ with the plugin. What they are linked into is
# linked with the runtime.
function(coverme_instrument)
  foreach(language C CXX)
    set(version "${CMAKE_${language}_COMPILER_VERSION}")
    if(CMAKE_${language}_COMPILER_LOADED AND NOT (
        CMAKE_${language}_COMPILER_ID STREQUAL "Clang" AND
        version MATCHES "^${coverme_LLVM_VERSION}\\."))
      message(FATAL_ERROR "coverme_instrument: the ${language} compiler is "
        "${CMAKE_${language}_COMPILER_ID} ${version}, and the plugin is for "
        "clang ${coverme_LLVM_VERSION}: set CMAKE_${language}_COMPILER")
    endif()
  endforeach()
  foreach(target IN LISTS ARGN)
    if(NOT TARGET ${target})
      message(FATAL_ERROR "coverme_instrument: there is no target '${target}' "
        "here; call it behind add_library or add_executable")
    endif()
    # The pass first: coverme --print-compile-flags.
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:C,CXX>:-fplugin=$<TARGET_FILE:coverme::plugin>;-fplugin=$<TARGET_FILE:coverme::frontend>;-fpass-plugin=$<TARGET_FILE:coverme::plugin>;-fno-discard-value-names;-g;-grecord-command-line>")
    # What target_link_libraries does, which for one target takes either its
    # plain signature or that with keywords: which one is the project's choice.
    set_property(TARGET ${target} APPEND PROPERTY
      LINK_LIBRARIES coverme::runtime)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "STATIC|OBJECT")
      set_property(TARGET ${target} APPEND PROPERTY
        INTERFACE_LINK_LIBRARIES $<LINK_ONLY:coverme::runtime>)
    endif()
  endforeach()
endfunction()
