// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FILE * and the streams of the C++ library.
#include "frontend/c/harness/HarnessWriter.h"

#include "frontend/c/LibraryTypes.h"

namespace coverme {

std::string HarnessWriter::streamDeclaration(uint32_t index) const {
  const auto function = [&](const std::string &name,
                            const std::string &parameters,
                            const std::string &symbol) {
    return fmt::format(
        "extern void coverme_{}_{}({}) "
        "__asm__(\"_ZNSt7__cxx11{}IcSt11char_traitsIcESaIcEE{}\");\n",
        name, index, parameters,
        streamClass(plan.buffers[index].streamClass).made, symbol);
  };
  return fmt::format("static unsigned char coverme_cxx_{}[{}] "
                     "__attribute__((aligned(16)));\n"
                     "#ifdef __cplusplus\nextern \"C\" {{\n#endif\n"
                     "{}{}{}"
                     "#ifdef __cplusplus\n}}\n#endif\n",
                     index, kStreamBytes, function("open", "void *", "C1Ev"),
                     function("close", "void *", "D1Ev"),
                     function("give", "void *, const void *",
                              "3strERKNS_12basic_stringIcS2_S3_EE"));
}

std::string HarnessWriter::openLibraryStream(uint32_t index) {
  const Buffer &buffer = plan.buffers[index];
  std::string code =
      fmt::format("  coverme_open_{0}(coverme_cxx_{0});\n", index);
  if (!streamClass(buffer.streamClass).isRead)
    return code;
  return fill(buffer.image, fmt::format("coverme_room_{}", index)) + code +
         fmt::format(
             "  {{\n"
             "    struct {{\n"
             "      const void *begin;\n"
             "      unsigned long length, room[2];\n"
             "    }} coverme_string = {{coverme_room_{0}, 0, {{{1}, 0}}}};\n"
             "    while (coverme_string.length < {1} &&\n"
             "           coverme_room_{0}[coverme_string.length] != 0)\n"
             "      ++coverme_string.length;\n"
             "    coverme_give_{0}(coverme_cxx_{0}, &coverme_string);\n"
             "  }}\n",
             index, buffer.image.byteSize);
}

std::string HarnessWriter::openStream(uint32_t index) {
  const Buffer &buffer = plan.buffers[index];
  if (buffer.streamClass != 0)
    return openLibraryStream(index);
  return fill(buffer.image, fmt::format("coverme_room_{}", index)) +
         fmt::format("  coverme_open_text(&coverme_text_{0}, "
                     "coverme_room_{0}, coverme_room_{0} + {1});\n",
                     index, buffer.image.byteSize);
}

} // namespace coverme
