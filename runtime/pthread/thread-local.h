/* Thread-specific data (thread-local.c). */
#ifndef DRISTA_THREAD_LOCAL_H
#define DRISTA_THREAD_LOCAL_H

/* At the end of a thread: calls the destructors of its C++ thread_local objects; of its pthread keys. */
void dr_destructors_run(unsigned thread);
void dr_keys_run(unsigned thread);
unsigned dr_keys_used(void); /* no key has this number or a higher one */
const void *dr_key_value(unsigned thread, unsigned key); /* the value that the thread has for the key */

#endif
