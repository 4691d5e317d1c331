/** The functions that the runtime stands in front of, and whose accesses it announces. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runtimeFolder } from '../base/paths';

let names: ReadonlySet<string> | undefined;

/** Does the runtime stand in front of the function? */
export function isWrapped(name: string): boolean {
  return (names ??= new Set(readFileSync(join(runtimeFolder(), 'exports.list'), 'utf8').match(/\w+/g))).has(name);
}
