// Ensures that the same source gives the same object, byte for byte.
// RUN: %cc -O1 -g -c %s -o %t.1.o
// RUN: %cc -O1 -g -c %s -o %t.2.o
// RUN: cmp %t.1.o %t.2.o
#include "Inputs/mixture.h"
