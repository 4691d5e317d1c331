/** What goes wrong while machines explore: workers are killed and stopped, and Redis is restarted. */
import { pause, type Machines } from './machines';

/** Seconds between two kills; every so many kills another worker is stopped, or Redis is restarted. */
const EVERY = 1,
  STOPS = 7,
  RESTARTS = 20;
/** For so many kills one worker, always another one, is left alone: where a step takes seconds, it must be possible. */
const SPARED = 15;
/** How long a worker is stopped, in milliseconds: longer than its lock (DRISTA_REDIS_LOCK of `hurried`). */
const STOPPED = 2500;

export class Disturbance {
  kills = 0;
  stops = 0;
  restarts = 0;
  private ended = false;
  private readonly done: Promise<void>;

  /** `onlyKills`: any worker may be killed at any time, and nothing else happens. */
  constructor(
    private readonly machines: Machines,
    private readonly random: () => number,
    private readonly onlyKills = false,
  ) {
    this.done = this.disturb();
  }

  /** Resolves when nothing more is disturbed, and as many workers as before are there. */
  end(): Promise<void> {
    this.ended = true;
    return this.done;
  }

  toString(): string {
    const { kills, stops, restarts } = this;
    return `${kills} workers killed, ${stops} stopped for longer than their lock, Redis restarted ${restarts} times`;
  }

  private async disturb(): Promise<void> {
    const { machines } = this;
    for (;;) {
      await pause(EVERY * 1000);
      if (this.ended) return;
      // The first worker is the oldest one, as new ones come last.
      const from = this.onlyKills || this.kills % SPARED === 0 ? 0 : 1;
      const at = from + Math.floor(this.random() * (machines.workers.length - from));
      const [victim] = machines.workers.splice(at, 1);
      victim.signal('SIGKILL');
      await victim.ended;
      this.kills++;
      if (this.onlyKills) {
        await machines.startWorker();
        continue;
      }
      if (this.kills % RESTARTS === 0) {
        await machines.stopRedis();
        await machines.startRedis();
        this.restarts++;
      }
      const stopped = this.kills % STOPS === 0 ? machines.workers[0] : undefined;
      stopped?.signal('SIGSTOP');
      await machines.startWorker();
      if (stopped === undefined) continue;
      await pause(STOPPED);
      stopped.signal('SIGCONT');
      this.stops++;
    }
  }
}
