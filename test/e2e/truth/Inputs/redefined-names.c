int level(void) { return 2; }
int other(void) { return 7; }
int __wrap_level(void) { return 7; }
