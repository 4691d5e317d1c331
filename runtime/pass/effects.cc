/* The table of effects, which the runtime has too. */
#include "../effects/effects.c"
