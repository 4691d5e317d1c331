/* The functions that exit and quick_exit call: atexit, on_exit, at_quick_exit, destructors of C++ static objects. */
#ifndef DRISTA_EXIT_HANDLERS_H
#define DRISTA_EXIT_HANDLERS_H

/* The running thread is about to call them. The call of exit is at the site; NULL: main returns. */
void dr_exit_handlers_read(const void *site);

#endif
