/* In place of LLVM's own. */
void LLVMGetVersion(unsigned *major, unsigned *minor, unsigned *patch) {
  *major = 20;
}
