/** Tasks of SV-COMP (task-definition format 1.0 to 2.1): a program, and what is right to say about it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export const properties = ['unreach-call', 'no-data-race', 'valid-memsafety', 'no-overflow', 'termination'] as const;
export type Property = (typeof properties)[number];

export interface Expected {
  readonly property: Property;
  /** Does the program have the property? */
  readonly holds: boolean;
}

export interface Task {
  readonly name: string;
  readonly family: string;
  /** The file to compile. */
  readonly source: string;
  /** `not said`: the definition does not say it. */
  readonly dataModel: 'ILP32' | 'LP64' | 'not said';
  readonly expected: readonly Expected[];
}

/** Families of programs with threads. */
export const families = [
  'pthread',
  'pthread-ext',
  'pthread-atomic',
  'pthread-divine',
  'pthread-complex',
  'pthread-lit',
  'pthread-C-DAC',
  'pthread-wmm',
  'pthread-driver-races',
  'pthread-nondet',
  'goblint-regression',
];

/** The tasks of a family, by name. `path`: a checkout of sv-benchmarks, or its folder `c`. */
export function tasksOf(path: string, family: string): Task[] {
  const folder = [join(path, 'c', family), join(path, family)].find((each) => existsSync(each));
  if (folder === undefined) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yml'))
    .sort()
    .flatMap((name) => taskOf(join(folder, name), readFileSync(join(folder, name), 'utf8')) ?? []);
}

/** The task of a definition; undefined: it has no single input file that exists, or none of the properties. */
export function taskOf(definition: string, text: string): Task | undefined {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line));
  const field = (name: string): string | undefined =>
    lines.map((line) => new RegExp(`^\\s*${name}:\\s*['"]?([^'"\\s]+)['"]?\\s*$`).exec(line)?.[1]).find(Boolean);
  const input = field('input_files');
  const expected = expectedOf(lines);
  if (input === undefined || expected.length === 0) return undefined;
  const dataModel = field('data_model');
  const is64 = dataModel === 'LP64';
  const folder = dirname(definition);
  const preprocessed = join(folder, input);
  // What was preprocessed with the headers of a 32-bit system does not fit the libraries of this one.
  const original = preprocessed.replace(/\.i$/, '.c');
  const source = !is64 && existsSync(original) ? original : preprocessed;
  if (!existsSync(source)) return undefined;
  return {
    name: basename(definition, '.yml'),
    family: basename(folder),
    source,
    dataModel: is64 || dataModel === 'ILP32' ? dataModel : 'not said',
    expected,
  };
}

/** The properties that the definition lists, with a verdict. */
function expectedOf(lines: readonly string[]): Expected[] {
  const found: Expected[] = [];
  let property: Property | undefined;
  for (const line of lines) {
    const file = /property_file:\s*\S*?([\w-]+)\.prp/.exec(line)?.[1];
    if (file !== undefined) property = properties.find((name) => name === file);
    const verdict = /expected_verdict:\s*(true|false)/.exec(line)?.[1];
    if (verdict !== undefined && property !== undefined) found.push({ property, holds: verdict === 'true' });
  }
  return found;
}
