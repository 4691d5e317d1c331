/** The pass with a mistake put in on purpose: the compiled programs whose counts are known show it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildText, check, hasPass } from '../support/compiled';
import { top } from '../support/paths';

const folder = mkdtempSync(join(tmpdir(), 'drista-pass-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Builds the pass with one piece of the text of one file replaced; the plugin's path. */
function mutated(name: string, file: string, text: string, by: string): string {
  const sources = join(top, 'runtime', 'pass');
  const before = readFileSync(join(sources, file), 'utf8');
  expect(before).toContain(text);
  const source = join(folder, `${name}.cc`);
  writeFileSync(source, before.replace(text, by));
  const [version, real] = readFileSync(join(top, 'build', 'pass', 'clangs'), 'utf8')
    .split('\n')[0]
    .split(' ');
  const objects = join(top, 'build', 'pass', version, 'CMakeFiles', 'drista-pass.dir');
  const others = readdirSync(objects).filter((each) => each.endsWith('.cc.o') && each !== `${file}.o`);
  const flags = ['-shared', '-fPIC', '-std=c++17', '-fno-rtti', '-fno-exceptions', '-D_GNU_SOURCE', '-w'];
  const definitions = ['CONSTANT', 'FORMAT', 'LIMIT'].map((what) => `-D__STDC_${what}_MACROS`);
  const includes = [`-I${sources}`, `-I${join(sources, '..')}`, `-I/usr/lib/llvm-${version}/include`];
  const output = join(folder, `${name}.so`);
  const inputs = [source, ...others.map((each) => join(objects, each))];
  const done = spawnSync(`${real}++`, [...flags, ...definitions, ...includes, ...inputs, '-o', output], {
    encoding: 'utf8',
  });
  if (done.status !== 0) throw new Error(done.stderr);
  return output;
}

/** A piece of a file's text that another one replaces; a program, and how many executions it has. */
interface Mistake {
  readonly name: string;
  readonly program: string;
  readonly file: string;
  readonly text: string;
  readonly by: string;
  readonly executions?: number;
}

const twoSteps = (declarations: string, loop: string): string => `#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *steps(void *unused) { atomic_store(&x, 1); atomic_store(&x, 2); return unused; }
${declarations}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, steps, NULL);
	${loop}
	pthread_join(t, NULL);
	return 0;
}
`;

// Each sees one value after the other, or the second one alone.
const carried = twoSteps('', 'for (int last = 0, now = 0; last != 2;) { last = now; now = atomic_load(&x); }');
const inMemory = twoSteps(
  'static int *volatile place;',
  `int seen = 0; place = &seen;
   while (seen != 2) { int now = atomic_load(&x); if (now == seen + 1 || now == 2) seen = now; }`,
);

// The caller announces its variable before the call that fills it.
const filled = twoSteps(
  `__attribute__((noinline)) static void look(int *first)
{
	*first = atomic_load(&x) == 1;
	(void)atomic_load(&x);
}`,
  'int first; look(&first); if (first) atomic_store(&x, 3);',
);

const inUnion = twoSteps(
  'static char *volatile place;',
  `union { struct { char c; int n; } s; char bytes[8]; } all = { .s = { 0, 0 } };
   char *seen = all.bytes + 2; *seen = 0; place = seen;
   while (*seen != 2) { int now = atomic_load(&x); if (now == *seen + 1 || now == 2) *seen = now; }`,
);

// What has no name is no value of the function, and no variable.
const unnamed = `#include <assert.h>
#include <drista.h>
#include <stdarg.h>
#include <stdatomic.h>
static atomic_int x;
static void later(int count, ...)
{
	va_list list;
	va_start(list, count);
	(void)atomic_load(&x);
	atomic_store(&x, va_arg(list, int));
	va_end(list);
}
int main(void)
{
	later(1, (int)drista_choose(2));
	return 0;
}
`;

// Its variables are more than are announced. Inlined, what it has seen would lie in the frame of another function.
const inlined = twoSteps(
  `#define KEEP(a) __asm__ volatile("" : : "r"(&a) : "memory")
#define FIVE(a) int a##0, a##1, a##2, a##3, a##4; KEEP(a##0); KEEP(a##1); KEEP(a##2); KEEP(a##3); KEEP(a##4);
__attribute__((noinline)) static int look(void) { return atomic_load(&x) == 2; }
static int looks(void)
{
	FIVE(a) FIVE(b) FIVE(c) FIVE(d) FIVE(e) FIVE(f) FIVE(g)
	int seen = 0;
	for (int i = 0; i < 2; i++) seen += look();
	return seen;
}`,
  'if (looks() == 1) atomic_store(&x, 3);',
);

const mistakes: readonly Mistake[] = [
  {
    name: 'a live value left out',
    program: carried,
    file: 'live-values.cc',
    text: 'use(phi.getIncomingValueForBlock(&block), live);',
    by: '(void)phi;',
  },
  {
    name: 'a variable in memory left out',
    program: inMemory,
    file: 'announce.cc',
    text: 'if (local->use_empty() || isOnlyWritten(*local))',
    by: 'if (true)',
  },
  {
    name: 'an access to a variable in memory left out',
    program: inMemory,
    file: 'local-contents.cc',
    text: 'filled |= access->second;',
    by: 'filled.resize(count);',
  },
  {
    name: 'what a call fills left out',
    program: filled,
    file: 'local-contents.cc',
    text: 'fill(at, filled);',
    by: '',
    executions: 6,
  },
  {
    name: 'what is padding in one member of a union left out',
    program: inUnion,
    file: 'announce.cc',
    text: 'substr(0, 10) != "class.anon"',
    by: 'substr(0, 0) != ""',
  },
  {
    name: 'arguments without a name left out',
    program: unnamed,
    file: 'announce.cc',
    text: 'isVarArg() ? liveVariadic : 0',
    by: 'isVarArg() ? 0 : 0',
  },
  {
    name: 'a function without announcements inlined',
    program: inlined,
    file: 'announce.cc',
    text: 'function.addFnAttr(Attribute::NoInline);',
    by: '',
    executions: 6,
  },
];

(hasPass ? test : test.skip).each(mistakes)('$name is noticed', ({ name, program, file, text, by, executions = 2 }) => {
  const options = { model: 'rc11', equivalence: 'observational', attempts: false } as const;
  expect(check(buildText(program, ['-O2']), options)).toMatchObject({ executions, errors: [] });
  const plugin = mutated(name.replaceAll(' ', '-'), file, text, by);
  const checked = (): unknown => {
    try {
      const found = check(buildText(program, ['-O2'], 'c', plugin), options);
      return { executions: found.executions, errors: found.errors.length };
    } catch (error) {
      return (error as Error).constructor;
    }
  };
  expect(checked()).not.toEqual({ executions, errors: 0 });
});
