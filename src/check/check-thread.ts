/**
 * Runs a check in a thread of its own, shows its progress, and ends it on Ctrl-C, or when it exceeds its time limit.
 */
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { addon } from '../channel/addon';
import { killServers } from '../channel/server';
import { DristaError } from '../base/errors';
import type { CheckProgress } from './check-hooks';
import type { CheckOutcome } from './found-error';
import { Exit } from '../base/exit';
import type { CheckRequest } from './check-request';
import { checkMessages } from './check-messages';
import { threadFile } from './io-module';
import { removeUnfinished } from '../base/output-file';
import { levelOf, notesOn } from './visibility';
import { resourceLimits } from './stack';
import type { Message, WorkerData } from './check-work';

/** How long a check may take to end by itself when it should, in milliseconds. */
const TIMEOUT = 5000;
/** Signals so close to each other are one, in milliseconds: timeout(1) signals its child and then the child's group. */
const ECHO = 100;
/** How long it may take to write the checkpoint, in milliseconds. */
const WRITING = 120_000;
/** The longest time of setTimeout. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** Tells whether a signal that has come is only the echo of the one before. */
export function echoes(): () => boolean {
  let signalled = -Infinity;
  return () => {
    const before = signalled;
    signalled = performance.now();
    return signalled - before < ECHO;
  };
}

let early: Worker | undefined;
/** Signals since the end of the check. */
let late = 0;

/**
 * Starts the thread of a check early, since that takes long: it starts while the options are read. It does not keep the
 * process from ending.
 */
export function startEarly(): void {
  if (early !== undefined) return;
  early = startWorker();
  early.unref();
}

let stays = false;

/** From now on, the thread of a check that has ended performs the next one. */
export function keepThread(): void {
  stays = true;
}

/** Starts the thread of a check, which waits for its request. Throws a DristaError if there can be no thread. */
export function startWorker(): Worker {
  try {
    const worker = new Worker(threadFile(), { resourceLimits });
    return worker.once('exit', () => {
      if (early === worker) early = undefined;
    });
  } catch (error) {
    throw new DristaError(checkMessages.noThread((error as Error).message));
  }
}

/**
 * After the end of the check, its result is about to be reported. A second signal ends drista at once, with the exit
 * code of the verdict.
 */
function onLateSignal(): void {
  if (late++ > 0) process.exit(process.exitCode ?? Exit.Failure);
}

/**
 * Keeps the exit code of the verdict when a signal comes while drista ends: Node takes milliseconds to end, in which
 * signals have their default action.
 */
function onExit(code: number): void {
  if (process.env['NODE_V8_COVERAGE'] === undefined) addon().exitAtOnce(code);
}

/**
 * Runs the check. Resolves with its outcome; if it has not ended when it should have, with one made of its last
 * progress.
 */
export function runCheck(request: CheckRequest, onProgress: (progress: CheckProgress) => void): Promise<CheckOutcome> {
  const interrupt = new SharedArrayBuffer(4);
  const data: WorkerData = { request, interrupt, stays };
  const started = Date.now();
  let last: CheckProgress = {
    executions: 0,
    blocked: 0,
    crashes: 0,
    deadEnds: 0,
    events: 0,
    states: 0,
    sampled: 0,
    depth: 0,
    explored: 0,
    runs: 0,
  };
  return new Promise<CheckOutcome>((resolve, reject) => {
    const worker = early ?? startWorker();
    early = undefined;
    late = 0;
    worker.ref();
    let found: CheckOutcome | undefined;
    let timeout: NodeJS.Timeout | undefined;
    let writing = false;
    const isEcho = echoes();
    const onSignal = (): void => {
      if (isEcho()) return;
      if (Atomics.exchange(new Int32Array(interrupt), 0, 1) !== 0)
        return giveUp('interrupted', 'it was interrupted a second time');
      if (writing) return; // it is about to end
      timeout = setTimeout(giveUp, TIMEOUT, 'interrupted', `${TIMEOUT / 1000} s after it was interrupted`);
    };
    const giveUp = (limit: string, since: string): void => {
      finish(() => {
        resolve(found ?? unfinished(request, limit, since, last, (Date.now() - started) / 1000));
      });
      killServers(); // also those of workers; their output is dropped from now on
      void worker.terminate().then(() => {
        removeUnfinished(dirname(request.checkpoint.file));
      });
    };
    const { timeLimit: seconds, runLimit: ofRun } = request.settings;
    // A run that has begun is not cut short: what was found would be lost.
    const grace = ofRun + TIMEOUT / 1000;
    const overtime =
      seconds === undefined
        ? undefined
        : setTimeout(giveUp, Math.min((seconds + grace) * 1000, MAX_TIMEOUT), 'time', `${grace} s after --time-limit`);
    const finish = (then: () => void): void => {
      clearTimeout(overtime);
      clearTimeout(timeout);
      // A signal whose last listener goes has its default action again: the new listener comes first.
      for (const signal of ['SIGINT', 'SIGTERM'])
        process.off(signal, onLateSignal).on(signal, onLateSignal).off(signal, onSignal);
      process.off('exit', onExit).on('exit', onExit);
      then();
    };
    const end = (then: () => void): void => {
      if (stays) {
        worker.off('message', onMessage).off('error', onError).off('exit', onExited).unref();
        early = worker;
      }
      finish(then);
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    const onMessage = (message: Message): void => {
      switch (message.type) {
        case 'progress':
          last = message.progress;
          onProgress(last);
          break;
        case 'checkpoint':
          writing = true;
          clearTimeout(overtime);
          clearTimeout(timeout);
          timeout = setTimeout(giveUp, WRITING, 'interrupted', `writing took longer than ${WRITING / 1000} s`);
          break;
        case 'preliminary':
          found = message.outcome;
          break;
        case 'outcome':
          end(() => {
            resolve(message.outcome);
          });
          break;
        case 'failed':
          end(() => {
            reject(new DristaError(message.message));
          });
          break;
      }
    };
    const fail = (error: Error): void => {
      finish(() => {
        if (found === undefined) reject(error);
        else resolve(found);
      });
    };
    const onError = (error: Error): void => {
      fail(workerFailure(error));
    };
    const onExited = (code: number): void => {
      fail(new DristaError(checkMessages.workerDied(`code ${code}`)));
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExited);
    worker.postMessage(data);
  });
}

/** Why the thread of a check failed. */
export function workerFailure(error: NodeJS.ErrnoException): Error {
  if (error.code === 'ERR_WORKER_INIT_FAILED') return new DristaError(checkMessages.noThread(error.message));
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new DristaError(checkMessages.workerDied('out of memory')) : error;
}

function unfinished(
  request: CheckRequest,
  limit: string,
  since: string,
  { executions, blocked, deadEnds, events, runs }: CheckProgress,
  seconds: number,
): CheckOutcome {
  const { model, equivalence, strategy } = request.settings;
  return {
    saved: [],
    summary: {
      program: request.program,
      model,
      equivalence,
      strategy,
      verdict: 'inconclusive',
      executions,
      blocked,
      deadEnds,
      runs,
      events,
      seconds,
      limitsHit: [limit],
      errors: [],
      notes: [
        ...(request.settings.keepGoing
          ? ['the check did not end when it should have: errors that it had found are not reported']
          : []),
        checkMessages.nothingLeftInTime(since),
        ...notesOn(request, []),
      ],
      ...levelOf(request),
    },
  };
}
