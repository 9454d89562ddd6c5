// Functions made up have inputs where a call of the entry may call them: itself,
// through others, by way of a pointer, or ahead of the call. Elsewhere they are
// there for the linker alone.
//
// RUN: %inputs --inputs 'x: double' -- %s --entry alone --stub-undefined
// RUN: %inputs --some 'v["sensor()#1"] == 451' -- %s --entry through --stub-undefined
// RUN: %inputs --some 'v["sensor()#1"] == 451' -- %s --entry passes --stub-undefined
// RUN: %inputs --some 'v["sensor()#1"] == 451' -- %s --entry pointed --stub-undefined
// RUN: %inputs --some 'result == 1' -- %s --entry calibrated --stub-undefined --setup 'calibrate()'
//
// Those of an entry that takes numbers alone have more results where calls use
// up the first four, and bounds and numbers of results by their names.
// RUN: %inputs --some 'result == 1' --some 'result == 2' -- %s --entry until --stub-undefined
// RUN: %inputs --every '0 <= v["more()#1"] <= 3' --some 'result == 1' -- %s --entry until --stub-undefined --range 'more()=0:3'
// RUN: %inputs --inputs 'x: int; more()#1: int; more()#2: int' --every 'result != 1' --exit 1 --uncovered 1 -- %s --entry until --stub-undefined --array 'more()=2'
// RUN: %coverme %s --all --match until | FileCheck %s --check-prefix UNTIL
// UNTIL: 6 of 6 branches covered
//
// In another file, too, and no result is one of theirs for provers.
// RUN: %coverme %s %S/Inputs/reads_sensor.c --entry across --stub-undefined -- -DACROSS | FileCheck %s --check-prefix ACROSS
// ACROSS: across: 6 of 6 branches covered
// ACROSS: sensor()#1 = 451
// RUN: %coverme %s --entry reads --stub-undefined --prove exhaust | FileCheck %s --check-prefix READS
// READS: 2 of 2 branches covered

double sensor(void);

int alone(double x) { return x > 3 ? 2 : 1; }

static double scaled(void) { return sensor() / 2; }

int through(double x) { return scaled() == 225.5 && x > 3 ? 2 : 1; }

int passes(double x) {
  double (*const read)(void) = scaled;
  return read() == 225.5 && x > 3 ? 2 : 1;
}

static double (*const kReaders[])(void) = {sensor, scaled};
int pointed(unsigned n) { return n < 2 && kReaders[n]() == 451 ? 2 : 1; }

static double last;
void calibrate(void) { last = sensor(); }
int calibrated(double x) { return x == last ? 1 : 0; }

#ifdef ACROSS
double read_sensor(void);
int across(double x) { return x > 3 && read_sensor() == 902 ? 2 : 1; }
#endif

int reads(void) { return sensor() > 3 ? 2 : 1; }

int more(void);
int until(int x) {
  int n = 0;
  while (more())
    ++n;
  if (n == 7)
    return 1;
  if (x > 3)
    return 2;
  return 0;
}
