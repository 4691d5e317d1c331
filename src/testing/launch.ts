/** Runs a command of drista as a process of its own. */
import { spawn } from 'node:child_process';
import { launcher } from '../base/paths';

export interface Ended {
  /** Null: a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProcessOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Ends the process, as Ctrl-C does: drista then ends the processes that it has started itself. */
  readonly signal: AbortSignal;
}

/** Runs `drista ARGS` to its end, without input. If it cannot be run, stderr says why. */
export function launch(args: readonly string[], { cwd, env, signal }: ProcessOptions): Promise<Ended> {
  return new Promise((done) => {
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const child = spawn(launcher(), args, { cwd, env, signal, killSignal: 'SIGINT', stdio: [...stdio] });
    let stdout = '',
      stderr = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', (error) => {
      stderr += `${error.message}\n`;
    });
    child.on('close', (status) => {
      done({ status, stdout, stderr });
    });
  });
}
