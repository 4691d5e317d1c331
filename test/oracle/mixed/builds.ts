/** The builds of a mixed program: all instrumented, with some functions hidden, and native. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import type { RandomNumbers } from '../../../src/explore/strategy/random-numbers';
import { build } from '../../support/compiled';
import { scratchFolder } from '../../support/scratch';
import { places } from './program-text';
import type { MixedProgram } from './random-mixed';

const folder = scratchFolder('drista-mixed-');
let count = 0;

/** Where each function is, and each data object; the last function is main. */
export interface Placement {
  readonly functions: readonly number[];
  readonly data: readonly number[];
  /** Options of the compilers, by place. */
  readonly flags: readonly string[];
}

const usual = ['-w', '-g', '-pthread', '-fno-builtin-memcpy'];
const levels = ['-O0', '-O1', '-O2'];

/** Any placement that leaves atomics where they are seen. */
export function randomPlacement(random: RandomNumbers, { mayHide, data }: MixedProgram): Placement {
  const one = <T>(items: readonly T[]): T => items[random.below(items.length)];
  const { object, library, attribute, instrumentedLibrary } = places;
  const among = one([[object], [library], [attribute], [object, library, attribute, instrumentedLibrary]]);
  const share = one([40, 80]);
  const functions = mayHide.map((may, i) => {
    const isMain = i === mayHide.length - 1;
    const fit = among.filter((place) =>
      isMain ? place === object || place === attribute : may || place === instrumentedLibrary,
    );
    return fit.length > 0 && random.below(100) < share ? one(fit) : places.program;
  });
  const files = [places.program, ...new Set(functions.filter((place) => place !== attribute))];
  return {
    functions,
    data: Array.from({ length: data }, () => one(files)),
    flags: Object.values(places).map(() => one(levels)),
  };
}

/** The placement as options of a compiler. */
export function definitions({ functions, data }: Placement): string[] {
  return [...functions.map((place, i) => `-DP${i}=${place}`), ...data.map((place, i) => `-DV${i}=${place}`)];
}

/** The path of the program with all of it instrumented. */
export function buildAll(source: string): string {
  return build([source], [...usual, '-O1']);
}

/** Writes the text to a file, and returns its path. */
export function sourceOf(text: string): string {
  const source = join(folder, `mixed${count++}.c`);
  writeFileSync(source, text);
  return source;
}

/** The path of the program with its functions in these places. */
export function buildMixed(source: string, placement: Placement, compiler: string): string {
  const defined = definitions(placement);
  const isUsed = (place: number): boolean => placement.functions.includes(place) || placement.data.includes(place);
  const flagsOf = (place: number): string[] => [...usual, ...defined, `-DPLACE=${place}`, placement.flags[place]];
  const linked: string[] = [];
  for (const [place, kind] of [
    [places.object, '-c'],
    [places.library, '-shared'],
  ] as const) {
    if (!isUsed(place)) continue;
    const path = join(folder, `part${count++}${kind === '-c' ? '.o' : '.so'}`);
    compile(compiler, [...flagsOf(place), kind, '-fPIC', source, '-o', path]);
    linked.push(path);
  }
  if (isUsed(places.instrumentedLibrary))
    linked.push(build([source], [...flagsOf(places.instrumentedLibrary), '-shared', '-fPIC']));
  // Objects must come to the linker as they are, not as sources.
  return build([source, ...linked], flagsOf(places.program));
}

/** The path of the native program. */
export function buildNative(source: string, compiler: string, level: string): string {
  const path = join(folder, `native${count++}`);
  compile(compiler, [...usual, '-DNATIVE', level, source, '-o', path]);
  return path;
}

function compile(compiler: string, args: readonly string[]): void {
  const done = spawnSync(compiler, args, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${compiler} ${args.join(' ')}\n${done.stderr}`);
}

/** What the native program shows in so many runs: its lines, `aborted`, `hangs`. */
export function nativeOutcomes(path: string, runs: number): string[] {
  // The alarm of a program that hangs ends it after ten seconds, and the first one is enough.
  const run = '"$1" $n || { c=$?; echo "exit $c"; [ $c != 142 ] || exit; }';
  const script = `n=0; while [ $n -lt ${runs} ]; do n=$((n+1)); ${run}; done 2>/dev/null`;
  const { stdout } = spawnSync('sh', ['-c', script, 'sh', path], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const named: Record<string, string> = { 'exit 134': 'aborted', 'exit 142': 'hangs' };
  return [...new Set(stdout.split('\n').filter((line) => line !== ''))].map((line) => named[line] ?? line);
}
