#include "alcedo_jpeg.h"
