/**
 * Remembered results of checks, by all that decides them: the program's content, drista's code, options, arguments.
 * What the program reads when it runs (files, the environment, shared libraries) is not part of that.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../base/hash';
import { dristaCode } from './drista-code';
import type { CheckResult } from './test-check';

export class VerdictCache {
  private readonly drista = dristaCode();

  /** `folder`: it is made when the first result is kept. `saved`: the folder with the executions of errors. */
  constructor(
    private readonly folder: string,
    private readonly saved: string,
  ) {}

  /** The name of a result. `parts`: all that decides it, beside drista. */
  key(parts: readonly (string | readonly string[])[]): string {
    return sha256(JSON.stringify([this.drista, ...parts]));
  }

  /** Undefined: it is not remembered, or an execution that its report names is not there any more. */
  find(key: string): CheckResult | undefined {
    try {
      const result = JSON.parse(readFileSync(this.file(key), 'utf8')) as CheckResult;
      const isThere = ({ execution }: CheckResult['errors'][number]): boolean =>
        existsSync(join(this.saved, `${execution}.json`));
      return result.errors.every(isThere) ? result : undefined;
    } catch {
      return undefined;
    }
  }

  /** Remembers a result; where the folder cannot be written, the test is checked again the next time. */
  keep(key: string, result: CheckResult): void {
    const unfinished = `${this.file(key)}.${process.pid}`;
    try {
      mkdirSync(this.folder, { recursive: true });
      writeFileSync(unfinished, JSON.stringify(result));
      renameSync(unfinished, this.file(key));
    } catch {
      if (existsSync(unfinished)) rmSync(unfinished);
    }
  }

  private file(key: string): string {
    return join(this.folder, `${key}.json`);
  }
}
