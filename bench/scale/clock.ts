/** The events of a discrete-event simulation: a binary heap. Events of one time come in the order of their entry. */
export class Clock<Event> {
  private readonly times: number[] = [];
  private readonly numbers: number[] = [];
  private readonly events: Event[] = [];
  private entered = 0;
  /** The time of the last event that came. */
  now = 0;

  get isEmpty(): boolean {
    return this.times.length === 0;
  }

  /** Enters an event, which comes at the time. */
  at(time: number, event: Event): void {
    const { times, numbers, events } = this;
    const number = this.entered++;
    let i = times.length;
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (times[up] <= time) break;
      this.move(up, i);
      i = up;
    }
    times[i] = time;
    numbers[i] = number;
    events[i] = event;
  }

  /** The next event; there must be one. */
  next(): Event {
    const { times, numbers, events } = this;
    const [first] = events;
    [this.now] = times;
    const time = times.pop()!,
      number = numbers.pop()!,
      event = events.pop()!;
    const n = times.length;
    if (n === 0) return first;
    let i = 0;
    for (;;) {
      let down = 2 * i + 1;
      if (down >= n) break;
      if (down + 1 < n && this.isBefore(down + 1, times[down], numbers[down])) down++;
      if (!this.isBefore(down, time, number)) break;
      this.move(down, i);
      i = down;
    }
    times[i] = time;
    numbers[i] = number;
    events[i] = event;
    return first;
  }

  private isBefore(i: number, time: number, number: number): boolean {
    return this.times[i] < time || (this.times[i] === time && this.numbers[i] < number);
  }

  private move(from: number, to: number): void {
    this.times[to] = this.times[from];
    this.numbers[to] = this.numbers[from];
    this.events[to] = this.events[from];
  }
}
