// Objects of the C++ library: numbers, text and pointers are given to them as
// their own functions would do, so that the code may let them grow, move them,
// and destroy them.
//
// RUN: %coverme %s --entry grows | FileCheck %s --check-prefix GROWS
// GROWS: 6 of 6 branches covered
// GROWS-DAG: v = {17
// GROWS-DAG: s = "q{{[^"]*}}"
//
// RUN: %inputs --some 'v["v.size()"] == 2 and v["v[1]"] == 42.5' --every 'v["v.size()"] <= 8' -- %s --entry reads
// RUN: %exits 1 %coverme %s --entry reads --array v=2 --max-evals 3000 | FileCheck %s --check-prefix ARRAY
// ARRAY: 3 of 4 branches covered
// ARRAY: v[0] = {{.*}}, v[1] = 42.5
// RUN: %inputs --some 'v["this->name.size()"] == 0' --some 'v["this->q.size()"] == 1' -- %s --entry Part::look
// RUN: %coverme %s --entry returns | FileCheck %s --check-prefix RETURNS
// RETURNS: 2 of 2 branches covered
//
// RUN: %coverme %s --entry nested | FileCheck %s --check-prefix NESTED
// NESTED: 4 of 4 branches covered
// NESTED: names.size() = 2
//
// Comparisons of texts lead the search; of what `compare` returns C++ says no
// more than its sign.
// RUN: %coverme %s --entry compares --max-evals 40000 -- -std=c++20 | FileCheck %s --check-prefix COMPARES
// COMPARES: 14 of 14 branches covered
// RUN: %exits 1 %coverme %s --entry differs --max-evals 3000 | FileCheck %s --check-prefix DIFFERS
// DIFFERS: 0 proved infeasible
//
// A size goes beyond what the code compares it with.
// RUN: %coverme %s --entry sized | FileCheck %s --check-prefix SIZED
// SIZED: 6 of 6 branches covered
//
// RUN: %inputs --some 'v["s.size()"] == 3' -- %s --entry views
//
// What a view shows is not of the heap, and ends the call that deletes it.
// RUN: %exits 1 %coverme run %s --entry deletes '--input=s.size()=1' | FileCheck %s --check-prefix DELETES
// DELETES: ->  SIGABRT
//
// No proof is made of what there is in our objects.
// RUN: %exits 1 %coverme %s --entry large --max-evals 3000 | FileCheck %s --check-prefix LARGE
// LARGE: 1 of 2 branches covered, 0 proved infeasible
// RUN: %inputs --some 'v["v.size()"] > 1000' -- %s --entry large --range 'v.size()=0:1001'
#include <exception>
#include <string>
#include <string_view>
#include <vector>

int grows(std::vector<int> v, std::string &s) {
  const bool isEmpty = v.empty();
  v.push_back(3);
  s += " and so on, until it does not fit";
  if (isEmpty)
    return 0;
  if (v[0] == 17)
    return 1;
  if (s[0] == 'q')
    return 2;
  return 3;
}

int reads(const std::vector<double> &v) {
  if (v.size() == 2 && v[1] == 42.5)
    return 1;
  return 0;
}

struct Unused;

class Part : public std::exception {
public:
  int look() const;

private:
  std::string name;
  std::vector<double> q;
  std::vector<std::pair<Unused *, bool>> others;
};

int Part::look() const {
  if (name.empty())
    return 1;
  if (q.size() == 1)
    return 2;
  return 3;
}

std::vector<std::string> returns(double x) {
  if (x > 1)
    return {"a text that is too long to be in the object", "and another one"};
  return {};
}

int nested(const std::vector<std::vector<double>> &rows,
           const std::vector<std::string> &names) {
  if (names.size() == 2 && names[1].size() == 3)
    return 1;
  return rows.size();
}

int compares(const std::string &s, const std::string &t, std::string_view v) {
  if (s == "fast")
    return 1;
  if (t < "kilo")
    return 2;
  if (t != "metres")
    return 3;
  if (v == "north")
    return 4;
  if (s.compare("slow") == 0)
    return 5;
#if __cplusplus > 201703L
  if (s.starts_with("deg"))
    return 6;
  if (v.ends_with("rad"))
    return 7;
#endif
  return 0;
}

int sized(const std::vector<double> &v, const std::string &s) {
  if (v.size() < 3)
    return 1;
  if (v.size() > 20)
    return 2;
  if (s.size() > 30)
    return 3;
  return 0;
}

int differs(const std::string &s) {
  if (s.size() == 2 && s[0] == 'x' && s.compare("x") == 1)
    return 1;
  return 0;
}

int deletes(std::string_view s) {
  delete[] s.data();
  return s.size() == 1 ? 1 : 2;
}

int views(std::string_view s) {
  if (s.size() == 3 && s[1] == 'b')
    return 1;
  return 0;
}

int large(const std::vector<char> &v) {
  if (v.size() > 1000)
    return 1;
  return 0;
}
