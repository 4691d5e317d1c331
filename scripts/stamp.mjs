/** Remembers what a build step was last done with: a hash of the contents of its inputs. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { within } from './steps.mjs';

const fileOf = (step) => within('build', 'stamps', step);

/** Hash of the names and contents of files and of all files in folders, and of `also`. */
export function contents(paths, also) {
  const hash = createHash('sha256').update(also);
  for (const path of paths.flatMap(filesIn).sort()) hash.update(`\0${path}\0`).update(readFileSync(within(path)));
  return hash.digest('hex');
}

function filesIn(path) {
  if (!existsSync(within(path))) return [];
  if (!statSync(within(path)).isDirectory()) return [path];
  return readdirSync(within(path)).flatMap((name) => filesIn(join(path, name)));
}

export function upToDate(step, stamp) {
  return existsSync(fileOf(step)) && readFileSync(fileOf(step), 'utf8') === stamp;
}

export function written(step, stamp) {
  mkdirSync(within('build', 'stamps'), { recursive: true });
  writeFileSync(fileOf(step), stamp);
}
