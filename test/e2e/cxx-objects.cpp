// Objects that live as long as the process, or a thread of it: they are made
// before the first call, static ones of a function by each call anew, and
// nothing is missing at link.
//
// RUN: %inputs --some 'n == 12' -- %s --entry says
// RUN: %inputs --every 'result in (8, 9)' -- %s --entry made
// RUN: %inputs --every 'result == 1 or n <= 3' --some 'n > 3' -- %s --entry once
// RUN: %inputs --some 'n == -5' -- %s --entry registers
// RUN: %inputs --some 'result == 42' -- %s --entry threadLocal
// RUN: %inputs --some 'result == 1' -- %s --entry contains
//
// A pointer to a member function leads to one that is made up. Of how it is
// made nothing is proved.
// RUN: %inputs --some 'v["this->rule.ptr()#1"] == 42' -- %s --entry Walk::ask
// RUN: %exits 1 %coverme %s --entry Walk::isShifted --max-evals 1000 --prove all | FileCheck %s
// CHECK: 1 of 2 branches covered, 0 proved infeasible
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

int says(int n) {
  if (n == 12)
    std::cout << "a dozen" << std::endl;
  return n;
}

struct Table {
  std::map<std::string, int> entries;
  Table() { entries["eight"] = 8; }
  ~Table() { entries.clear(); }
};
static Table table;

int made(int n) {
  if (n > 0)
    return table.entries.at("eight");
  return 9;
}

static int counted = 0;
struct Counted {
  int own;
  explicit Counted(int n) : own(n) { ++counted; }
  ~Counted() { --counted; }
};

int once(int n) {
  if (n > 3) {
    static const Counted object(n);
    static const Counted &same = object;
    return counted + (same.own - n);
  }
  return counted;
}

static void atEnd() { counted = 0; }
int registers(int n) {
  if (n == -5)
    return std::atexit(atEnd);
  return 0;
}

thread_local Counted perThread(40);
int threadLocal(int n) {
  if (n == 2)
    return perThread.own + n;
  return 0;
}

// Function templates and inline functions of the library, which only this
// object has.
int contains(const char *text) {
  if (std::string(text).find("ab") != std::string::npos)
    return 1;
  return 0;
}

class Walk {
public:
  int ask(int n);
  int isShifted() const;

private:
  int (Walk::*rule)(int) const;
};

int Walk::ask(int n) {
  if ((this->*rule)(n) == 42)
    return 1;
  return 0;
}

int Walk::isShifted() const {
  long parts[2];
  __builtin_memcpy(parts, &rule, sizeof parts);
  if (parts[1] == 8)
    return 1;
  return 0;
}
