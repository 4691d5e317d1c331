/** How blocks are run: shell commands as they are written, in a new folder, with drista in PATH. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folder, type Done } from '../../support/command';
import { top } from '../../support/paths';

/** Blocks that one test runs together. */
export interface Documented {
  readonly page: string;
  /** What each block begins with. */
  readonly blocks: readonly string[];
  /** What the test is called, behind the name of the page. */
  readonly name: string;
  /** Commands without which the test is skipped. */
  readonly needs?: readonly string[];
  /** Why the test is skipped; undefined: it is not. */
  readonly hindrance?: string;
  /** Is given the text of each block. */
  run(...texts: string[]): void;
}

/** A new folder with these files. */
export function project(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(folder, 'documented-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

/** A new folder with a copy of the examples. */
export function withExamples(): string {
  const root = project();
  cpSync(join(top, 'examples'), join(root, 'examples'), { recursive: true });
  return root;
}

const env = { ...process.env, PATH: `${top}:${process.env.PATH}` };

/** Gives commands to bash, which ends where one of them fails. */
export function shell(cwd: string, commands: string): Done {
  const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail'], {
    cwd,
    encoding: 'utf8',
    env,
    input: commands,
    timeout: 100_000,
  });
  return { status, stdout, stderr };
}

/** Runs commands that have to succeed; what they print. */
export function succeed(cwd: string, commands: string): string {
  const done = shell(cwd, commands);
  expect({ commands, ...done }).toMatchObject({ status: 0 });
  return done.stdout;
}

/** Without what differs from one check to the next: times, names of saved files, line breaks. */
function masked(text: string): string {
  return text
    .replace(/\d+\.\d+ s\b/g, 'TIME s')
    .replace(/\b[0-9a-f]{12}\.json/g, 'SAVED.json')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Compares what a command has printed with what a page shows of it. There `...` stands for anything. */
export function expectShown(printed: string, shown: string): void {
  const parts = masked(shown).split(/ ?\.\.\. ?/);
  if (parts.length === 1) expect(masked(printed)).toBe(parts[0]);
  else
    expect(masked(printed)).toMatch(
      new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*')}$`),
    );
}

/**
 * Runs a session: commands, each behind `$ `, and below it what it prints. Where nothing is below, what it prints is
 * not shown. Commands may fail: what they print shows how.
 */
export function runSession(cwd: string, session: string): void {
  for (const [, command, shown] of session.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)) {
    const done = shell(cwd, command);
    expect({ command, ...done }).toMatchObject({ stderr: '' });
    if (shown.trim() !== '') expectShown(done.stdout, shown);
  }
}

/** That many empty lines less one, and the text: it is on that line. */
export const atLine = (line: number, text: string): string => '\n'.repeat(line - 1) + text;
