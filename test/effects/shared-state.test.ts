/**
 * Calls of two threads that share state of libc, or of one whose arguments the other writes: each pair is a race, or is
 * none, as the manual pages and the standards say.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, expectSuccess, folder } from '../support/command';

const includes = ['getopt', 'langinfo', 'locale', 'math', 'pthread', 'regex', 'stdio', 'stdlib', 'string', 'time']
  .map((name) => `#include <${name}.h>\n`)
  .join('');

/** What is declared, what main does before it starts the thread, and what main and the thread do. */
interface Pair {
  readonly declared?: string;
  readonly before?: string;
  readonly main: string;
  readonly thread: string;
}

function check(name: string, { declared = '', before = '', main, thread }: Pair): string {
  const source = join(folder, `${name}.c`);
  writeFileSync(
    source,
    `#define _GNU_SOURCE\n${includes}${declared}
static void *body(void *unused) { ${thread}; return unused; }
int main(void) { pthread_t t; ${before}; pthread_create(&t, 0, body, 0); ${main}; pthread_join(t, 0); return 0; }\n`,
  );
  expectSuccess(drista(['cc', '-w', '-o', name, source, '-lm']));
  const done = drista([name]);
  return (
    /^error: (data race) /m.exec(done.stdout)?.[1] ?? /^verified/m.exec(done.stdout)?.[0] ?? done.stdout + done.stderr
  );
}

const options =
  'char *av[] = {"x", "q", "-a", "--long", 0}; int flag; struct option all[] = {{"long", 0, &flag, 1}, {0}};';
const array = 'int v[3] = {1, 1, 1}; int cmp(const void *a, const void *b, void *c) { return 0; }';
const stream = 'char *text; size_t size; FILE *s;';

const races: Record<string, Pair> = {
  'getopt-optind': { declared: options, main: 'getopt(3, av, "a")', thread: 'optind = 1' },
  'getopt-opterr': { declared: options, main: 'getopt(3, av, "a")', thread: 'opterr = 0' },
  'getopt-argument': { declared: options, main: 'getopt(3, av, "a")', thread: 'av[1] = "z"' },
  'getopt-flag': { declared: options, main: 'optind = 3; getopt_long(4, av, "a", all, 0)', thread: 'flag = 2' },
  'lgamma-signgam': { main: 'lgammal(atoi("-1") / 2.0L)', thread: 'signgam = 5' },
  'ctime-localtime': { main: 'localtime(&(time_t){1})', thread: 'ctime(&(time_t){1})' },
  'nrand48-srand48': { declared: 'unsigned short x[3];', main: 'nrand48(x)', thread: 'srand48(1)' },
  'nanosleep-argument': { declared: 'struct timespec p = {0, 1};', main: 'nanosleep(&p, 0)', thread: 'p.tv_nsec = 2' },
  'qsort-in-order': { declared: array, main: 'qsort_r(v, 3, 4, cmp, 0)', thread: 'v[2] = 3' },
  're-syntax': { main: 're_set_syntax(1)', thread: 're_syntax_options = 2' },
  'setlocale-langinfo': { main: 'setlocale(LC_ALL, "C.UTF-8")', thread: 'nl_langinfo(CODESET)' },
  'setlocale-mb_cur_max': { main: 'setlocale(LC_ALL, "C.UTF-8")', thread: 'MB_CUR_MAX' },
  'setlocale-localeconv': { main: 'setlocale(LC_ALL, "C.UTF-8")', thread: 'localeconv()' },
  'memstream-size': {
    declared: stream,
    before: 's = open_memstream(&text, &size)',
    main: 'fputs("abc", s); fflush(s)',
    thread: 'size = 1',
  },
  'memstream-close': {
    declared: stream,
    before: 's = open_memstream(&text, &size)',
    main: 'fclose(s)',
    thread: 'text = 0',
  },
  'fmemopen-flush': {
    declared: 'char b[9]; FILE *s;',
    before: 's = fmemopen(b, 9, "w")',
    main: 'fputs("abc", s); fflush(s)',
    thread: 'b[0] = 2',
  },
};

test.each(Object.entries(races))('%s: a race', (name, pair) => {
  expect(check(name, pair)).toBe('data race');
});

const others: Record<string, Pair> = {
  'langinfo-mb_cur_max': { main: 'MB_CUR_MAX', thread: 'nl_langinfo(CODESET)' },
  'uselocale-langinfo': { main: 'uselocale(LC_GLOBAL_LOCALE)', thread: 'nl_langinfo(CODESET)' },
  'tzset-twice': { before: 'setenv("TZ", "XYZ5", 1); tzset()', main: 'tzset()', thread: 'tzset()' },
  'nrand48-twice': { declared: 'unsigned short x[3], y[3];', main: 'nrand48(x)', thread: 'nrand48(y)' },
  'localtime_r-ctime_r': {
    declared: 'struct tm m; char b[30];',
    main: 'localtime_r(&(time_t){1}, &m)',
    thread: 'ctime_r(&(time_t){1}, b)',
  },
};

test.each(Object.entries(others))('%s: no race', (name, pair) => {
  expect(check(name, pair)).toBe('verified');
});

test('getopt and getopt_long find what libc finds', () => {
  const source = join(folder, 'finds.c');
  writeFileSync(
    source,
    `${includes}int main(int n, char **v) {
  int flag = 0, index = 0, found;
  struct option all[] = {{"all", 0, &flag, 7}, {"name", 1, 0, 'n'}, {0}};
  while ((found = getopt_long(n, v, "ab:", all, &index)) != -1)
    printf("%d %s %d %d\\n", found, optarg ? optarg : "", index, flag);
  optind = 1;
  while ((found = getopt(n, v, "ab:")) != -1) printf("%c\\n", found);
  for (; optind < n; optind++) puts(v[optind]);
}\n`,
  );
  const given = ['p', '-a', '--all', 'q', '-b', '3', '--name=z', 'r'];
  expectSuccess(drista(['cc', '-w', '-o', 'finds', source]));
  expectSuccess(spawnSync('gcc', ['-w', '-o', 'finds-of-libc', source], { cwd: folder, encoding: 'utf8' }));
  const [ours, ofLibc] = ['./finds', './finds-of-libc'].map(
    (program) => spawnSync(program, given, { cwd: folder, encoding: 'utf8' }).stdout,
  );
  expect(ours).toBe(ofLibc);
});
