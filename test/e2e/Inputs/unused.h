static inline int from_header(double x) { return x > 2 ? 1 : 0; }
