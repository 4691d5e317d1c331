/** Runs the `drista` command. Nothing here knows of VS Code. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a command has ended. */
export interface EndedCommand {
  /** The exit code; undefined: a signal has ended it. */
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandPlace {
  /** A name that is looked for in PATH, or a path. */
  readonly command: string;
  /** The folder in which it runs. */
  readonly folder: string;
}

/** Runs the command to its end; `signal` ends it early, by SIGTERM. Rejects with one line where it cannot start. */
export function runDrista(place: CommandPlace, args: readonly string[], signal?: AbortSignal): Promise<EndedCommand> {
  return new Promise((resolve, reject) => {
    const child = spawn(place.command, args, { cwd: place.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text;
      });
    const end = (): void => void child.kill();
    if (signal?.aborted === true) end();
    signal?.addEventListener('abort', end);
    child.on('error', (error: NodeJS.ErrnoException) => {
      signal?.removeEventListener('abort', end);
      const why = error.code === 'ENOENT' ? 'it is not there: set drista.path' : error.message;
      reject(new Error(`${place.command} cannot be started in ${place.folder}: ${why}`));
    });
    child.on('close', (code) => {
      signal?.removeEventListener('abort', end);
      resolve({ status: code ?? undefined, ...texts });
    });
  });
}

/**
 * Runs the command with a report in each of the forms, and returns their texts besides; undefined: it was not written.
 */
export async function runWithReports<Form extends string>(
  place: CommandPlace,
  args: readonly string[],
  forms: readonly Form[],
  signal?: AbortSignal,
): Promise<EndedCommand & { readonly reports: Readonly<Record<Form, string | undefined>> }> {
  const scratch = mkdtempSync(join(tmpdir(), 'drista-vscode-'));
  const fileOf = (form: Form): string => join(scratch, form);
  try {
    const options = forms.flatMap((form) => ['--report', `${form}=${fileOf(form)}`]);
    const [first, ...rest] = args;
    // A command such as `test` comes before its options.
    const line = first === undefined || first.startsWith('-') ? [...options, ...args] : [first, ...options, ...rest];
    const ended = await runDrista(place, line, signal);
    const reports = Object.fromEntries(forms.map((form) => [form, textIn(fileOf(form))]));
    return { ...ended, reports: reports as Record<Form, string | undefined> };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** What drista says of why it could not do something: the last line of stderr, without its name. */
export function complaintOf({ status, stderr }: EndedCommand): string {
  const said =
    stderr
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^drista: /, '') ?? '';
  return said === '' ? `drista ended without a report (${status ?? 'signal'})` : said;
}
