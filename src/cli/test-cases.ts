/** `--write-tests DIR`: a test case for each input that --symbolic explores. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DristaError } from '../base/errors';
import { testJson, testSource, type TestCase } from '../symbolic/test-case';
import { messages } from './messages';

/** Writes test cases to the folder, which is made if it is not there. Throws a DristaError where that is impossible. */
export class TestCaseFolder {
  private count = 0;

  constructor(private readonly folder: string) {
    // Not `recursive`: Node goes on for ever where the kernel makes no folder, as in /proc.
    this.guarded(() => {
      if (!existsSync(folder)) mkdirSync(folder);
    });
  }

  /** Writes the next one, a C file and JSON. Names have numbers from 1 on. */
  write(test: TestCase): void {
    const name = join(this.folder, `test-${String(++this.count).padStart(4, '0')}`);
    this.guarded(() => {
      writeFileSync(`${name}.json`, testJson(test));
      writeFileSync(`${name}.c`, testSource(test));
    });
  }

  private guarded(write: () => void): void {
    try {
      write();
    } catch (error) {
      throw new DristaError(messages.testsNotWritten(this.folder, (error as Error).message));
    }
  }
}
