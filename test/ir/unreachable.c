// Ensures that a call which comes to __builtin_unreachable is ended, and that what
// follows a function that does not return is left as it is.
// RUN: %cc -O1 -emit-llvm -S -Xclang -disable-llvm-passes %s -o - | opt -passes=verify -S | FileCheck --check-prefix=PLAIN %s
// RUN: %cc -O1 -emit-llvm -S %s -o - | FileCheck %s
// RUN: %cc -O1 -x c++ -emit-llvm -S %s -o - | FileCheck --check-prefix=CXX %s

#ifdef __cplusplus
// CXX-LABEL: @_Z5leavei(
// CXX-NOT: __coverme_unreachable
// CXX: invoke void @_Z4gonev()
// CXX-NOT: __coverme_unreachable
// CXX: unreachable
// CXX-LABEL: @says(
struct Last {
  ~Last();
};
[[noreturn]] void gone();
int leave(int x) {
  Last last;
  if (x < 0)
    gone();
  return x > 3;
}
extern "C" {
#endif

// PLAIN-NOT: __coverme_unreachable
// CHECK-LABEL: @says(
// CHECK: call void @__coverme_unreachable()
// CHECK-NEXT: unreachable
int says(int x) {
  if (x < 0)
    __builtin_unreachable();
  return x > 3;
}

// CHECK-LABEL: @ends(
// CHECK-NOT: __coverme_unreachable
// CHECK: call void @abort()
// CHECK-NEXT: unreachable
void abort(void) __attribute__((noreturn));
int ends(int x) {
  if (x < 0)
    abort();
  return x > 3;
}

#ifdef __cplusplus
}
#endif
