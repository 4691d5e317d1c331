/** Which files are tests. */
import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { globSync } from 'tinyglobby';
import { DristaError } from '../base/errors';
import { inRealFolder } from '../base/real-path';
import type { TestConfig } from './test-config';

/**
 * The files of all tests, as absolute paths in order. `named`: files and folders, relative to `folder`; of a folder,
 * the tests in it; none: all that the configuration includes. Throws a DristaError for what does not exist.
 */
export function findTests(config: TestConfig, named: readonly string[], folder: string): string[] {
  if (named.length === 0) return testsIn(config.root, config);
  const found = named.flatMap((name) => {
    const path = resolve(folder, name);
    const status = statSync(path, { throwIfNoEntry: false });
    if (status === undefined) throw new DristaError(`${name} does not exist: give a test, or a folder of tests`);
    return status.isDirectory() ? testsIn(path, config) : [path];
  });
  return [...new Set(found)].sort();
}

/** The tests in a folder: below the configuration's, as its patterns say; elsewhere by their names alone. */
function testsIn(folder: string, { root, include, exclude }: TestConfig): string[] {
  const isInside = !relative(root, folder).startsWith('..');
  const cwd = isInside ? root : folder;
  const all = globSync([...include], { cwd, ignore: [...exclude], absolute: true, dot: false });
  return onlyOnce(all.filter((path) => !relative(folder, path).startsWith('..')).sort());
}

/** Of files that are the same as the folders are symbolic links, the one whose path is the shortest. */
function onlyOnce(sorted: readonly string[]): string[] {
  const shortest = new Map<string, string>();
  for (const path of sorted) {
    const real = inRealFolder(path);
    if (path.length < (shortest.get(real)?.length ?? Infinity)) shortest.set(real, path);
  }
  return [...shortest.values()].sort();
}
