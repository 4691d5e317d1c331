/** `drista doctor`: reports what drista can observe of a program, and how to observe more. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callsOf, loadsLibraries, unsupportedNames } from '../../compiler/calls';
import { isInstrumentedLibrary, librariesOf, type Library } from '../../compiler/libraries';
import { unknownCalls } from '../../compiler/unknown-calls';
import { unseenStatementsIn } from '../../compiler/unseen-statements';
import { runtimeVersion, type Entry } from '../../compiler/entry';
import { DR_VERSION } from '../../channel/protocol';
import { readElf, strings, type Elf } from '../../debug-info/elf';
import { DristaError } from '../../base/errors';
import { listed } from '../../base/listed';
import { loadedFolder } from '../../base/paths';
import { printable } from '../../report/printable';
import { readArguments } from '../arguments';
import type { Command } from '../command';
import type { Option } from '../option';
import { rustDoctor } from '../rust-doctor';
import { Exit } from '../../base/exit';
import { checkMessages } from '../../check/check-messages';
import { messages } from '../messages';
import { print } from '../print';
import { entryOf, readFile, type ProgramFile } from '../../check/program-file';

const help = {
  usage: `drista doctor PROGRAM
drista doctor --rust

Says what drista can see of a compiled program: how it was built, which thread
calls it makes, which libraries are not seen; and how to see more. The program
does not run.`,
  epilogue: 'Exit codes: 0 the program, or tests in Rust, can be checked, 2 they cannot.',
};

const options = {
  rust: { group: 'Options:', type: 'flag', help: 'say what is there, and what is missing, to check tests in Rust' },
} as const satisfies Record<string, Option>;

export const command: Command = {
  does: 'say what drista sees of a program',
  options,
  help,
  run: (args) => doctor(args),
};

/** Runs the command. Returns the exit code. */
export async function doctor(args: readonly string[]): Promise<number> {
  const line = await readArguments(args, options, help);
  if (line === undefined) return Exit.Verified;
  const [path, ...extra] = line.words;
  if (line.options.rust && path !== undefined) throw new DristaError(messages.doctorOfBoth(path));
  if (line.options.rust) return rustDoctor(process.env);
  if (path === undefined) throw new DristaError(messages.noDoctorProgram);
  if (extra.length > 0) throw new DristaError(messages.secondDoctorProgram(extra[0]));
  const file = readFile(path);
  const entry = entryOrReason(path, file);
  await print(
    `${(typeof entry === 'string' ? withoutEntry(path, file, entry) : report(path, file, entry)).join('\n')}\n`,
  );
  return typeof entry === 'string' ? Exit.Failure : Exit.Verified;
}

function entryOrReason(path: string, file: ProgramFile): Entry | string {
  try {
    const entry = entryOf(path, file);
    const version = runtimeVersion(file.bytes);
    return version === undefined || version === DR_VERSION ? entry : messages.otherVersion(path);
  } catch (error) {
    if (error instanceof DristaError) return error.message;
    throw error;
  }
}

function withoutEntry(path: string, { elf }: ProgramFile, reason: string): string[] {
  const about = elf.native ? [row('program', kindOf(elf)), ...compilerRows(elf, false)] : [];
  return [`${printable(path)}: drista cannot check it`, ...about, '', printable(reason)];
}

function report(path: string, { elf }: ProgramFile, entry: Entry): string[] {
  const inside = entry.load === undefined;
  const verdict =
    entry.visibility === 'calls' ? 'drista can check its pthread calls, and nothing else' : 'drista can check it';
  const lines = [
    `${printable(path)}: ${verdict}`,
    row('program', kindOf(elf)),
    row('built', inside && entry.build === 'plain' ? onlyLinked : built[entry.build]),
    ...compilerRows(elf, inside),
  ];
  if (inside && entry.build === 'drista') lines.push(row('loops', elf.sections.has('drista_pass') ? exact : bytes));
  lines.push(row('debug info', hasDebugInfo(elf) ? 'yes' : 'no: reports name functions at best, no source lines'));
  const load = join(loadedFolder(), entry.load ?? 'libdrista.so');
  if (!existsSync(load)) throw new DristaError(checkMessages.noRuntime(load));
  const libraries = librariesOf(path, elf.interpreter!, load).filter(({ name }) => !ofNoInterest.test(name));
  lines.push(
    ...callRows(elf, inside, libraries),
    ...libraryRows(libraries, entry.visibility),
    ...loadingRows(elf, inside),
  );
  lines.push(...unknownRows(path, elf, libraries));
  if (entry.visibility !== 'calls') lines.push(...statementRows(path, elf, load));
  const isCxx = language(elf) === 'C++';
  lines.push(row('not seen', unseen[entry.build].filter((text) => isCxx || text !== ofCxx).join('; ')));
  const advice = [...(hasDebugInfo(elf) ? [] : ['compile with -g']), ...more[entry.build]];
  return advice.length === 0 ? lines : [...lines, '', 'To see more:', ...advice.map((text) => `  ${text}`)];
}

const built: Record<Entry['build'], string> = {
  drista: `with \`drista cc\`: every memory access and atomic of its own code is seen`,
  gcc: 'with gcc -fsanitize=thread: memory accesses and atomics are seen',
  clang: 'with clang -fsanitize=thread -shared-libsan: memory accesses and atomics are seen',
  plain: 'without instrumentation: data races and atomics are not seen, only pthread calls',
};

const exact = 'what is live where a thread waits is known';
const bytes =
  'known by the bytes of stacks and registers, so that some waiting loops cost more: `drista cc` with clang 14 to 19 ' +
  "and drista's pass tells more (docs/explanation/thread-states.md)";
const onlyLinked = 'linked with `drista cc`, but not compiled with it: data races and atomics are not seen';
const ofCxx = 'what libstdc++ holds compiled, as parts of std::string and std::map';
const unseen: Record<Entry['build'], readonly string[]> = {
  drista: ['inline assembly', 'what an optimisation removed', ofCxx],
  gcc: ['inline assembly', 'what an optimisation removed', 'memset of a known size with -O1 and above', ofCxx],
  clang: ['inline assembly', 'what an optimisation removed', ofCxx],
  plain: ['all memory accesses and atomics', 'threads that wait for each other in other ways than pthread calls'],
};

const rebuild = (compiler: string): string =>
  `build it with \`drista cc\` (\`drista c++\`)${compiler}, which adds -O0 -g where no -O and -g are given`;
const more: Record<Entry['build'], readonly string[]> = {
  drista: [],
  gcc: [rebuild(' --drista-compiler=gcc')],
  clang: [rebuild('')],
  plain: [rebuild('')],
};

const WIDTH = 110;

/** A row of the output: a name and a text, wrapped to several lines. */
function row(name: string, text: string): string {
  const lines = [''];
  for (const word of printable(text).split(' ')) {
    if (lines.at(-1)!.length + word.length + 17 > WIDTH) lines.push('');
    lines.push(`${lines.pop()} ${word}`);
  }
  return lines.map((line, i) => `  ${(i === 0 ? name : '').padEnd(13)}${line}`).join('\n');
}

function language(elf: Elf): string {
  if (strings(elf.sections.get('.debug_str')).some((text) => text.includes('(rustc version'))) return 'Rust';
  return elf.needed.some((name) => /^lib(std)?c\+\+\./.test(name)) ? 'C++' : 'C';
}

function kindOf(elf: Elf): string {
  const kind = {
    executable: 'at a fixed address',
    pie: 'position-independent',
    'shared library': 'shared library',
    other: 'not linked',
  }[elf.type];
  return `x86-64, ${elf.interpreter === undefined ? '' : 'dynamic, '}${kind}, ${language(elf)}`;
}

function hasDebugInfo(elf: Elf): boolean {
  return elf.sections.has('.debug_info');
}

/** `inside`: the runtime is part of the program, and so are the notes of the clang that compiled it. */
function compilerRows(elf: Elf, inside: boolean): string[] {
  const all = ['.debug_str', '.debug_line_str']
    .flatMap((name) => strings(elf.sections.get(name)))
    .filter((text) => /^GNU \S+ \d/.test(text));
  const instrumented = all.filter((text) => text.includes('-fsanitize='));
  // The sanitizers' own code in the program has other options.
  const sanitized = inside || instrumented.length > 0 || [...elf.imports].some((name) => /^__\w+san_init/.test(name));
  const gcc = (sanitized ? instrumented : all).map((text) => `gcc ${text.split(' ')[2]}, -O${optimisation(text)}`);
  if (gcc.length > 0) return [row('compiler', [...new Set(gcc)].join('; '))];
  const clang = elf.comments.filter((text) => text.includes('clang'));
  if (inside && !hasDebugInfo(elf)) return [];
  // The C library's start files have gcc's name in every program.
  const names = clang.length > 0 ? clang : elf.comments;
  return names.length === 0 ? [] : [row('compiler', `${names.join('; ')} (optimisation is not recorded)`)];
}

/** The last option counts. `options`: as gcc records them. */
function optimisation(options: string): string {
  return [...options.matchAll(/ -O(\S*)/g)].at(-1)?.[1] ?? '0';
}

/** Libraries whose own calls are not reported. */
const ofSystem = /^lib(c|m|dl|rt|pthread|stdc\+\+|c\+\+|tsan|drista|clang_rt[^/]*)\.so/;

/** The calls of other libraries, which are observed like the program's own. */
function callsOfLibraries(libraries: readonly Library[]): string {
  return libraries
    .flatMap(({ name, path }) => {
      const elf = path === undefined || ofSystem.test(name) ? undefined : readElf(readFileSync(path));
      const calls = elf === undefined ? [] : callsOf(elf, false, new Set())!.known;
      return calls.length === 0 ? [] : [`${name} (${calls.join(', ')})`];
    })
    .join('; ');
}

function callRows(elf: Elf, inside: boolean, libraries: readonly Library[]): string[] {
  const runtime = readElf(readFileSync(join(loadedFolder(), 'libdrista.so')))!;
  const calls = callsOf(elf, inside, unsupportedNames(runtime));
  if (calls === undefined) return [row('thread calls', 'not known: its symbols were stripped')];
  const others = callsOfLibraries(libraries);
  const own = calls.known.join(', ') || (others === '' ? 'none' : 'none of its own');
  const rows = [row('thread calls', others === '' ? own : `${own}; by libraries: ${others}`)];
  if (calls.unsupported.length > 0)
    rows.push(row('not supported', `${calls.unsupported.join(', ')}: a check ends where it is called`));
  return rows;
}

/** Libraries that are not reported: the loader, and the unwinder, which the runtime may have loaded. */
const ofNoInterest = /^(ld-linux|libgcc_s)/;

/** Names of libraries in the text of a program that loads some by itself. */
function loadedNames({ sections }: Elf): string[] {
  return [...new Set(strings(sections.get('.rodata')).filter((text) => /^[\w./+-]+\.so(\.\d+)*$/.test(text)))];
}

/** The libraries that the program loads by dlopen, as far as they exist and their names are in its strings. */
function loadingRows(elf: Elf, inside: boolean): string[] {
  const loads = loadsLibraries(elf, inside),
    names = loadedNames(elf);
  if (loads === false || (loads === undefined && names.length === 0)) return [];
  const described = names.map((name) =>
    name.includes('/') && existsSync(name) && isInstrumentedLibrary(name) ? `${name} (instrumented)` : name,
  );
  return [
    row(
      'dlopen',
      `${described.length === 0 ? 'libraries whose names are not in its text' : described.join(', ')}: loaded while ` +
        'it runs; seen as far as built with `drista cc`',
    ),
  ];
}

/** Statements whose accesses of memory are not seen, in the program and in its instrumented libraries. */
function statementRows(path: string, elf: Elf, load: string): string[] {
  const libraries = librariesOf(path, elf.interpreter!, load).flatMap((library) =>
    library.path !== undefined && isInstrumentedLibrary(library.path) ? [library.path] : [],
  );
  return [elf, ...libraries.map((library) => readElf(readFileSync(library))!)]
    .flatMap(unseenStatementsIn)
    .map((name, i) => row(i === 0 ? 'statements' : '', `${name}: not seen`));
}

/** Functions of libc and so on that drista must expect anything of. */
function unknownRows(path: string, elf: Elf, libraries: readonly Library[]): string[] {
  const found = unknownCalls(path, elf, libraries).map(({ library, names }) => `${listed(names)} of ${library}`);
  if (found.length === 0) return [];
  return [row('not known', `what these functions do beside returning a value: ${found.join('; ')}`)];
}

/** Libraries whose usual functions the runtime wraps, announcing their accesses to the program's memory. */
const announced = /^lib(c|stdc\+\+)\.so/;

function libraryRows(libraries: readonly Library[], visibility: Entry['visibility']): string[] {
  const seen = libraries
    .filter((library) => library.path !== undefined && isInstrumentedLibrary(library.path))
    .map((library) => library.name);
  const others = libraries.map((library) => library.name).filter((name) => !seen.includes(name));
  const known = visibility === 'calls' ? [] : others.filter((name) => announced.test(name));
  const hidden = others.filter((name) => !known.includes(name));
  const rows: [readonly string[], string][] = [
    [seen, 'instrumented'],
    [known, "what their usual functions do with the program's memory is seen"],
    [hidden, 'not instrumented: their own memory accesses are not seen'],
  ];
  return rows
    .filter(([names]) => names.length > 0)
    .map(([names, text], i) => row(i === 0 ? 'libraries' : '', `${names.join(', ')}: ${text}`));
}
