/** Processes that perform one command of drista after another (src/cli/check-process.ts). */
import { spawn, type ChildProcess } from 'node:child_process';
import { launcher } from '../base/paths';
import { PERFORMS_COMMANDS, type CommandAnswer } from './command-channel';
import type { Ended } from './launch';

/** A process that has grown beyond that makes way for a new one, in bytes. */
const GROWN = 2 ** 29;

/** Each command takes a process that has nothing to do, or a new one. */
export class CheckProcesses {
  private readonly all = new Set<ChildProcess>();
  private idle: ChildProcess[] = [];

  /** `cwd`: the folder in which commands are performed. `signal` ends the present ones, as Ctrl-C does. */
  constructor(
    private readonly cwd: string,
    private readonly signal: AbortSignal,
  ) {}

  /** Performs `drista ARGS`, without input. If that is not possible, stderr says why. */
  perform(args: readonly string[]): Promise<Ended> {
    const child = this.idle.pop() ?? this.start();
    return new Promise((resolve) => {
      let stderr = '';
      const onText = (text: string): void => {
        stderr += text;
      };
      const onError = (error: Error): void => {
        stderr += `${error.message}\n`;
      };
      const interrupt = (): void => {
        child.kill('SIGINT');
      };
      const end = (ended: Ended, stays: boolean): void => {
        child.off('message', onAnswer).off('close', onClose).off('error', onError);
        child.stderr!.off('data', onText);
        this.signal.removeEventListener('abort', interrupt);
        if (stays) this.idle.push(child);
        else this.close(child);
        resolve(ended);
      };
      const onAnswer = (message: unknown): void => {
        const { status, stdout, stderr: said, memory } = message as CommandAnswer;
        end({ status, stdout, stderr: said + stderr }, memory < GROWN);
      };
      const onClose = (status: number | null): void => {
        end({ status, stdout: '', stderr }, false);
      };
      child.on('message', onAnswer).on('close', onClose).on('error', onError);
      child.stderr!.on('data', onText);
      this.signal.addEventListener('abort', interrupt);
      child.send(args, (error) => {
        if (error !== null) onError(error);
      });
    });
  }

  /** Ends all processes. */
  end(): void {
    for (const child of this.all) this.close(child);
    this.idle = [];
  }

  private start(): ChildProcess {
    const child = spawn(launcher(), [PERFORMS_COMMANDS], {
      cwd: this.cwd,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.stderr!.setEncoding('utf8');
    this.all.add(child);
    return child;
  }

  private close(child: ChildProcess): void {
    this.all.delete(child);
    if (child.connected) child.disconnect();
  }
}
