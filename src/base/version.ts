/** The version of this drista. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './paths';

/** The version in package.json. */
export function version(): string {
  return (JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}
