#if __GNUC__ < 5
enum { MOST = 255 };
#else
enum { MOST = 254 };
#endif
