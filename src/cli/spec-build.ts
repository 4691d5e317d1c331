/** The program of a test for `drista spec`: built from its source, as `drista test` builds it. */
import { resolve } from 'node:path';
import { readConfig } from '../testing/test-config';
import { builtTest, headerOf, isTestSource } from './test-source';

/** The program of the test, which is a source or a program. Rejects with a DristaError if it cannot be built. */
export async function builtSpec(name: string): Promise<string> {
  if (!isTestSource(name)) return name;
  const config = readConfig(process.cwd());
  const file = resolve(name);
  return (await builtTest(file, headerOf(file, config), config)).program;
}
