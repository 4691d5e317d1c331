/** What all tests of a project have in common: drista.config.json, or the key `drista` of package.json. */
import { DURATIONS, secondsIn } from '../base/duration';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { DristaError } from '../base/errors';
import { suggestion } from '../base/nearest-name';

export interface TestConfig {
  /** The folder that holds the configuration: patterns and the names of tests are relative to it. */
  readonly root: string;
  /** Patterns of the files that are tests, and of those among them that are not. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** For --drista-compiler; undefined: the one that `drista cc` chooses. */
  readonly compiler: string | undefined;
  /** Arguments of `drista cc` for all tests. */
  readonly build: readonly string[];
  /** Options of all checks. */
  readonly options: readonly string[];
  /** Seconds for a check whose test does not say. */
  readonly timeLimit: number;
  /** How many tests run side by side; undefined: as many as there are processors. */
  readonly jobs: number | undefined;
  /** The folder for programs and remembered verdicts. */
  readonly output: string;
}

export const CONFIG_FILE = 'drista.config.json';

/** The name of a test: its path as seen from the configuration's folder. */
export function testName(file: string, { root }: TestConfig): string {
  return relative(root, file);
}

/** Tests are recognised by their names where nothing is configured. */
const INCLUDE = ['**/*.drista.{c,cc,cpp,cxx}'];
const EXCLUDE = ['**/node_modules/**', '**/drista-out/**', '**/.git/**'];
const TIME_LIMIT = 60;

type Check = (value: unknown) => boolean;
const texts: Check = (v) => Array.isArray(v) && v.every((each) => typeof each === 'string');
const text: Check = (v) => typeof v === 'string';

/** A number of seconds, or a text that is one; NaN: neither. */
const secondsOf = (v: unknown): number => (typeof v === 'number' ? v : typeof v === 'string' ? secondsIn(v) : NaN);

/** What each key must hold. docs/config.schema.json says the same to editors. */
const keys: Record<string, { readonly is: Check; readonly what: string }> = {
  $schema: { is: text, what: 'a text' },
  include: { is: texts, what: 'a list of patterns' },
  exclude: { is: texts, what: 'a list of patterns' },
  compiler: { is: text, what: 'a text' },
  build: { is: texts, what: 'a list of arguments' },
  options: { is: texts, what: 'a list of options' },
  timeLimit: { is: (v) => secondsOf(v) > 0, what: DURATIONS },
  jobs: { is: (v) => Number.isInteger(v) && (v as number) > 0, what: 'a whole number from 1' },
  output: { is: text, what: 'a folder' },
};

/**
 * The configuration for a call in this folder: that of the nearest folder, from here upwards, which has one. Throws a
 * DristaError if it is wrong. `file`: the configuration that was named, in place of these.
 */
export function readConfig(folder: string, file?: string): TestConfig {
  if (file !== undefined) return configOf(dirname(resolve(folder, file)), valuesIn(resolve(folder, file)), file);
  for (let at = resolve(folder); ; at = dirname(at)) {
    const own = join(at, CONFIG_FILE);
    if (existsSync(own)) return configOf(at, valuesIn(own), own);
    const shared = join(at, 'package.json');
    const values = existsSync(shared) ? (valuesIn(shared) as { drista?: unknown }).drista : undefined;
    if (values !== undefined) return configOf(at, values, `${shared}: drista`);
    if (dirname(at) === at) return configOf(resolve(folder), {}, '');
  }
}

function valuesIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new DristaError(
      code === undefined
        ? `${path} cannot be read (${message}): check that it is JSON`
        : `${relative('', path)} cannot be read (${code}): name a configuration`,
    );
  }
}

function configOf(root: string, values: unknown, where: string): TestConfig {
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new DristaError(`${where}: the configuration is not an object`);
  for (const [key, value] of Object.entries(values)) {
    const known = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (known === undefined) {
      const all = Object.keys(keys);
      throw new DristaError(`${where}: unknown key '${key}'${suggestion(key, all)}: there are ${all.join(', ')}`);
    }
    if (!known.is(value)) throw new DristaError(`${where}: '${key}' needs ${known.what}`);
  }
  const given = values as Partial<Omit<TestConfig, 'root'>>;
  return {
    root,
    include: given.include ?? INCLUDE,
    exclude: [...EXCLUDE, ...(given.exclude ?? [])],
    compiler: given.compiler,
    build: given.build ?? [],
    options: given.options ?? [],
    timeLimit: given.timeLimit === undefined ? TIME_LIMIT : secondsOf(given.timeLimit),
    jobs: given.jobs,
    output: resolve(root, given.output ?? join('drista-out', 'tests')),
  };
}
