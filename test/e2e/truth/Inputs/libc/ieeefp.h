#ifdef __clang__
#define LEAST 0
#endif
