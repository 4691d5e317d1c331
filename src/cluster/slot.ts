/** One thread of a worker as its main thread sees it: it explores parts of one round of one check. */
import { Worker as Thread, type ResourceLimits } from 'node:worker_threads';
import { killGroup } from '../channel/server';
import { SlotWord } from './part-worker';
import type { PartAnswer, PartOrder } from './slot-messages';

/** How long a thread may take to notice that its part is of no use, in milliseconds. */
const STOPPING = 1000;

/** The program of a thread. */
export interface SlotThreads {
  readonly file: string;
  readonly resourceLimits: ResourceLimits;
}

export class Slot {
  /** How many updates of the lead the thread has. */
  seen = 0;
  private readonly words = new Int32Array(new SharedArrayBuffer(16));
  private readonly thread: Thread;
  private answered: ((answer: PartAnswer) => void) | undefined;
  private ended = false;

  /** `data`: what the thread needs, made with the words that it shares. */
  constructor(
    readonly check: string,
    readonly round: string,
    { file, resourceLimits }: SlotThreads,
    data: (words: SharedArrayBuffer) => object,
  ) {
    this.thread = new Thread(file, {
      workerData: data(this.words.buffer as SharedArrayBuffer),
      resourceLimits,
    });
    this.thread.on('message', (answer: PartAnswer) => {
      this.answer(answer);
    });
    this.thread.on('error', (error) => {
      this.answer({ type: 'refused', message: error.message });
    });
    this.thread.on('exit', () => {
      this.ended = true;
      this.answer({ type: 'refused', message: 'its thread ended (out of memory?)' });
    });
  }

  /** Waits until the thread has started the program. */
  ready(): Promise<PartAnswer> {
    return this.next();
  }

  /** Explores a part. */
  explore(order: PartOrder): Promise<PartAnswer> {
    const answer = this.next();
    this.thread.postMessage(order);
    return answer;
  }

  /** How many threads of all machines wait. */
  set wanted(wanted: number) {
    Atomics.store(this.words, SlotWord.Wanted, wanted);
  }

  /** The part is to be given away soon. */
  leave(): void {
    Atomics.store(this.words, SlotWord.Leave, 1);
  }

  /** The part is of no use any more. It ends soon, by force if need be. */
  drop(): void {
    if (Atomics.exchange(this.words, SlotWord.Stop, 1) !== 0) return;
    setTimeout(() => {
      if (this.answered !== undefined) this.end();
    }, STOPPING).unref();
  }

  /** Ends the thread and its program. */
  end(): void {
    this.ended = true;
    Atomics.store(this.words, SlotWord.Stop, 1);
    killGroup(Atomics.load(this.words, SlotWord.Group));
    this.answer({ type: 'dropped' });
    void this.thread.terminate();
  }

  private next(): Promise<PartAnswer> {
    return new Promise((resolve) => {
      if (this.ended) resolve({ type: 'dropped' });
      else this.answered = resolve;
    });
  }

  private answer(answer: PartAnswer): void {
    const { answered } = this;
    this.answered = undefined;
    answered?.(answer);
  }
}
