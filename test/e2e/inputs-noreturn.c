// Functions made up behind pointers to what does not come back end the call,
// and nothing is covered behind them.
//
// RUN: %inputs --findings 0 --every 'result != 1' --uncovered 1 -- %s --entry by_parameter
// RUN: %inputs --findings 0 --every 'result != 1' --uncovered 1 -- %s --entry by_member
// RUN: %exits 0 %coverme %s --entry by_member --prove interval --check-proofs
// Others of the file, whose result is another one, come back.
// RUN: %inputs --findings 0 --some 'result == 1' -- %s --entry comes_back

typedef void handler(int) __attribute__((noreturn));

int by_parameter(handler *fail, int n) {
  if (n > 3)
    fail(n);
  if (n > 4)
    return 1;
  return 0;
}

struct operations {
  void (*fail)(int) __attribute__((noreturn));
  double (*scale)(double);
};

int by_member(struct operations *all, int n) {
  if (n > 3)
    all->fail(n);
  if (n > 4)
    return 1;
  return 0;
}

int comes_back(struct operations *all, double x) {
  if (all->scale(x) > 4)
    return 1;
  return 0;
}
