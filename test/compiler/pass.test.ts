/** The pass with a mistake put in on purpose: the compiled programs whose counts are known show it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildText, check, hasPass } from '../support/compiled';
import { top } from '../support/paths';

const folder = mkdtempSync(join(tmpdir(), 'drista-pass-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Builds the pass with one piece of its text replaced; where it lies. */
function mutated(name: string, file: string, text: string, by: string): string {
  const sources = join(folder, name);
  cpSync(join(top, 'runtime', 'pass'), sources, { recursive: true });
  const before = readFileSync(join(sources, file), 'utf8');
  expect(before).toContain(text);
  writeFileSync(join(sources, file), before.replace(text, by));
  const [version, real] = readFileSync(join(top, 'build', 'pass', 'clangs'), 'utf8').split('\n')[0].split(' ');
  const flags = ['-shared', '-fPIC', '-std=c++17', '-fno-rtti', '-fno-exceptions', '-D_GNU_SOURCE', '-w'];
  const definitions = ['CONSTANT', 'FORMAT', 'LIMIT'].map((what) => `-D__STDC_${what}_MACROS`);
  const files = ['plugin', 'locals', 'live-values', 'waiting-calls', 'announce', 'iterations'].map((f) =>
    join(sources, `${f}.cc`),
  );
  const output = join(sources, 'pass.so');
  const include = `-I/usr/lib/llvm-${version}/include`;
  const done = spawnSync(`${real}++`, [...flags, ...definitions, include, ...files, '-o', output], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr);
  return output;
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

// Each waits for the values in turn, or for the second one alone.
const carried = twoSteps(
  '',
  'for (int seen = 0; seen != 2;) { int now = atomic_load(&x); if (now == seen + 1 || now == 2) seen = now; }',
);
const inMemory = twoSteps(
  'static int *volatile place;',
  'int seen = 0; place = &seen; while (seen != 2) { int now = atomic_load(&x); if (now == seen + 1 || now == 2) seen = now; }',
);

const mistakes: [string, string, string, string, string][] = [
  [
    'a live value left out',
    carried,
    'live-values.cc',
    'use(phi.getIncomingValueForBlock(&block), live);',
    '(void)phi;',
  ],
  [
    'a variable in memory left out',
    inMemory,
    'announce.cc',
    'if (size && !local->use_empty())',
    'if (size > 1000000)',
  ],
];

(hasPass ? test : test.skip).each(mistakes)('%s is noticed', (name, program, file, text, by) => {
  const options = { model: 'rc11', equivalence: 'observational' } as const;
  expect(check(buildText(program), options)).toMatchObject({ executions: 2, errors: [] });
  const plugin = mutated(name.replaceAll(' ', '-'), file, text, by);
  const { executions, errors } = check(buildText(program, [], 'c', plugin), options);
  expect({ executions, errors: errors.length }).not.toEqual({ executions: 2, errors: 0 });
});
