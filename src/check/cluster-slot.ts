/** A thread of `drista worker`: explores parts of one round of a check that a lead has uploaded. */
import type { MessagePort } from 'node:worker_threads';
import { DristaError } from '../base/errors';
import type { RoundStart } from '../cluster/cluster-lead';
import { decode, encode } from '../cluster/codec';
import { PartWorker, SlotWord, type PartTimes } from '../cluster/part-worker';
import type { PartAnswer, PartOrder } from '../cluster/slot-messages';
import type { Part } from '../explore/session/worker-group';
import type { CheckFiles } from '../cluster/worker-io';
import type { HistoryUpdate } from '../program/history-exchange';
import { ProcessProgram } from '../program/process-program';
import type { ClientTask } from '../cluster/client-job';
import type { InputsStart, InputTask } from '../cluster/input-job';
import { ClientWorker } from './client-worker';
import { checkModules, readCheckHead, storedRequest } from './cluster-head';
import { exploreOptionsOf, programOptions, startServer } from './checked-program';
import { InputWorker } from './input-worker';

/** What the thread starts with. */
export interface SlotStart {
  readonly files: CheckFiles;
  readonly words: SharedArrayBuffer;
  /** How many threads share this machine. */
  readonly slots: number;
  readonly times: PartTimes;
}

/** Starts the program, says that it is ready, and answers each order. */
export function runSlot(start: SlotStart, port: MessagePort): void {
  const answer = (what: PartAnswer): void => {
    port.postMessage(what);
  };
  let worker: JobWorker;
  try {
    worker = startWorker(start);
  } catch (error) {
    return answer({ type: 'refused', message: reasonOf('check', error) });
  }
  port.on('message', ({ job, part, cut, updates }: PartOrder) => {
    try {
      const explored = worker.explore(
        job,
        decode(part) as AnyJob,
        cut,
        updates.map((update) => decode(update) as HistoryUpdate),
      );
      if (explored === undefined) return answer({ type: 'dropped' });
      const { report, usable } = explored;
      answer({ type: 'report', report: encode(report), usable });
    } catch (error) {
      answer({ type: 'refused', message: reasonOf('part', error) });
    }
  });
  answer({ type: 'ready' });
}

/** A part of a search, a client, or an input: what the check consists of. */
type AnyJob = Part & ClientTask & InputTask;

/** What explores the jobs of one check. */
interface JobWorker {
  explore(
    job: string,
    part: AnyJob,
    cut: boolean,
    updates: readonly HistoryUpdate[],
  ): { readonly report: object; readonly usable: boolean } | undefined;
}

function startWorker({ files, words, slots, times }: SlotStart): JobWorker {
  const head = readCheckHead(files.head);
  const begun = decode(files.start) as RoundStart & InputsStart;
  const request = storedRequest(head, () => files.program);
  const server = startServer(request);
  try {
    const shared = new Int32Array(words);
    Atomics.store(shared, SlotWord.Group, server.group);
    checkModules(server.modules, head.modules);
    if (head.spec !== undefined) {
      server.stop();
      return new ClientWorker({ ...request, program: request.file! }, head.spec, shared);
    }
    if (request.settings.symbolic !== undefined)
      return new InputWorker(request, head.traits, begun, server, slots, shared);
    const program = new ProcessProgram(server, programOptions(request, head.traits, begun.program));
    const options = exploreOptionsOf({ ...request.settings, jobs: slots });
    return new PartWorker(program, server, options, begun.round, shared, times);
  } catch (error) {
    server.stop();
    throw error;
  }
}

/** In one line. Errors that are not drista's come from a field of a wrong type, which only another program sends. */
function reasonOf(what: string, error: unknown): string {
  if (error instanceof DristaError) return error.message;
  return `the data of a ${what} cannot be used, or there is a bug in drista (${String(error).split('\n')[0]})`;
}
