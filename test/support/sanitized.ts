/** Programs that were built for ThreadSanitizer, by the compiler itself and without drista. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand } from '../../src/compiler/compilers';
import { loadedFolder } from '../../src/base/paths';

const clangs = 'libclang_rt.tsan-x86_64.so';

/**
 * The flags that build a program which asks for the sanitizer's shared library; undefined: the compiler or the library
 * is missing. Where clang has no shared library of its own, the one that stands in for it is linked against: the
 * program is the same.
 */
export function sanitizerFlags(compiler: 'gcc' | 'clang'): string[] | undefined {
  if (findCommand(compiler) === undefined) return undefined;
  if (compiler === 'gcc')
    return existsSync(fileOf('gcc', 'libtsan.so')) ? ['-fsanitize=thread', '-Wno-tsan'] : undefined;
  if (existsSync(fileOf('clang', clangs))) return ['-fsanitize=thread', '-shared-libsan'];
  return ['-fsanitize=thread', '-fno-sanitize-link-runtime', join(loadedFolder(), clangs)];
}

function fileOf(compiler: string, library: string): string {
  return spawnSync(compiler, [`-print-file-name=${library}`], { encoding: 'utf8' }).stdout.trim();
}

/** A block of tests for each compiler; skipped, saying so, where it cannot build such programs. */
export function describeSanitized(body: (compiler: 'gcc' | 'clang', flags: readonly string[]) => void): void {
  for (const compiler of ['gcc', 'clang'] as const) {
    const flags = sanitizerFlags(compiler);
    describe(`${compiler} -fsanitize=thread`, () => {
      if (flags !== undefined) return body(compiler, flags);
      test.skip(`needs ${compiler} with ThreadSanitizer`, () => undefined);
    });
  }
}

/** Compiles with the compiler itself. */
export function compilePlainly(compiler: string, args: readonly string[]): void {
  const done = spawnSync(compiler, args, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${compiler} ${args.join(' ')}\n${done.stderr}`);
}
