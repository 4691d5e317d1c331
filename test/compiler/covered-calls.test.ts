/** Which functions of libraries let a program have local states, and which state of its thread a function returns. */
import { isCovered } from '../../src/compiler/covered-calls';

test.each([
  ['memory', 'malloc free memcpy __memcpy_chk strtok_r qsort _Znwm _ZdlPvm'],
  ['threads', 'pthread_create pthread_mutex_lock sem_wait mtx_lock cnd_wait call_once pthread_setspecific sched_yield'],
  ['numbers', 'strtol atoi isalpha tolower isatty abs rand srand rand_r frexp sin pow'],
  ['output', 'printf fprintf __printf_chk puts fwrite fflush _ZSt4cout _ZNSolsEi stdout perror'],
  ['exceptions', '__cxa_throw __cxa_begin_catch _Unwind_Resume _ZSt20__throw_length_errorPKc'],
  ['ends', 'exit abort __assert_fail _ZSt9terminatev'],
  ['drista', '__tsan_read4 __tsan_atomic32_load drista_runtime_choose drista_runtime_observe __VERIFIER_nondet_int'],
])('%s', (_, names) => {
  expect(names.split(' ').filter((name) => !isCovered(name))).toEqual([]);
});

test.each([
  ['of files', 'open fopen read fgets scanf close opendir'],
  ['of streams that are made in memory', 'open_memstream fmemopen fopencookie'],
  ['of hidden state', 'getopt strtok tsearch hsearch initstate sbrk setenv getenv getpwent _ZNSt8ios_base6xallocEv'],
  ['of the process', 'prctl setrlimit fork kill signal mmap _setjmp longjmp'],
  ['of the clock', 'clock_gettime time nanosleep pthread_cond_timedwait'],
  ['that nobody knows', 'no_such_function init_module syscall'],
])('not: functions %s', (_, names) => {
  expect(names.split(' ').filter(isCovered)).toEqual([]);
});

test.each([
  ['writes', '_ZSt20_Rb_tree_rotate_leftPSt18_Rb_tree_node_baseRS0_'],
  ['reads', '_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE4sizeEv'],
])('not: what %s memory, and is not wrapped', (_, name) => {
  expect(isCovered(name)).toBe(false);
});

test('what reads memory for an output only', () => {
  expect(isCovered('_ZNSo5writeEPKcl')).toBe(true);
});

test('not: what reads the state of a stream', () => {
  expect(['feof', 'fwide', '_ZNSt9basic_iosIcSt11char_traitsIcEE4fillEc'].filter(isCovered)).toEqual([]);
});
