/** Threads that explore states with the first one (explore/strategy/state-space/frontier/frontier-search.ts). */
import { Worker as Thread, type MessagePort, type ResourceLimits } from 'node:worker_threads';
import { DristaError } from '../base/errors';
import type { ExploreOptions } from '../explore/explore-options';
import {
  type RoundReport,
  type StateRound,
  RoundExplorer,
} from '../explore/strategy/state-space/frontier/frontier-round';
import type { StateWorker } from '../explore/session/state-worker';
import { Mailbox, portsOf, sharedWords } from './mailbox';

/** What a thread gets from the first one. */
export interface StateThreadStart {
  readonly me: number;
  readonly ports: readonly (MessagePort | undefined)[];
  readonly words: SharedArrayBuffer;
}

/** How to start a thread. */
export interface StateThreads {
  /** How many explore, with the first one. */
  readonly workers: number;
  readonly file: string;
  readonly data: (start: StateThreadStart) => object;
  readonly resourceLimits?: ResourceLimits;
}

type StateMessage =
  | { readonly start: StateRound }
  | { readonly report: RoundReport }
  /** What went wrong. */
  | { readonly failure: string };

/** Milliseconds that a thread may take to end a round, after its time. */
const TIMEOUT = 60_000;

/** Starts the threads. They are ready a little later. */
export function startStateThreads({ workers, file, data, resourceLimits }: StateThreads): readonly StateWorker[] {
  const words = sharedWords(workers);
  const ports = portsOf(workers);
  const mailbox = new Mailbox<StateMessage>(words, 0, ports[0]);
  return ports.slice(1).map((own, i) => {
    const workerData = data({ me: i + 1, ports: own, words });
    const thread = new Thread(file, { workerData, transferList: own.filter((p) => p !== undefined), resourceLimits });
    thread.unref();
    return new StateThread(mailbox, i + 1, () => {
      void thread.terminate();
    });
  });
}

class StateThread implements StateWorker {
  constructor(
    private readonly mailbox: Mailbox<StateMessage>,
    private readonly number: number,
    private readonly terminate: () => void,
  ) {}

  get isReady(): boolean {
    return this.mailbox.isReady(this.number);
  }

  begin(start: StateRound): void {
    this.mailbox.send(this.number, { start });
  }

  end(): RoundReport {
    const timeout = Date.now() + TIMEOUT;
    for (;;) {
      const message = this.mailbox.receiveFrom(this.number);
      if (message !== undefined && 'report' in message) return message.report;
      if (message !== undefined && 'failure' in message) throw new Error(message.failure);
      if (Date.now() > timeout)
        throw new DristaError('a thread that explores states gave no answer (out of memory?): --jobs 1 does without');
      this.mailbox.wait(timeout - Date.now());
    }
  }

  dismiss(): void {
    this.mailbox.stop();
    this.terminate();
  }
}

/** Explores states in rounds, until the first thread ends that. All failures are sent to it. */
export function helpByStates({ me, ports, words }: StateThreadStart, options: ExploreOptions): void {
  const mailbox = new Mailbox<StateMessage>(words, me, ports);
  const explorer = new RoundExplorer(options);
  mailbox.ready();
  while (!mailbox.ended) {
    const received = mailbox.receive();
    if (received === undefined) mailbox.wait(Infinity);
    else if ('start' in received.message) mailbox.send(0, answerTo(received.message.start, explorer));
  }
}

function answerTo(start: StateRound, explorer: RoundExplorer): StateMessage {
  try {
    return { report: explorer.explore(start) };
  } catch (error) {
    return { failure: (error as Error).stack ?? String(error) };
  }
}
