/** Messages between threads that do not return to their event loops, and their shared words of memory. */
import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads';

/**
 * Indices of the shared words: should all stop (Stopping); was a branch cut; how many threads have ended; how often a
 * thread has paused or ended; executions. The executions have a cache line of their own, because they are written
 * often, and the others are read at every state.
 */
const STOP = 0,
  CUT = 1,
  LEFT = 2,
  PAUSES = 3,
  EXECUTIONS = 16;
/**
 * From here on the words of each thread. SENT counts the messages to the thread, and GROUP is the process group of its
 * program. The others are flags: the thread wants a branch, has once received a branch, has ended, has once been ready
 * to ask for a branch, will send no more messages of the search.
 */
const EACH = 32,
  PER_THREAD = 16,
  SENT = 0,
  WANTS = 1,
  GROUP = 2,
  WORKED = 3,
  GONE = 4,
  READY = 5,
  PAUSED = 6;

/** Should all stop? `Collecting`: between two steps, and say what remains; `Now`: nothing of it is of use. */
const Stopping = { Not: 0, Collecting: 1, Now: 2 } as const;

/** The words for so many threads. */
export function sharedWords(threads: number): SharedArrayBuffer {
  return new SharedArrayBuffer(4 * (EACH + PER_THREAD * threads));
}

/** Ports between so many threads: ports[i][j] leads from thread i to thread j. */
export function portsOf(threads: number): (MessagePort | undefined)[][] {
  const ports = Array.from({ length: threads }, () => new Array<MessagePort | undefined>(threads).fill(undefined));
  for (let i = 0; i < threads; i++) {
    for (let j = i + 1; j < threads; j++) {
      const { port1, port2 } = new MessageChannel();
      ports[i][j] = port1;
      ports[j][i] = port2;
    }
  }
  return ports;
}

export class Mailbox<Message> {
  private readonly words: Int32Array;
  /** How many messages had been sent to this thread at the last check. */
  private seen = 0;

  /** `ports[i]` leads to thread i; there is none to this one, `me`. */
  constructor(
    buffer: SharedArrayBuffer,
    readonly me: number,
    private readonly ports: readonly (MessagePort | undefined)[],
  ) {
    this.words = new Int32Array(buffer);
  }

  /** Sends the message to the thread. */
  send(to: number, message: Message): void {
    this.ports[to]!.postMessage(message);
    Atomics.add(this.words, this.of(to, SENT), 1);
    Atomics.notify(this.words, this.of(to, SENT));
  }

  /** May a message have arrived since `receive` returned undefined? */
  get mayHaveMessage(): boolean {
    return Atomics.load(this.words, this.of(this.me, SENT)) !== this.seen;
  }

  /** A message that has arrived, and from which thread; undefined: there is none. */
  receive(): { readonly from: number; readonly message: Message } | undefined {
    this.seen = Atomics.load(this.words, this.of(this.me, SENT));
    for (let from = 0; from < this.ports.length; from++) {
      const port = this.ports[from];
      const received =
        port === undefined ? undefined : (receiveMessageOnPort(port) as { message: Message } | undefined);
      if (received !== undefined) return { from, message: received.message };
    }
    return undefined;
  }

  /** A message from that thread; undefined: there is none. */
  receiveFrom(thread: number): Message | undefined {
    this.seen = Atomics.load(this.words, this.of(this.me, SENT));
    return (receiveMessageOnPort(this.ports[thread]!) as { message: Message } | undefined)?.message;
  }

  /**
   * After receive() has found nothing: waits until a message is sent, all should stop, or so many milliseconds have
   * passed.
   */
  wait(milliseconds: number): void {
    if (!this.ended) Atomics.wait(this.words, this.of(this.me, SENT), this.seen, milliseconds);
  }

  /** Announces that this thread is about to want a branch, unless all should stop. */
  ready(): void {
    Atomics.store(this.words, this.of(this.me, READY), 1);
  }

  /** May the thread have been sent a branch? */
  isReady(thread: number): boolean {
    return Atomics.load(this.words, this.of(thread, READY)) === 1;
  }

  /**
   * Announces that this thread can take a branch; withdraw() ends that, and returns false if another thread has claimed
   * this one before.
   */
  want(): void {
    Atomics.store(this.words, this.of(this.me, WANTS), 1);
  }

  /**
   * Ends the announcement of `want`. Returns false if another thread has claimed this one already: then a branch
   * arrives.
   */
  withdraw(): boolean {
    return Atomics.compareExchange(this.words, this.of(this.me, WANTS), 1, 0) === 1;
  }

  /** Does the thread want a branch? */
  doesWant(thread: number): boolean {
    return Atomics.load(this.words, this.of(thread, WANTS)) === 1;
  }

  /** Does some other thread want one? */
  get wanted(): boolean {
    for (let t = 0; t < this.ports.length; t++) if (t !== this.me && this.doesWant(t)) return true;
    return false;
  }

  /** Claims a thread that wants a branch, to which the caller then sends one; undefined: there is none. */
  claim(): number | undefined {
    for (let t = 0; t < this.ports.length; t++) {
      if (t === this.me || Atomics.compareExchange(this.words, this.of(t, WANTS), 1, 0) === 0) continue;
      Atomics.store(this.words, this.of(t, WORKED), 1);
      return t;
    }
    return undefined;
  }

  /** Has the thread ever been claimed for a branch? */
  hasWorked(thread: number): boolean {
    return Atomics.load(this.words, this.of(thread, WORKED)) === 1;
  }

  get threads(): number {
    return this.ports.length;
  }

  /** Should all stop, now or between two steps? */
  get stopping(): boolean {
    return Atomics.load(this.words, STOP) !== Stopping.Not;
  }

  /** Should all stop now? */
  get ended(): boolean {
    return Atomics.load(this.words, STOP) === Stopping.Now;
  }

  /** Makes all others stop now. */
  stop(): void {
    Atomics.store(this.words, STOP, Stopping.Now);
    this.wakeAll();
  }

  /** Makes all others stop between two steps. */
  collect(): void {
    Atomics.compareExchange(this.words, STOP, Stopping.Not, Stopping.Collecting);
    this.wakeAll();
  }

  private wakeAll(): void {
    for (let t = 0; t < this.ports.length; t++) {
      Atomics.add(this.words, this.of(t, SENT), 1);
      Atomics.notify(this.words, this.of(t, SENT));
    }
    this.countPause();
  }

  private countPause(): void {
    Atomics.add(this.words, PAUSES, 1);
    Atomics.notify(this.words, PAUSES);
  }

  /** After collect(): this thread will send no more messages of the search. */
  pause(): void {
    Atomics.store(this.words, this.of(this.me, PAUSED), 1);
    this.countPause();
  }

  /**
   * Waits until no thread sends messages of a search any more. False: some still do at this time (Date.now()), or all
   * should stop now. A thread that is not ready yet learns that all should stop before it wants a branch.
   */
  awaitPauses(end: number): boolean {
    for (;;) {
      const pauses = Atomics.load(this.words, PAUSES);
      if (this.ended) return false;
      if (this.ports.every((_, t) => !this.isReady(t) || this.isPaused(t))) return true;
      const left = end - Date.now();
      if (left <= 0) return false;
      Atomics.wait(this.words, PAUSES, pauses, left);
    }
  }

  private isPaused(thread: number): boolean {
    return Atomics.load(this.words, this.of(thread, PAUSED)) === 1 || this.hasLeft(thread);
  }

  get cut(): boolean {
    return Atomics.load(this.words, CUT) !== 0;
  }

  set cut(cut: boolean) {
    Atomics.store(this.words, CUT, cut ? 1 : 0);
  }

  get executions(): number {
    return Atomics.load(this.words, EXECUTIONS);
  }

  /** Adds executions; how many there were before. */
  count(n: number): number {
    return Atomics.add(this.words, EXECUTIONS, n);
  }

  /** The process group of the thread's program; 0: none. */
  set group(pid: number) {
    Atomics.store(this.words, this.of(this.me, GROUP), pid);
  }

  /** The process group of the thread's program; 0: none. */
  groupOf(thread: number): number {
    return Atomics.load(this.words, this.of(thread, GROUP));
  }

  /** This thread is about to end. */
  leave(): void {
    Atomics.store(this.words, this.of(this.me, GONE), 1);
    Atomics.add(this.words, LEFT, 1);
    Atomics.notify(this.words, LEFT);
    this.countPause();
  }

  /** Has the thread announced that it is about to end? */
  hasLeft(thread: number): boolean {
    return Atomics.load(this.words, this.of(thread, GONE)) === 1;
  }

  /** Waits until so many threads are about to end, at most so long. */
  awaitLeaving(threads: number, milliseconds: number): void {
    const end = Date.now() + milliseconds;
    for (;;) {
      const left = Atomics.load(this.words, LEFT);
      if (left >= threads || Date.now() >= end) return;
      Atomics.wait(this.words, LEFT, left, end - Date.now());
    }
  }

  private of(thread: number, word: number): number {
    return EACH + PER_THREAD * thread + word;
  }
}
