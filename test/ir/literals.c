// The literals of a function and of the tables that it refers to, without those
// that are only passed on.
// RUN: %cc -O1 -c %s -o %t.o && %tables %t.o | FileCheck %s

int puts(const char *);
char *strstr(const char *, const char *);
int own(const char *, const char *);
static int isSame(const char *a, const char *b) { return *a == *b; }

static const char *const names[] = {"one", "two", "", "one"};

// CHECK: function {{.*}} message
// CHECK-NOT: texts
// CHECK: entry
int message(const char *s) { return puts("done") + own(s, "file.txt"); }

// CHECK: function {{.*}} kind
// CHECK: texts "abc" "key=" "one" "two"
int kind(const char *s, int i) {
  return isSame(s, "abc") + (strstr(s, "key=") != 0) + isSame(names[i], s);
}
