/** The pass with a mistake put in on purpose: the compiled programs whose counts are known show it. */
import '../support/with-pass';
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
  const includes = [`-I${sources}`, `-I/usr/lib/llvm-${version}/include`];
  const output = join(folder, `${name}.so`);
  const inputs = [source, ...others.map((each) => join(objects, each))];
  const done = spawnSync(`${real}++`, [...flags, ...definitions, ...includes, ...inputs, '-o', output], {
    encoding: 'utf8',
  });
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

// Each sees one value after the other, or the second one alone.
const carried = twoSteps('', 'for (int last = 0, now = 0; last != 2;) { last = now; now = atomic_load(&x); }');
const inMemory = twoSteps(
  'static int *volatile place;',
  `int seen = 0; place = &seen;
   while (seen != 2) { int now = atomic_load(&x); if (now == seen + 1 || now == 2) seen = now; }`,
);

const mistakes: [string, string, string, string, string][] = [
  [
    'a live value left out',
    carried,
    'live-values.cc',
    'use(phi.getIncomingValueForBlock(&block), live);',
    '(void)phi;',
  ],
  ['a variable in memory left out', inMemory, 'announce.cc', 'if (size && !local->use_empty())', 'if (size > 1000000)'],
];

(hasPass ? test : test.skip).each(mistakes)('%s is noticed', (name, program, file, text, by) => {
  const options = { model: 'rc11', equivalence: 'observational' } as const;
  expect(check(buildText(program), options)).toMatchObject({ executions: 2, errors: [] });
  const plugin = mutated(name.replaceAll(' ', '-'), file, text, by);
  const { executions, errors } = check(buildText(program, [], 'c', plugin), options);
  expect({ executions, errors: errors.length }).not.toEqual({ executions: 2, errors: 0 });
});
