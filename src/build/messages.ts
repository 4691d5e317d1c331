/** What `drista cc` says when it cannot do its work: what happened, where, what to do. */
import type { Language } from './compilers';

const language = { c: 'C', 'c++': 'C++' } as const;

export const messages = {
  noCompiler: (of: Language, looked: readonly string[]): string =>
    `no ${language[of]} compiler found in PATH (looked for ${looked.join(', ')}): install one, e.g. \`apt-get install clang\`, or name one with --drista-compiler=PATH`,
  noSuchCompiler: (asked: string, where: string): string =>
    `the compiler ${asked} (from ${where}) is not found: install it, or choose gcc, clang or the path of another`,
  noRuntime: (path: string): string => `drista's runtime ${path} is missing: run \`npm run setup\` in drista's folder`,
  noStatic: 'a program that is linked statically cannot be checked, for drista could not enter it: leave out -static',
  badResponseFile: (path: string, why: string): string => `the response file @${path} cannot be read (${why}): name another`,
  unreadableResponseFile: (path: string): string => `the response file @${path} contains itself: check it`,
  cannotRun: (path: string, why: string): string => `the compiler ${path} cannot be run (${why}): name another with --drista-compiler=PATH`,
};
