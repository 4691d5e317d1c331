/**
 * Layers of a state search. A path ends after so many moves; states at its end begin the next layer, which is twice as
 * deep. Otherwise a path might be as long as there are states.
 */

/** How many moves the first layer is deep. */
const DEPTH = 256;

/** The layers as data. */
export interface LayersCheckpoint {
  readonly layers: number[];
  readonly layer: number;
  readonly entries: readonly number[];
  readonly frontier: number[];
}

export class Layers {
  /** The states that the present layer begins with. */
  entries: readonly number[] = [];
  /** By state: the layer in which it is explored; -1 while its moves are explored. */
  private layers: number[] = [];
  private layer = 0;
  /** The states that the next layer begins with. */
  private frontier: number[] = [];

  /** `depth`: that of the first layer, in moves. */
  constructor(private readonly depth = DEPTH) {}

  /** Does a path of so many moves end in the present layer? */
  endsAt(moves: number): boolean {
    return moves >= this.depth * 2 ** this.layer;
  }

  /** The moves of the state are explored from now on. */
  enter(state: number): void {
    this.layers[state] = -1;
  }

  /** All moves of the state were explored. */
  leave(state: number): void {
    this.layers[state] = this.layer;
  }

  /** The state is left to the next layer. */
  postpone(state: number): void {
    this.layers[state] = this.layer + 1;
    this.frontier.push(state);
  }

  /** Is the state on the present path, or one of an earlier layer? */
  precedes(state: number): boolean {
    return this.layers[state] < this.layer;
  }

  /** Does the state belong to the present layer? */
  has(state: number): boolean {
    return this.layers[state] === this.layer;
  }

  /** Takes all states that layers are still to begin with. */
  drain(): readonly number[] {
    const states = [...this.entries, ...this.frontier];
    this.entries = this.frontier = [];
    return states;
  }

  /** Begins the next layer; false: there is none. */
  next(): boolean {
    if (this.frontier.length === 0) return false;
    this.entries = this.frontier;
    this.frontier = [];
    this.layer++;
    return true;
  }

  /** For `restore`. */
  checkpoint(): LayersCheckpoint {
    const { layers, layer, entries, frontier } = this;
    return { layers, layer, entries, frontier };
  }

  /** Goes on with what `checkpoint` returned. */
  restore({ layers, layer, entries, frontier }: LayersCheckpoint): void {
    Object.assign(this, { layers, layer, entries, frontier });
  }
}
