# With CMAKE_UNITY_BUILD, as in all presets but dev, several files of a folder
# are compiled as one, since most of the time goes into headers that they share. Grouped by folder, so that a new file changes no other folder's groups.
# The names of a file's anonymous namespace are then those of its folder; where
# two files differ, the build tells. A file that lacks an include may get it from
# its neighbours: scripts/check-tidy, which reads each alone, tells, as does the
# preset dev.
#
# coverme_unity(TARGET COUNT): at most COUNT files of a folder at once.
function(coverme_unity target count)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources EXCLUDE REGEX "^/|^\\$") # other folders' files, objects
  foreach(source IN LISTS sources)
    string(REGEX MATCH "^(driver/)?[^/]*/" folder ${source})
    string(MAKE_C_IDENTIFIER "${target}_${folder}" group)
    list(APPEND groups ${group})
    list(APPEND files_${group} ${source})
  endforeach()
  list(REMOVE_DUPLICATES groups)
  foreach(group IN LISTS groups)
    # As many parts as are needed, of about the same size.
    list(LENGTH files_${group} all)
    math(EXPR parts "(${all} + ${count} - 1) / ${count}")
    set(index 0)
    foreach(source IN LISTS files_${group})
      math(EXPR part "${index} * ${parts} / ${all}")
      set_property(SOURCE ${source} PROPERTY UNITY_GROUP ${group}${part})
      math(EXPR index "${index} + 1")
    endforeach()
  endforeach()
endfunction()
