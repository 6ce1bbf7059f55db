// The inner loops in plain C: what the others are compared with.
#define TARGET
#define PLAIN
#define NAME alcedo_metric_plain
#define NAME_TEXT "plain"
#include "loops.h"
