/** The findings of an exploration: errors, notes, and the limits that it has hit, each once. */
import { blockedAtExit } from '../common/error-text';
import { errorKey, type FoundError } from '../common/verdict';
import { resumableLimits } from './stop';

/** The findings as data. */
export interface FindingsData {
  readonly errors: readonly FoundError[];
  /** The keys of errors that were found, in any round. */
  readonly seen: readonly string[];
  /** The findings of this round. */
  readonly seenInRound: readonly string[];
  readonly notes: readonly string[];
  readonly limitsHit: readonly string[];
}

export class Findings {
  errors: FoundError[] = [];
  limitsHit: string[] = [];
  private seen = new Set<string>();
  /** The keys of errors that were found in this round. */
  private seenInRound = new Set<string>();
  private known = new Set<string>();

  /** Notes on the limit that has ended the exploration. */
  private readonly passing: string[] = [];

  get notes(): string[] {
    return [...this.known, ...this.passing];
  }

  /** Adds a note that a resumed exploration does not have. */
  noteOnLimit(text: string): void {
    this.passing.push(text);
  }

  /** Adds a note. One about threads that wait for ever is enough, whichever thread it names. */
  note(text: string): void {
    const at = text.indexOf(blockedAtExit);
    if (at < 0 || ![...this.known].some((known) => known.endsWith(text.slice(at)))) this.known.add(text);
  }

  /** Begins a round. Errors of earlier rounds stay, since they are real. */
  begin(): void {
    this.seenInRound.clear();
  }

  /**
   * Adds an error, unless the same one at the same places was found in this round. It takes the place of one of an
   * earlier round, whose execution may lack events: data that it accesses may have become known as shared since.
   */
  error(e: FoundError): void {
    const key = errorKey(e);
    if (this.seenInRound.has(key)) return;
    this.seenInRound.add(key);
    const known = this.seen.has(key) ? this.errors.findIndex((other) => errorKey(other) === key) : -1;
    if (known >= 0) this.errors[known] = e;
    else if (!this.seen.has(key)) this.errors.push(e);
    this.seen.add(key);
  }

  /** Adds the name of a limit. */
  limit(name: string): void {
    if (!this.limitsHit.includes(name)) this.limitsHit.push(name);
  }

  /** All findings, without limits that a resumed exploration has not hit. */
  get durable(): FindingsData {
    const limitsHit = this.limitsHit.filter((l) => !resumableLimits.includes(l));
    const [seen, seenInRound, notes] = [this.seen, this.seenInRound, this.known].map((texts) => [...texts]);
    return { errors: this.errors, seen, seenInRound, notes, limitsHit };
  }

  set durable({ errors, seen, seenInRound, notes, limitsHit }: FindingsData) {
    this.errors = [...errors];
    this.seen = new Set(seen);
    this.seenInRound = new Set(seenInRound);
    this.known = new Set(notes);
    this.limitsHit = [...limitsHit];
  }
}
