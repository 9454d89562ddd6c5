// Structs that begin with another one: a pointer to that leads to what the code
// casts it to, also where it is a member of a struct, or of itself.
// RUN: %coverme %s --all > %t.txt 2>&1
// RUN: FileCheck %s --input-file %t.txt
// CHECK: 2 functions run; 26 of 26 branches covered, 0 proved infeasible, 0 deemed infeasible, 0 open; 0 findings,
#include <stddef.h>

struct instance {
  struct model *model;
  struct instance *next;
  char *name;
  int state, ports;
};
struct model {
  int type;
  struct model *next;
  struct instance *instances;
};
struct diode {
  struct instance all;
  int positive, negative;
  double charge[30];
  double *current;
  unsigned isOff : 1;
  int sensitive;
  double factors[12];
};
struct diodes {
  struct model all;
  double saturation[60];
  unsigned hasKnee : 1;
  double breakdown;
};
struct circuit {
  double *states, *voltages;
  long mode;
};

int load(struct model *first, struct circuit *circuit) {
  struct diodes *model = (struct diodes *)first;
  struct diode *here;
  for (; model != NULL; model = (struct diodes *)model->all.next)
    for (here = (struct diode *)model->all.instances; here != NULL;
         here = (struct diode *)here->all.next) {
      double voltage = circuit->voltages[here->positive] -
                       circuit->voltages[here->negative];
      double result = 0;
      if (here->negative > 0 && here->isOff)
        voltage *= 2;
      if (model->hasKnee && here->charge[20] > 1e-18)
        result = here->charge[20];
      if (voltage >= -model->breakdown)
        result += 1;
      else if (here->sensitive)
        result += 2;
      if ((circuit->mode & 0x100) &&
          here->factors[3] < circuit->states[here->all.state])
        result = 3;
      *here->current += result;
    }
  return 0;
}

// Each shape as its kind says: none is the larger form of all others.
struct shape {
  int kind;
};
struct disc {
  struct shape all;
  double radius;
};
struct box {
  struct shape all;
  double width, height;
};
struct drawing {
  struct shape *shape;
};
double area(const struct drawing *drawing) {
  const struct shape *shape = drawing->shape;
  if (shape->kind == 1)
    return ((const struct disc *)shape)->radius > 2 ? 1 : 0;
  return ((const struct box *)drawing->shape)->height > 3 ? 2 : 3;
}
