// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Z3, in a process that the driver can kill and limits: coverme-smt STEPS reads
// an SMT-LIB script from standard input and writes the answers. Exit code 0
// with an answer, whatever it is.

#include <z3.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>

namespace {

// In case of an error, Z3 has said all there is to say in its output.
void ignore(Z3_context, Z3_error_code) {}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: coverme-smt STEPS < SCRIPT\n");
    return 2;
  }
  const char *steps = argv[1];
  std::string script(std::istreambuf_iterator<char>(std::cin), {});
  if (std::string_view(steps) != "0")
    script = "(set-option :rlimit " + std::string(steps) + ")\n" + script;
  Z3_context context = Z3_mk_context(nullptr);
  Z3_set_error_handler(context, ignore);
  std::fputs(Z3_eval_smtlib2_string(context, script.c_str()), stdout);
  // Without the destructors of Z3, which take their time.
  std::fflush(stdout);
  std::_Exit(std::ferror(stdout) != 0 ? 1 : 0);
}
