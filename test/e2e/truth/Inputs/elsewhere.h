#if not_a_macro && __GNUC__ >= 5
#define MOST 9
#else
#define MOST 255
#endif
