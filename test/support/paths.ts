/** Where tests find what is in the repository. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Top of the repository (tests run from dist/test). */
export const top = resolve(__dirname, '../../..');

/** A file of the corpus of programs with exact counts (test/corpus/README.md). */
export function corpusPath(path: string): string {
  return join(top, 'test', 'corpus', path);
}

/** The lines of a table of the corpus, without comments. */
export function corpusLines(path: string): string[] {
  return readFileSync(corpusPath(path), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}
