// A file of its own for stubs-called.c.
double sensor(void);
double read_sensor(void) { return sensor() * 2; }
