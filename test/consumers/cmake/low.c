/* A branch that nobody knows how to take. */
int low(const char *p) {
  unsigned long hash = 5381;
  for (int i = 0; i < 4; i++)
    hash = hash * 33 % 1000003 ^ (unsigned char)p[i] * hash;
  return hash * hash % 1000000007 == 123456789 ? 1 : 0;
}
