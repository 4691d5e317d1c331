/** Runs a check in a thread of its own, shows its progress, and ends it on Ctrl-C. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DristaError } from '../errors';
import type { Progress } from '../explore/explorer';
import type { ProgressLine } from '../report/progress';
import type { Outcome, Task } from './checker';
import { messages } from './messages';
import type { Message, WorkerData } from './worker';

/** How long a check may take to end by itself after Ctrl-C, in milliseconds. */
const PATIENCE = 2000;

/** The outcome; one that was interrupted and did not end by itself is made of the last progress. */
export function runCheck(task: Task, line: ProgressLine): Promise<Outcome> {
  const interrupt = new SharedArrayBuffer(4);
  const data: WorkerData = { task, interrupt };
  const started = Date.now();
  let pid = 0;
  let last: Progress = { executions: 0, blocked: 0, deadEnds: 0, events: 0, states: 0, depth: 0 };
  return new Promise<Outcome>((resolve, reject) => {
    const worker = new Worker(join(__dirname, 'worker.js'), { workerData: data });
    const onSignal = (): void => {
      if (Atomics.exchange(new Int32Array(interrupt), 0, 1) !== 0) return giveUp();
      setTimeout(giveUp, PATIENCE).unref();
    };
    const giveUp = (): void => {
      finish(() => { resolve(interruptedOutcome(task, last, (Date.now() - started) / 1000)); });
      killGroup(pid);
      void worker.terminate();
    };
    const finish = (then: () => void): void => {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      line.clear();
      then();
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    worker.on('message', (message: Message) => {
      switch (message.type) {
        case 'started': pid = message.pid; break;
        case 'progress': last = message.progress; line.show(last); break;
        case 'outcome': finish(() => { resolve(message.outcome); }); break;
        case 'failed': finish(() => { reject(new DristaError(message.message)); }); break;
      }
    });
    worker.on('error', (error) => { finish(() => { reject(workerFailure(error)); }); });
    worker.on('exit', (code) => { finish(() => { reject(new DristaError(messages.workerDied(`code ${code}`))); }); });
  });
}

function killGroup(pid: number): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function workerFailure(error: NodeJS.ErrnoException): Error {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new DristaError(messages.workerDied('out of memory')) : error;
}

function interruptedOutcome(task: Task, { executions, blocked, deadEnds, events }: Progress, seconds: number): Outcome {
  const { model, equivalence, strategy } = task.options;
  return {
    saved: [],
    summary: {
      program: task.program, model, equivalence, strategy, verdict: 'inconclusive', executions, blocked, deadEnds, runs: 0, events,
      seconds, limitsHit: ['interrupted'], errors: [], notes: ['how often the program ran is not known'],
    },
  };
}
