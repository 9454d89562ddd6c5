#if defined VALUE && __GNUC__ >= 5
#define MOST 9
#elif defined VALUE
#define MOST 255
#elif defined __clang__
#define MOST 255
#else
#define MOST 9
#endif
