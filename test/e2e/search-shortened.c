// All calls that find a record of the last kind may go on behind the end of the
// records, as their count is as large as the number looked for. They are made
// shorter.
//
// RUN: %coverme %s --entry find | FileCheck %s
// CHECK: 10 of 10 branches covered

struct record {
  int id, flags;
};
struct table {
  int count;
  const struct record *records;
};

__attribute__((noinline)) static int kind_of(int id) {
  if (id <= 0 || id > 200)
    return 0;
  return id <= 32 ? 1 : id <= 59 ? 4 : id <= 95 ? 8 : 2;
}

int find(const struct table *table, int id) {
  const int kind = kind_of(id);
  for (int i = 0; i < table->count; ++i) {
    if (table->records[i].id != id)
      continue;
    if (kind == 8)
      if ((table->records[i].flags & 512) == 0)
        continue;
    if (table->records[i].flags > 5)
      return i;
  }
  return -1;
}
