/** Rows on which verdicts depend: what they say must not get lost. */
import { effectOf } from '../../src/effects/effects';

/** What the row says is written: arguments of the caller, and hidden state. */
function written(name: string): string {
  const { accesses, state } = effectOf(name)!;
  const letters = { reads: '', writes: 'w', 'reads-writes': 'w', calls: '', keeps: '', frees: '' };
  const ofCaller = accesses.flatMap(({ kind, argument }) => (letters[kind] === '' ? [] : [`w${argument}`]));
  return [...ofCaller, ...state.filter(({ isWritten }) => isWritten).map((each) => each.name)].join(' ');
}

test.each([
  ['open_memstream', 'w1 w2 streams heap errno'],
  ['fprintf', 'stream1 errno'],
  ['fputc', 'stream2 errno'],
  ['getopt', 'w2 race:getopt &optind:4 &optarg:8 &optopt:4 stderr'],
  ['sbrk', 'break errno'],
  ['getpwent', 'race:passwd race:static heap errno'],
  ['_ZNSt8ios_base6xallocEv', 'xalloc'],
  ['memfrob', 'w1'],
  ['prctl', 'process errno'],
  ['nanosleep', 'w2 clock errno'],
  ['strtok', 'w1 strtok'],
  ['setlocale', 'locale race:static heap'],
  ['rand', 'rand'],
  ['fesetround', 'rounding'],
  ['lgamma', '&signgam:4 errno raised'],
])('hidden state: %s', (name, effects) => {
  expect(written(name)).toBe(effects);
});

test.each([
  ['realpath', 'w2 heap errno'],
  ['strfromd', 'w1'],
  ['getloadavg', 'w1 errno'],
  ['getitimer', 'w2 errno'],
  ['cfmakeraw', 'w1'],
  ['getcontext', 'w1'],
  ['sigaltstack', 'w2 signals errno'],
  ['initstate', 'w2 rand rand-buffer errno'],
  ['glob', 'w4 heap'],
  ['wordexp', 'w2 env files process heap'],
  ['regcomp', 'w1 pattern heap'],
  ['getpwuid_r', 'w2 w3 w5 heap errno'],
  ['memcpy', 'w1'],
  ['read', 'w2 descriptor1 files errno'],
  ['strtol', 'w2 errno'],
])('memory of the caller: %s', (name, effects) => {
  expect(written(name)).toBe(effects);
});

test('calls that wait, that return twice, and that do not return', () => {
  const having = (flag: 'blocks' | 'returns-twice' | 'no-return', names: string): string[] =>
    names.split(' ').filter((name) => !effectOf(name)!.flags.has(flag));
  expect(having('blocks', 'pthread_mutex_lock pthread_join sem_wait nanosleep read poll pthread_once')).toEqual([]);
  expect(having('returns-twice', '_setjmp __sigsetjmp getcontext fork vfork')).toEqual([]);
  expect(having('no-return', 'exit abort longjmp __cxa_throw __assert_fail pthread_exit')).toEqual([]);
});

test('what has no row is unknown', () => {
  expect(effectOf('no_such_function')).toBeUndefined();
});
