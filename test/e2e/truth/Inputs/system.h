#pragma GCC system_header
#include "compiler.h"
