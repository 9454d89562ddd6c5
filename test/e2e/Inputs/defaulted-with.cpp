int other(int x) { return x > 3 ? 1 : 0; }
