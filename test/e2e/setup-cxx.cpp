// A method's object is made by its constructor where that takes more than
// members that are numbers.
//
// RUN: %coverme %s --entry Filter::step | FileCheck %s --check-prefix STEP
// STEP: 6 of 6 branches covered
// STEP: Filter(this, 3.5 (0x1.cp+1)); step(this, {{.*}})
//
// RUN: %exits 1 %coverme %s --entry Filter::step --setup 'Filter(this, 3)' | FileCheck %s --check-prefix OPTION
// OPTION: Filter(this, 3); step(this, {{.*}})

class Filter {
public:
  explicit Filter(double gain) : head(nodes), gain(gain) {
    for (int i = 0; i < 8; ++i)
      nodes[i].next = i < 7 ? &nodes[i + 1] : nullptr;
  }
  double step(double x) {
    int count = 0;
    for (Node *node = head; node != nullptr; node = node->next)
      ++count;
    if (count == 8 && gain == 3.5)
      return x;
    return -1;
  }

private:
  struct Node {
    Node *next;
  };
  Node nodes[8], *head;
  double gain;
};

double use(double gain, double x) { return Filter(gain).step(x); }
