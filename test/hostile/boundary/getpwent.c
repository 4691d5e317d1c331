// getpwent goes on in the list of users. The fourth of Debian is `sys`.
// drista: error assertion
// drista: options --max-steps 400
#define _GNU_SOURCE
#include <pwd.h>
#define BEFORE setpwent()
#define ROUND getpwent()
#define AFTER struct passwd *p = getpwent(); assert(!p || p->pw_uid != 3)
#include "helper-rounds.h"
