// Ranges that two pointers of a struct bound, where the loop ends by `!=`, and in
// structs that others lead to.
// RUN: %coverme %s --all > %t.txt 2>&1
// RUN: FileCheck %s --input-file %t.txt
// CHECK: 3 functions run; 16 of 16 branches covered, 0 proved infeasible, 0 deemed infeasible, 0 open; 0 findings,
struct neuron {
  double sum, value;
};
struct layer {
  struct neuron *first, *last;
};
struct network {
  struct layer *first, *last;
};
struct owner {
  struct layer *layer;
};

double all(const struct layer *layers, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i)
    for (struct neuron *each = layers[i].first; each != layers[i].last; ++each)
      sum += each->value > 0.9 ? each->value : -each->sum;
  return sum;
}

double ofOwner(const struct owner *owner) {
  double last = 0;
  for (struct neuron *each = owner->layer->first; each != owner->layer->last;
       each++)
    if (each->value > 10)
      last = each->value;
  return last;
}

double nested(const struct network *network) {
  double sum = 0;
  for (struct layer *layer = network->first; layer != network->last; layer++) {
    const struct neuron *const end = layer->last;
    for (const struct neuron *each = layer->first; each != end; each++)
      sum += each->value > 0.9 ? each->value : -each->sum;
  }
  return sum;
}
