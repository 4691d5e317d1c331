/** Finding compilers: clang first, for it tells us most about a program; gcc when clang is missing. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { DristaError } from '../errors';
import { messages } from './messages';

export type Language = 'c' | 'c++';
export type Family = 'clang' | 'gcc';

export interface Compiler {
  readonly family: Family;
  readonly path: string;
  /** Arguments that come before all others. */
  readonly prefix: readonly string[];
}

const versions = ['19', '18', '17', '16', '15', '14'];
const clangs = ['clang', ...versions.map((v) => `clang-${v}`)];
/** In order of preference. */
const names: Record<Language, Record<Family, readonly string[]>> = {
  c: { clang: clangs, gcc: ['gcc', ...['14', '13', '12', '11'].map((v) => `gcc-${v}`)] },
  // Every clang is a C++ compiler when it is told so.
  'c++': { clang: ['clang++', ...clangs], gcc: ['g++', ...['14', '13', '12', '11'].map((v) => `g++-${v}`)] },
};

/** The path of a command: as given when it has a slash, else the first in PATH; undefined when there is none. */
export function findCommand(command: string, path = process.env.PATH ?? ''): string | undefined {
  const candidates = command.includes('/') ? [resolve(command)] : path.split(delimiter).map((folder) => join(folder, command));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return statSync(candidate).isFile();
    } catch {
      return false;
    }
  });
}

/** All compilers for the language that are installed, the preferred one first. */
export function installed(language: Language): Compiler[] {
  const found: Compiler[] = [];
  for (const family of ['clang', 'gcc'] as const) {
    for (const name of names[language][family]) {
      const path = findCommand(name);
      if (path !== undefined) found.push(compiler(language, family, path));
    }
  }
  return found;
}

/** The compiler asked for: 'clang', 'gcc' or a command; where nothing was asked, the preferred one of those installed. */
export function choose(language: Language, asked: string | undefined, where: string): Compiler {
  const families: readonly Family[] = asked === 'clang' || asked === 'gcc' ? [asked] : ['clang', 'gcc'];
  if (asked !== undefined && families.length === 2) return byName(language, asked, where);
  for (const family of families) {
    for (const name of names[language][family]) {
      const path = findCommand(name);
      if (path !== undefined) return compiler(language, family, path);
    }
  }
  if (asked !== undefined) throw new DristaError(messages.noSuchCompiler(asked, where));
  throw new DristaError(messages.noCompiler(language, families.map((f) => names[language][f][0])));
}

function byName(language: Language, asked: string, where: string): Compiler {
  const path = findCommand(asked);
  if (path === undefined) throw new DristaError(messages.noSuchCompiler(asked, where));
  return compiler(language, familyOf(path), path);
}

function compiler(language: Language, family: Family, path: string): Compiler {
  const plainClang = family === 'clang' && !basename(path).includes('++');
  return { family, path, prefix: language === 'c++' && plainClang ? ['--driver-mode=g++'] : [] };
}

function familyOf(path: string): Family {
  const name = basename(path);
  if (/clang/.test(name)) return 'clang';
  if (/gcc|g\+\+/.test(name)) return 'gcc';
  return versionOf(path).includes('clang') ? 'clang' : 'gcc';
}

/** The first line of what `--version` prints; empty when the command cannot be run. */
export function versionOf(path: string): string {
  return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.split('\n')[0] ?? '';
}
