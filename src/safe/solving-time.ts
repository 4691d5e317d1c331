/**
 * Keeps the time limit of `drista safe`: the game on what was explored is solved, and its schedule written, within the
 * limit, too. How long that takes is measured while the search goes on, each time there are twice as many steps.
 */

/** Schedules are looked for after so many steps; without `--iterate` only to measure, where that says something. */
const FIRST_LOOK = 64,
  FIRST_MEASURE = 4096;

/** Time that solving, writing and printing take, as a multiple of what was measured of solving a smaller game. */
const MARGIN = 2;

/** Seconds that processes need to start and to end. */
const LEAST = 0.2;

export class SolvingTime {
  private readonly begun: number;
  private readonly limit: number;
  private next = FIRST_LOOK;
  /** Milliseconds for each step. */
  private rate = 0;

  /** `limit`: in seconds; undefined: none. `now`: the time in milliseconds. */
  constructor(
    limit = Infinity,
    private readonly now = (): number => performance.now(),
  ) {
    this.begun = now();
    this.limit = 1000 * limit;
  }

  /** Is a schedule to be looked for now? `iterates`: also where its time need not be known. */
  isDue(steps: number, iterates: boolean): boolean {
    if (steps < this.next) return false;
    if (!iterates && (this.limit === Infinity || steps < FIRST_MEASURE)) return false;
    this.next = 2 * steps;
    return true;
  }

  /** Finds a schedule in what so many steps have shown, and notes how long that takes. */
  measure<Schedule>(steps: number, solve: () => Schedule): Schedule {
    const from = this.now();
    const schedule = solve();
    if (steps >= FIRST_MEASURE) this.rate = (this.now() - from) / steps;
    return schedule;
  }

  /** Has half of the time passed? */
  get isHalf(): boolean {
    return this.now() - this.begun > this.limit / 2;
  }

  /** Is what is left just enough for solving the game on so many steps? */
  isOver(steps: number): boolean {
    return this.now() - this.begun + MARGIN * this.rate * steps + 1000 * LEAST > this.limit;
  }
}
