// Other classes of the C++ library than text and vectors (cxx-library.cpp) and
// what containers hold (cxx-containers.cpp).
// RUN: %exits 0 %coverme %s --entry changes --fail-on-finding | FileCheck %s --check-prefix CHANGES
// CHANGES: 4 of 4 branches covered
// RUN: %exits 0 %coverme %s --entry pushes --fail-on-finding | FileCheck %s --check-prefix PUSHES
// PUSHES: 8 of 8 branches covered
// RUN: %inputs --some 'v["open.size()"] > 1 and result == 1' -- %s --entry tops
// RUN: %exits 0 %coverme %s --entry Reader::isAt --fail-on-finding | FileCheck %s --check-prefix PIECES
// PIECES: 6 of 6 branches covered
// RUN: %inputs --some 'v["p->m"] == 4' --some 'v["p == NULL"] == 1' -- %s --entry owns
// RUN: %refuses 2 ".*'s' is a 'struct any' of the C\+\+ library, which its own functions alone can make" %coverme %s --entry refused
//
// Classes that hold others of their own kind.
// RUN: %exits 0 %coverme %s --entry weighs --fail-on-finding | FileCheck %s --check-prefix WEIGHS
// WEIGHS: 4 of 4 branches covered
// RUN: %exits 0 %coverme %s --entry lists --fail-on-finding | FileCheck %s --check-prefix LISTS
// LISTS: 2 of 2 branches covered
#include <any>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <queue>
#include <stack>
#include <string>
#include <unordered_map>
#include <vector>

int changes(const std::map<int, double> &m, std::unordered_map<int, int> &u,
            std::list<int> &l, std::function<int()> f, double x) {
  u[3] = 4;
  l.push_back(2);
  if (m.count(3) != 0)
    return f();
  if (x == 7)
    return static_cast<int>(u.size() + l.size());
  return 0;
}

struct Owned {
  double m;
};

int owns(std::unique_ptr<Owned> p) {
  if (p == nullptr)
    return 0;
  if (p->m == 4)
    return 1;
  p.reset();
  return 2;
}

int pushes(std::stack<int> brackets, std::queue<std::string> &names, int n) {
  for (int i = 0; i < n && i < 300; ++i)
    brackets.push(i);
  names.push("a");
  if (brackets.size() == 299)
    return 1;
  return brackets.empty() ? 2 : 3;
}

int tops(std::stack<char, std::vector<char>> &open) {
  if (open.size() > 1 && open.top() == '(')
    return 1;
  return 0;
}

struct Reader {
  std::deque<double> last;
  int line;
  bool isAt(double x);
};

bool Reader::isAt(double x) {
  for (int i = 0; i < 70; ++i)
    last.push_front(x);
  last.pop_back();
  return line == 7 && last.back() == 2.5;
}

int refused(std::any &s) {
  if (s.has_value())
    return 1;
  return 0;
}

struct Part {
  double weight;
  std::vector<Part> parts;
};

int weighs(const Part &p) {
  return p.parts.size() == 2 && p.parts[1].weight == 2.5;
}

struct Entry {
  std::list<Entry> entries;
};

int lists(const Entry &e) { return e.entries.empty() ? 1 : 2; }
