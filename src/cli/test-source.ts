/** Sources of tests, for commands that check them in their own way: what they say, and their programs. */
import { readFileSync } from 'node:fs';
import { reasonOf } from '../base/bounded-file';
import { DristaError } from '../base/errors';
import { buildTest, type Built } from '../testing/test-build';
import { testName, type TestConfig } from '../testing/test-config';
import { readHeader, type TestHeader } from '../testing/test-header';
import { messages } from './messages';

/** Is it the source of a test, by its name? */
export function isTestSource(name: string): boolean {
  return /\.(?:c|cc|cpp|cxx)$/.test(name);
}

/** What the test says of itself. Throws a DristaError if it cannot be read. */
export function headerOf(file: string, config: TestConfig): TestHeader {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new DristaError(messages.sourceNotReadable(file, reasonOf(error)));
  }
  return readHeader(text, testName(file, config));
}

/** Builds the program of the test. Rejects with a DristaError if that fails. */
export async function builtTest(file: string, header: TestHeader, config: TestConfig): Promise<Built> {
  const built = await buildTest(file, header, config, new AbortController().signal);
  if (!('program' in built)) throw new DristaError(messages.notBuilt(testName(file, config), built.output));
  return built;
}
