// The inputs in Test-Comp's exchange format: valid, the same again, and each
// the number that the test has.
// RUN: rm -rf %t && mkdir %t && cp %s %t/f.c && cp %S/Inputs/*-1.1.dtd %t && cd %t
// RUN: env SOURCE_DATE_EPOCH=86400 %coverme f.c --entry scaled -q --json f.json --emit testcomp=out
// RUN: xmllint --noout --nonet --dtdvalid test-metadata-1.1.dtd out/metadata.xml 2> errors.txt
// RUN: xmllint --noout --nonet --dtdvalid testcase-1.1.dtd out/test-1.xml out/test-2.xml out/test-3.xml 2> errors.txt
// RUN: FileCheck %s --check-prefix METADATA < out/metadata.xml
// RUN: sha256sum f.c | cut -c1-64 | xargs -I SUM grep -qF '<programhash>SUM</programhash>' out/metadata.xml
// RUN: cat out/test-*.xml | FileCheck %s --check-prefix TEST
// METADATA: <?coverme Kept by coverme --emit
// METADATA: <sourcecodelang>C</sourcecodelang>
// METADATA-NEXT: <producer>coverme {{[0-9.]+}}</producer>
// METADATA-NEXT: <specification>COVER( init(scaled()), FQL(COVER EDGES(@DECISIONEDGE)) )</specification>
// METADATA-NEXT: <programfile>f.c</programfile>
// METADATA-NEXT: <programhash>{{[0-9a-f]+}}</programhash>
// METADATA-NEXT: <entryfunction>scaled</entryfunction>
// METADATA-NEXT: <architecture>64bit</architecture>
// METADATA-NEXT: <creationtime>1970-01-02T00:00:00Z</creationtime>
// TEST: <input variable="p-&gt;x" type="double">{{-?0x|-?inf|-?nan}}
// TEST-NEXT: <input variable="p-&gt;n" type="int">{{-?[0-9]+}}</input>
// TEST-NEXT: <input variable="k" type="float">
//
// Written again, nothing changes; what somebody edited stays.
// RUN: env SOURCE_DATE_EPOCH=86400 %coverme f.c --entry scaled -q --emit testcomp=out --update 2>&1 > changes.txt | count 0
// RUN: echo '<!-- mine -->' >> out/test-1.xml
// RUN: %coverme f.c --entry scaled -q --emit testcomp=out --update 2>&1 | FileCheck %s --check-prefix EDITED
// EDITED: 'out/test-1.xml' is left as it is: somebody edited it
//
// What a program draws is in the order of the calls, as far as it is known.
// RUN: %coverme f.c --entry main -q --emit testcomp=drawn
// RUN: cat drawn/test-*.xml | FileCheck %s --check-prefix DRAWN
// DRAWN: <testcase>
// DRAWN-NEXT: <input>{{-?[0-9]+}}</input>
// RUN: %coverme f.c --entry main -q --emit testcomp=two -- -DTWO 2>&1 | FileCheck %s --check-prefix TWO
// RUN: not ls two
// TWO: coverme: note: --emit testcomp of 'main': the files have no order of calls to several functions that draw
//
// RUN: %coverme f.c --entry same -q --emit testcomp=same 2>&1 | FileCheck %s --check-prefix SAME
// SAME: coverme: note: --emit testcomp of 'same': the files have no pointers that lead to one object
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);

struct point {
  double x;
  int n;
};
int scaled(const struct point *p, float k) {
  if (p->x * k > 1e3)
    return 1;
  return p->n == 12345 ? 2 : 0;
}

int same(int *a, int *b) {
  *a = 1;
  *b = 2;
  return *a == 2 ? 1 : 0;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 77)
    return 1;
#ifdef TWO
  return __VERIFIER_nondet_double() > 3;
#endif
  return __VERIFIER_nondet_int() > n ? 2 : 0;
}
