/** The program of a test for `drista spec`: built from its source, as `drista test` builds it. */
import { join, resolve } from 'node:path';
import { readFileSync } from 'node:fs';
import { reasonOf } from '../base/bounded-file';
import { DristaError } from '../base/errors';
import { buildTest } from '../testing/test-build';
import { readConfig, testName, type TestConfig } from '../testing/test-config';
import { readHeader } from '../testing/test-header';
import { messages } from './messages';

/** The program of the test, which is a source or a program. Rejects with a DristaError if it cannot be built. */
export async function builtSpec(name: string): Promise<string> {
  if (!/\.(?:c|cc|cpp|cxx)$/.test(name)) return name;
  const read = readConfig(process.cwd());
  // Programs with debug information, beside those of `drista test`.
  const build = ['-g', '-O1', ...read.build];
  const config: TestConfig = { ...read, build, output: join(read.output, 'spec') };
  const file = resolve(name);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new DristaError(messages.sourceNotReadable(name, reasonOf(error)));
  }
  const built = await buildTest(
    file,
    readHeader(text, testName(file, config)).build,
    config,
    new AbortController().signal,
  );
  if (!('program' in built)) throw new DristaError(messages.notBuilt(name, built.output));
  return built.program;
}
