/**
 * Builds the program of a test with `drista cc`, unless nothing of what it was built from has changed. Compilers say
 * which headers they read (clang: CC_PRINT_HEADERS, gcc: DEPENDENCIES_OUTPUT), linkers which files
 * (--dependency-file). A header that now would be found before the one that was read is not noticed.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { dristaCode } from './drista-code';
import { isUnchanged, signatureOf, type FileSignature } from './file-signatures';
import { launch, type Ended } from './launch';
import { testName, type TestConfig } from './test-config';
import type { TestHeader } from './test-header';

export interface Built {
  readonly program: string;
  /** SHA-256 of the program. */
  readonly content: string;
}

export interface BuildFailure {
  /** What the compiler said. */
  readonly output: string;
}

/** What is remembered of a build: which drista, the command, and the files that it read and wrote. */
interface BuildRecord {
  readonly command: readonly string[];
  /** Undefined: the build has failed. */
  readonly program?: FileSignature;
  readonly inputs: readonly FileSignature[];
}

/**
 * Where the program of a test lies: in a folder that is named as the test's file, so that no other test has the same.
 * What lies outside the configuration's folder is told from the rest by its absolute path.
 */
function programOf(file: string, config: TestConfig): string {
  const name = testName(file, config);
  const folder = name.startsWith(`..${sep}`) ? join('outside', file) : join('programs', name);
  return join(config.output, folder, basename(file, extname(file)));
}

/** The program of the test: the one that its header names, or built from its file. `signal` ends the compiler. */
export async function buildTest(
  file: string,
  { program, build }: Pick<TestHeader, 'program' | 'build'>,
  config: TestConfig,
  signal: AbortSignal,
): Promise<Built | BuildFailure> {
  return program === undefined ? compiledTest(file, build, config, signal) : builtElsewhere(file, program);
}

/** Builds the test's file. `flags`: as its header has them. */
async function compiledTest(
  file: string,
  flags: readonly string[],
  config: TestConfig,
  signal: AbortSignal,
): Promise<Built | BuildFailure> {
  const program = programOf(file, config);
  const chosen = config.compiler === undefined ? [] : [`--drista-compiler=${config.compiler}`];
  const language = extname(file) === '.c' ? 'cc' : 'c++';
  const command = [language, ...chosen, '-pthread', ...config.build, basename(file), ...flags, '-o', program];
  const recordFile = `${program}.build.json`;
  const known = recordIn(recordFile);
  const whole = [dristaCode(), process.env.DRISTA_CC ?? '', ...command];
  if (
    known?.program !== undefined &&
    known.command.join('\0') === whole.join('\0') &&
    [known.program, ...known.inputs].every(isUnchanged)
  )
    return { program, content: known.program.content };
  mkdirSync(dirname(program), { recursive: true });
  const scratch = mkdtempSync(join(tmpdir(), 'drista-test-build-'));
  try {
    const folder = dirname(file);
    const { status, stdout, stderr } = await compile(command, folder, scratch, signal);
    const built = status === 0 ? signatureOf(program) : undefined;
    const inputs = inputsOf(folder, [...command.slice(1, -1)], scratch)
      .map(signatureOf)
      .filter((each): each is FileSignature => each !== undefined);
    const record: BuildRecord = { command: whole, program: built, inputs };
    writeFileSync(recordFile, JSON.stringify(record));
    return built === undefined ? { output: `${stdout}${stderr}`.trimEnd() } : { program, content: built.content };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The program that a test names, which was built in another way. */
function builtElsewhere(file: string, program: string): Built | BuildFailure {
  const path = resolve(dirname(file), program);
  const found = signatureOf(path);
  if (found === undefined) return { output: `${path} does not exist: build it first` };
  return { program: path, content: found.content };
}

/** The files from which the test's program was built last; none if that is not known. */
export function knownInputs(file: string, config: TestConfig): string[] {
  return recordIn(`${programOf(file, config)}.build.json`)?.inputs.map(({ path }) => path) ?? [];
}

function recordIn(file: string): BuildRecord | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BuildRecord;
  } catch {
    return undefined; // there is none, or writing it was interrupted
  }
}

/** Compiles in the folder; what was read is noted in files of `scratch`. */
function compile(command: readonly string[], cwd: string, scratch: string, signal: AbortSignal): Promise<Ended> {
  const env = {
    ...process.env,
    CC_PRINT_HEADERS: '1',
    CC_PRINT_HEADERS_FILE: join(scratch, 'clang'),
    DEPENDENCIES_OUTPUT: join(scratch, 'gcc'),
  };
  return launch([...command, `-Wl,--dependency-file=${join(scratch, 'linker')}`], { cwd, env, signal });
}

/** All files that the build has read, as absolute paths. */
function inputsOf(folder: string, words: readonly string[], scratch: string): string[] {
  const headers = linesIn(join(scratch, 'clang'));
  const rules = [...linesIn(join(scratch, 'gcc')), ...linesIn(join(scratch, 'linker'))].flatMap(filesInRule);
  return [...new Set([...words, ...headers, ...rules].map((name) => resolve(folder, name)))].filter(existsSync);
}

function linesIn(file: string): string[] {
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .replace(/\\\n/g, ' ')
        .split('\n')
        .filter((line) => line !== '')
    : [];
}

/** The files that a rule of a makefile names: behind the colon, blanks in names escaped. */
function filesInRule(rule: string): string[] {
  const files = rule.slice(rule.indexOf(':') + 1);
  return [...files.matchAll(/(?:\\.|[^\s\\])+/g)].map(([name]) => name.replace(/\\(.)/g, '$1'));
}
