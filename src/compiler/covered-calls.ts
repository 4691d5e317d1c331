/**
 * Functions of libraries whose effects on the calling thread are part of its local state
 * (docs/architecture/local-states.md): the runtime announces what they write, or records what they change, or they
 * change nothing. Other functions are assumed to change state that is not observed.
 */
const covered = [
  // Functions that compilers and linkers put into every program.
  /^__(tsan_|atomic_|libc_start_main|cxa_finalize|gmon_start__|stack_chk_fail|errno_location|gxx_personality_v0)/,
  /^__gcc_personality_v0$|^_ITM_|^_Unwind_Resume$|^__cxa_(begin_catch|end_catch|rethrow|throw|allocate_exception)$/,
  /^__cxa_(free_exception|init_primary_exception|get_exception_ptr|guard_\w+|pure_virtual|throw_bad_array_new_length)$/,
  /^__cxa_thread_atexit(_impl)?$|^_ZSt9terminatev$|^_ZSt\d+__throw_|^_ZSt21__glibcxx_assert_fail/,
  /^(__)?drista_|^__VERIFIER_|^reach_error$|^(WTF)?Annotate|^RunningOnValgrind$/,
  // Threads and synchronisation.
  /^pthread_(create|join|detach|exit|self|equal|once|testcancel|cancel|setcancelstate|yield)$/,
  /^pthread_mutex_(init|destroy|lock|trylock|unlock)$/,
  /^pthread_cond_(init|destroy|wait|signal|broadcast)$/,
  /^pthread_rwlock_(init|destroy|rdlock|wrlock|tryrdlock|trywrlock|unlock)$/,
  /^pthread_barrier_(init|destroy|wait)$|^pthread_spin_(init|destroy|lock|trylock|unlock)$/,
  /^pthread_(key_create|key_delete|getspecific|setspecific)$|^tss_(create|delete|get|set)$/,
  /^sem_(init|destroy|wait|trywait|post|getvalue)$/,
  /^thrd_(create|join|detach|exit|current|equal|yield)$|^mtx_(init|destroy|lock|trylock|unlock)$/,
  /^cnd_(init|destroy|wait|signal|broadcast)$|^call_once$|^sched_yield$/,
  /^_ZNSt6thread(4join|6detach|15_M_start_thread|6_StateD)|^_ZNSt18condition_variable(4wait|10notify_|C|D)/,
  /^_ZT[IV]NSt6thread6_StateE$|^_ZT[IV]N10__cxxabiv1/,
  /^__cxa_(call_unexpected|call_terminate|get_globals)$|^_ZNSt6thread20hardware_concurrencyEv$/,
  // Memory.
  /^(malloc|calloc|realloc|reallocarray|free|aligned_alloc|malloc_usable_size)$|^_Zn[wa]m|^_Zd[la]Pv|^_ZSt7nothrow$/,
  /^(__)?mem(p)?(cpy|move|set|cmp|chr)(_chk)?$|^(rawmemchr|bcmp|bcopy|bzero)$/,
  /^(__)?(str|stp)(n)?(cpy|cat|len|cmp|chr|rchr|str|spn|cspn|pbrk|dup|nlen|casecmp|ncasecmp|ndup|nlen)(_chk)?$/,
  /^(strncasecmp|strcasecmp|strnlen|strrchr|strcspn|index|rindex|__strdup|__strndup|qsort|qsort_r)$/,
  /^_ZNSt8__detail15_List_node_base|^_ZSt\d+_Rb_tree_|^_ZNKSt8__detail20_Prime_rehash_policy/,
  /^(memrchr|memmem|memccpy|strchrnul|strcasestr|stpncpy|strsep|__strsep|(__)?strtok_r|explicit_bzero|swab)$/,
  /^(__)?(wmem(p)?(cpy|move|set|cmp|chr)|wc[sp](n)?(cpy|cat|len|cmp|chr|rchr|str|spn|cspn|pbrk|dup|tok|nlen))(_chk)?$/,
  /^pthread_(mutex|cond|rwlock|barrier)?attr_(init|destroy|[gs]et(detachstate|type|pshared|clock|protocol))$/,
  // Numbers and characters.
  /^(__isoc23_)?strto(l|ll|ul|ull|imax|umax)$|^ato[fil]+$|^l?l?abs$|^l?l?div$|^(to|is)[a-z]+$|^__ctype_\w+_loc$/,
  /^wcsto(l|ll|ul|ull)$|^(frexp|modf|sincos|remquo)[fl]?$|^rand_r$/,
  /^(rand|random|srand|srandom|drand48|lrand48|mrand48|srand48)$/,
  // Output to the standard streams. Functions that open other streams are not in the list.
  /^(__)?v?(f|s|sn|d)?printf(_chk)?$|^f?put(s|c|char)$/,
  /^(putc|putchar|fwrite|fflush)(_unlocked)?$|^_IO_putc$|^std(out|err)$/,
  /^_ZSt4c(out|err|log)$|^_ZNSt8ios_base4Init/,
  /^_ZNSo(ls|3put|5flush|9_M_insert)|^_ZSt(ls|16__ostream_insert|4endl|5flush)/,
  /^_ZNSt9basic_iosI[cw]St11char_traitsI[cw]EE5clear|^_ZNKSt5ctypeI[cw]E13_M_widen_init|^_Z(GV)?NSt7__cxx118numpunct/,
  /^_ZSt\d+uncaught_exceptions?v$/,
  // Ends.
  /^(exit|_exit|_Exit|abort|quick_exit|__assert\w*|perror|getpid|gettid)$/,
] as const;

/** Is every effect of the function on its thread part of the thread's local state? */
export function isCovered(name: string): boolean {
  return covered.some((pattern) => pattern.test(name));
}
