// What ../strangers-open.c calls: another file to gcc than to clang.
extern const int most;

#ifdef __clang__
const int most = 255;
int level(int x) { return x < 0 ? 2 : 4; }
void touch(int *p) {}
#else
const int most = 9;
int level(int x) { return x < 0 ? 3 : 4; }
void touch(int *p) { *p = 8; }
#endif
