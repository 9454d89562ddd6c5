# With CMAKE_UNITY_BUILD, as in all presets but dev, several files of a folder
# are compiled as one, since most of the time goes into headers that they share.
# Grouped by folder, so that a new file changes no other folder's groups.
# The names of a file's anonymous namespace are then those of its folder; where
# two files differ, the build tells. A file that lacks an include may get it from
# its neighbours: scripts/check-tidy, which reads each alone, tells, as does the
# preset dev.
#
# CMake's own unity builds name the files by absolute paths. These get into the
# code with each assert, and so ccache had nothing for a clone in another folder.
# Here they are found along the target's -I, which ccache knows to be relative.
set(coverme_unity_build ${CMAKE_UNITY_BUILD})
set(CMAKE_UNITY_BUILD OFF)

# coverme_unity(TARGET COUNT [ACROSS_FOLDERS]): at most COUNT files of a folder
# at once, or of the target. Files with SKIP_UNITY_BUILD_INCLUSION or definitions
# of their own, which are to be set ahead of this, are compiled alone.
function(coverme_unity target count)
  if(NOT coverme_unity_build)
    return()
  endif()
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  get_target_property(sources ${target} SOURCES)
  set(alone "")
  set(groups "")
  foreach(source IN LISTS sources)
    get_source_file_property(skipped ${source} SKIP_UNITY_BUILD_INCLUSION)
    get_source_file_property(definitions ${source} COMPILE_DEFINITIONS)
    # The third are other folders' files, and objects.
    if(skipped OR definitions OR source MATCHES "^/|^\\$")
      list(APPEND alone ${source})
      continue()
    endif()
    set(folder "")
    if(NOT "ACROSS_FOLDERS" IN_LIST ARGN)
      string(REGEX MATCH "^(driver/)?[^/]*/" folder ${source})
    endif()
    string(MAKE_C_IDENTIFIER "${target}_${folder}" group)
    list(APPEND groups ${group})
    list(APPEND files_${group} ${source})
  endforeach()
  list(REMOVE_DUPLICATES groups)
  set(unities "")
  foreach(group IN LISTS groups)
    # As many parts as are needed, of about the same size.
    list(LENGTH files_${group} all)
    math(EXPR parts "(${all} + ${count} - 1) / ${count}")
    set(index 0)
    foreach(source IN LISTS files_${group})
      math(EXPR part "${index} * ${parts} / ${all}")
      set(unity ${CMAKE_CURRENT_BINARY_DIR}/unity/${group}${part}.cpp)
      list(APPEND unities ${unity})
      string(APPEND text_${group}${part} "#include \"${source}\"\n")
      math(EXPR index "${index} + 1")
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES unities)
  foreach(unity IN LISTS unities)
    cmake_path(GET unity STEM name)
    file(CONFIGURE OUTPUT ${unity} CONTENT "${text_${name}}" @ONLY)
  endforeach()
  set_property(TARGET ${target} PROPERTY SOURCES ${unities} ${alone})
endfunction()
