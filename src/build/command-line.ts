/** What a compiler's command line asks for, as far as drista must know to add its flags. */
import { FileFailure, readBounded } from '../bounded-file';
import { DristaError } from '../errors';
import { messages } from './messages';

/** Bytes of the largest response file that is followed. */
const LARGEST_RESPONSE = 2 ** 26;

export interface CommandLine {
  /** Is there anything to compile or link? (`--version` and the like: no.) */
  readonly hasInputs: boolean;
  /** Is there a source file among the inputs? */
  readonly hasSources: boolean;
  /** Does it end with linking an executable or a shared library? */
  readonly links: boolean;
  readonly shared: boolean;
  /** Is the program to be linked statically? */
  readonly static: boolean;
  /** Was a language named with -x? It would count for drista's files too. */
  readonly language: boolean;
  readonly optimization: boolean;
  readonly debug: boolean;
}

/** Options whose value is the next argument. */
const takesValue = new Set([
  '-o', '-x', '-I', '-D', '-U', '-L', '-l', '-B', '-T', '-u', '-z', '-e', '-A', '-G', '-F', '-MF', '-MT', '-MQ', '-include', '-imacros',
  '-idirafter', '-iprefix', '-iwithprefix', '-iwithprefixbefore', '-isysroot', '-imultilib', '-isystem', '-iquote', '-include-pch',
  '-Xlinker', '-Xpreprocessor', '-Xassembler', '-Xclang', '-Xanalyzer', '-mllvm', '-wrapper', '-aux-info', '-dumpbase', '-dumpbase-ext',
  '-dumpdir', '-target', '-arch', '-framework', '-rpath', '-specs', '--sysroot', '--param', '--include-directory', '--output',
  '--serialize-diagnostics', '-working-directory', '-gcc-toolchain',
]);

/** Options after which nothing is linked. */
const stops = new Set(['-c', '-S', '-E', '-M', '-MM', '-fsyntax-only', '-r', '--compile', '--assemble', '--preprocess', '-emit-ast', '--analyze']);

/** Options that only ask something. */
const asks = /^(--version|-dumpversion|-dumpmachine|-dumpspecs|-dumpfullversion|--help(=.*)?|--target-help|-?-print-.*)$/;

const binary = /\.(o|a|so|lo|obj|ld|lds)$|\.so\.[0-9.]+$/;

/** Reads a command line; response files are followed. */
export function readCommandLine(args: readonly string[]): CommandLine {
  let inputs = 0, sources = 0, stopped = false, asked = false, shared = false, isStatic = false, optimization = false, debug = false;
  let language = 'none';
  const all = expand(args);
  for (let i = 0; i < all.length; i++) {
    const arg = all[i];
    if (arg.startsWith('-') && arg !== '-') {
      if (stops.has(arg)) stopped = true;
      if (asks.test(arg)) asked = true;
      if (arg === '-shared' || arg === '--shared') shared = true;
      if (arg === '-static' || arg === '--static' || arg === '-static-pie') isStatic = true;
      if (/^-O/.test(arg)) optimization = true;
      if (/^-g(\d|gdb|dwarf|line|mlt|$)/.test(arg)) debug = true;
      if (/^-l./.test(arg)) inputs++;
      if (/^-x./.test(arg)) language = arg.slice(2);
      if (takesValue.has(arg)) {
        i++;
        if (arg === '-l') inputs++;
        if (arg === '-x') language = all[i] ?? 'none';
      }
      continue;
    }
    inputs++;
    if (language !== 'none' || !binary.test(arg)) sources++;
  }
  const hasInputs = inputs > 0 && !asked;
  return { hasInputs, hasSources: hasInputs && sources > 0, links: hasInputs && !stopped, shared, static: isStatic, language: language !== 'none', optimization, debug };
}

/** The arguments with every @file replaced by what is in it; a file that is not there is an argument like others. */
function expand(args: readonly string[], within: readonly string[] = []): string[] {
  return args.flatMap((arg) => {
    if (!arg.startsWith('@')) return [arg];
    const path = arg.slice(1);
    if (within.includes(path)) throw new DristaError(messages.unreadableResponseFile(path));
    try {
      return expand(words(readBounded(path, LARGEST_RESPONSE).toString()), [...within, path]);
    } catch (error) {
      if (error instanceof DristaError) throw error;
      if (error instanceof FileFailure) throw new DristaError(messages.badResponseFile(path, error.message));
      return [arg];
    }
  });
}

/** Words as in a response file: separated by white space, with quotes and backslashes. */
export function words(text: string): string[] {
  const found = text.match(/(?:[^\s"'\\]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*')+/g) ?? [];
  return found.map((word) => word.replace(/\\([\s\S])|"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'/g,
    (_, escaped?: string, double?: string, single?: string) => escaped ?? double?.replace(/\\([\s\S])/g, '$1') ?? single ?? ''));
}
