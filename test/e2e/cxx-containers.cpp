// Containers of the C++ library hold elements where the library alone decides
// their order, and std::function calls functions that are made up. Objects are
// of classes that dynamic_cast asks for.
// RUN: %exits 1 %coverme %s --all --own --prove interval | FileCheck %s
// CHECK: 84 of 86 branches covered, 0 proved infeasible
// CHECK-DAG: {{^}}many {{ *[0-9]+ +2 +1 +0 }}
// CHECK-DAG: {{^}}ordered {{ *[0-9]+ +2 +1 +0 }}
//
// Kept tests make them, and nothing is left or given back twice.
// RUN: rm -rf %t && mkdir %t && %exits 0 %coverme %s --entry changes --sanitize address --fail-on-finding --emit ctest=%t/kept | FileCheck %s --check-prefix CHANGES
// CHANGES: 6 of 6 branches covered
// RUN: cmake -S %t/kept -B %t/build -DCMAKE_BUILD_TYPE=Release > /dev/null && cmake --build %t/build > /dev/null && ctest --test-dir %t/build > /dev/null
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

int mapSum(const std::map<int, double> &m) {
  double s = 0;
  for (const auto &e : m)
    if (e.first > 3)
      s += e.second;
  return s > 10 ? 1 : 0;
}

int lookup(const std::map<std::string, double> &m, const std::string &k) {
  const auto it = m.find(k);
  if (it == m.end())
    return 2;
  return it->second > 2.5 ? 1 : 0;
}

int greatest(std::map<double, int, std::greater<double>> m) {
  if (m.size() < 3)
    return 2;
  return m.begin()->second == 7 ? 1 : 0;
}

int inSet(const std::set<int> &s, int x) {
  return s.count(x) != 0 && s.size() > 2 ? 1 : 0;
}

int twice(const std::multiset<int> &s) { return s.count(5) == 2 ? 1 : 0; }

int listMean(std::list<double> l) {
  double s = 0;
  for (double d : l)
    s += d;
  return l.size() > 2 && s > 1.5 ? 1 : 0;
}

int hashed(std::unordered_map<int, double> &m, int k) {
  const auto i = m.find(k);
  if (i == m.end())
    return m[k] = 2;
  return i->second > 1 ? 1 : 0;
}

int hashedText(std::unordered_set<std::string> s) {
  for (int i = 0; i < 30; ++i)
    s.insert(std::string(20, 'a' + i));
  return s.size() == 33 ? 1 : 0;
}

int rows(const std::map<int, std::vector<double>> &m) {
  for (const auto &[key, row] : m)
    if (key == 4 && row.size() == 2)
      return row[1] > 3 ? 1 : 0;
  return 2;
}

int dequeMax(std::deque<double> &d) {
  if (d.size() < 2)
    return 2;
  d.pop_front();
  return d.front() > 4 ? 1 : 0;
}

int bits(const std::vector<bool> &v) {
  int n = 0;
  for (bool b : v)
    n += b ? 1 : 0;
  return n > 2 ? 1 : 0;
}

int heap(std::priority_queue<double> q) {
  if (q.size() < 2)
    return 2;
  const double first = q.top();
  q.pop();
  return first > q.top() + 4 ? 1 : 0;
}

int root(const std::function<double(double)> &f, double a, double b) {
  if (f(a) * f(b) > 0)
    return 2;
  return f((a + b) / 2) == 0 ? 1 : 0;
}

int orNot(std::function<double(double)> f) {
  if (!f)
    return 2;
  return f(3) > 4 ? 1 : 0;
}

// How many there may be is ours alone.
int many(const std::set<int> &s) { return s.size() > 100 ? 1 : 2; }

struct Later {
  bool operator()(int a, int b) const { return a > b; }
};
// Of an order of the code's own nothing is known.
int ordered(const std::set<int, Later> &s) { return s.empty() ? 2 : 1; }

int changes(std::map<std::string, std::list<int>> &m,
            std::unordered_map<std::string, std::string> u) {
  u["a"] = "a text that is long enough";
  if (m.empty())
    return 0;
  m.begin()->second.push_back(2);
  m["new"].push_back(3);
  if (u.size() > 2)
    m.erase(m.begin());
  return m.size() > 3 ? 1 : 2;
}

struct Shape {
  virtual ~Shape() {}
  virtual double area() const = 0;
};
struct Circle : Shape {
  double radius;
  double area() const override { return 3 * radius * radius; }
};
struct Box : Shape {
  double width, height;
  double area() const override { return width * height; }
};

int describe(const Shape &s) {
  if (auto circle = dynamic_cast<const Circle *>(&s))
    return circle->radius > 2 ? 1 : 2;
  if (auto box = dynamic_cast<const Box *>(&s))
    return box->width > box->height ? 3 : 4;
  return 0;
}
