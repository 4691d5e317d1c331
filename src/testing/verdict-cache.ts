/**
 * Remembered results of checks, by all that decides them: the program's content, drista's code, options, arguments.
 * What the program reads when it runs (files, the environment, shared libraries) is not part of that.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../base/hash';
import { packageRoot } from '../base/paths';
import { version } from '../base/version';
import type { CheckResult } from './test-check';

export class VerdictCache {
  private readonly drista = dristaCode();

  /** `folder`: it is made when the first result is kept. */
  constructor(private readonly folder: string) {}

  /** The name of a result. `parts`: all that decides it, beside drista. */
  key(parts: readonly (string | readonly string[])[]): string {
    return sha256(JSON.stringify([this.drista, ...parts]));
  }

  /** Undefined: it is not remembered. */
  find(key: string): CheckResult | undefined {
    try {
      return JSON.parse(readFileSync(this.file(key), 'utf8')) as CheckResult;
    } catch {
      return undefined;
    }
  }

  /** Remembers a result. Throws where the folder cannot be written. */
  keep(key: string, result: CheckResult): void {
    mkdirSync(this.folder, { recursive: true });
    const unfinished = `${this.file(key)}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(result));
    renameSync(unfinished, this.file(key));
  }

  private file(key: string): string {
    return join(this.folder, `${key}.json`);
  }
}

/** A text that differs for any two builds of drista. */
function dristaCode(): string {
  const folders = [join('build', 'command'), join('build', 'Release'), join('build', 'runtime', 'loaded')];
  const files = folders.flatMap((folder) => filesIn(join(packageRoot(), folder)));
  // In a clone drista may run from here.
  const all = [...files, join(packageRoot(), 'dist', '.tsbuildinfo')];
  const states = all.map((path) => {
    const status = statSync(path, { throwIfNoEntry: false, bigint: true });
    return status === undefined ? '' : `${status.size} ${status.mtimeNs}`;
  });
  return [version(), ...states].join('\n');
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
