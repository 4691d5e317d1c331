/** Conditions on final states: `exists (0:r0=1 /\ x=2)` and the like, as herd7 reads, decides and prints them. */
import type { LitmusLexer } from './litmus-lexer';

/** A register of a thread, or (thread -1) a location in memory. */
export interface Place {
  readonly thread: number;
  readonly name: string;
}

export type Proposition =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Proposition[] }
  | { readonly kind: 'implies'; readonly if: Proposition; readonly then: Proposition }
  | { readonly kind: 'not'; readonly of: Proposition }
  | { readonly kind: 'equal'; readonly place: Place; readonly to: LitmusValue | Place };

export type Quantifier = 'exists' | '~exists' | 'forall';

/** A number, or the address of the location with the name. */
export type LitmusValue = bigint | string;

/** The value of a place in a state. */
export type ValueOf = (place: Place) => LitmusValue;

/** The place as herd7 prints it: `0:r1`, `[x]`. */
export function placeText({ thread, name }: Place): string {
  return thread < 0 ? `[${name}]` : `${thread}:${name}`;
}

/** Reads a place: `0:r1`, `P0:r1`, `x`, `[x]`, `*x`. */
export function readPlace(lexer: LitmusLexer): Place {
  if (lexer.accept('[')) {
    const name = lexer.name('a location');
    if (lexer.is('[')) throw lexer.error('arrays are not supported');
    lexer.expect(']');
    return { thread: -1, name };
  }
  if (lexer.accept('*')) return { thread: -1, name: lexer.name('a location') };
  if (lexer.token.kind === 'number') {
    const thread = Number(lexer.advance().text);
    lexer.expect(':');
    return { thread, name: lexer.name('a register') };
  }
  const name = lexer.name('a register or location');
  const proc = /^P(\d+)$/.exec(name)?.[1];
  if (proc !== undefined && lexer.accept(':')) return { thread: Number(proc), name: lexer.name('a register') };
  if (lexer.is('[')) throw lexer.error('arrays are not supported');
  return { thread: -1, name };
}

/** Reads a number, perhaps with a sign. Undefined: none is there. */
export function readNumber(lexer: LitmusLexer): bigint | undefined {
  const negative = lexer.accept('-');
  if (lexer.token.kind !== 'number') {
    if (negative) throw lexer.unexpected('a number');
    return undefined;
  }
  const value = BigInt(lexer.advance().text);
  return negative ? -value : value;
}

/** Reads a proposition: `=>` binds least, then `\/`, `/\`, `not`. */
export function readProposition(lexer: LitmusLexer): Proposition {
  const left = readChain(lexer, 'or');
  return lexer.accept('=>') ? { kind: 'implies', if: left, then: readProposition(lexer) } : left;
}

function readChain(lexer: LitmusLexer, kind: 'and' | 'or'): Proposition {
  const sign = kind === 'and' ? '/\\' : '\\/';
  const parts: Proposition[] = [];
  do {
    const part = kind === 'or' ? readChain(lexer, 'and') : readAtom(lexer);
    // A chain in parentheses is part of this one.
    if (part.kind === kind) parts.push(...part.of);
    else parts.push(part);
  } while (lexer.accept(sign));
  return parts.length === 1 ? parts[0] : { kind, of: parts };
}

function readAtom(lexer: LitmusLexer): Proposition {
  if (lexer.accept('not') || lexer.accept('~') || lexer.accept('!')) return { kind: 'not', of: readAtom(lexer) };
  if (lexer.accept('true')) return { kind: 'and', of: [] };
  if (lexer.accept('false')) return { kind: 'or', of: [] };
  if (lexer.accept('(')) {
    const inner = readProposition(lexer);
    lexer.expect(')');
    return inner;
  }
  const place = readPlace(lexer);
  const differs = lexer.accept('!=');
  if (!differs && !lexer.accept('=') && !lexer.accept('==')) throw lexer.unexpected("'='");
  const equal: Proposition = { kind: 'equal', place, to: readOther(lexer) };
  return differs ? { kind: 'not', of: equal } : equal;
}

/** The right side of an equation: a number, a place (`[x]`, `*x`, `0:r`), or an address (`x`, `&x`). */
function readOther(lexer: LitmusLexer): LitmusValue | Place {
  const number = readNumber(lexer);
  if (number !== undefined) return number;
  if (lexer.accept('&')) return lexer.name('a location');
  const isPlace = lexer.is('[') || lexer.is('*');
  const place = readPlace(lexer);
  return isPlace || place.thread >= 0 ? place : place.name;
}

/** Does the proposition hold in the state? */
export function holds(p: Proposition, valueOf: ValueOf): boolean {
  switch (p.kind) {
    case 'and':
      return p.of.every((part) => holds(part, valueOf));
    case 'or':
      return p.of.some((part) => holds(part, valueOf));
    case 'implies':
      return !holds(p.if, valueOf) || holds(p.then, valueOf);
    case 'not':
      return !holds(p.of, valueOf);
    case 'equal':
      return valueOf(p.place) === (typeof p.to === 'object' ? valueOf(p.to) : p.to);
  }
}

/** All places that the proposition names. */
export function placesIn(p: Proposition): Place[] {
  switch (p.kind) {
    case 'and':
    case 'or':
      return p.of.flatMap(placesIn);
    case 'implies':
      return [...placesIn(p.if), ...placesIn(p.then)];
    case 'not':
      return placesIn(p.of);
    case 'equal':
      return typeof p.to === 'object' ? [p.place, p.to] : [p.place];
  }
}

/** All addresses that the proposition names, each with the place that it is compared with. */
export function addressesIn(p: Proposition): { place: Place; name: string }[] {
  switch (p.kind) {
    case 'and':
    case 'or':
      return p.of.flatMap(addressesIn);
    case 'implies':
      return [...addressesIn(p.if), ...addressesIn(p.then)];
    case 'not':
      return addressesIn(p.of);
    case 'equal':
      return typeof p.to === 'string' ? [{ place: p.place, name: p.to }] : [];
  }
}

/** How tightly each kind binds. */
const levels = { implies: 0, or: 1, and: 2 } as const;

/** The proposition as herd7 prints it. */
export function propositionText(p: Proposition, above: keyof typeof levels | undefined = undefined): string {
  if (p.kind === 'not') return `not (${propositionText(p.of)})`;
  if (p.kind === 'equal') return `${placeText(p.place)}=${typeof p.to === 'object' ? placeText(p.to) : p.to}`;
  if (p.kind !== 'implies' && p.of.length === 0) return p.kind === 'and' ? 'true' : 'false';
  const text =
    p.kind === 'implies'
      ? `${propositionText(p.if, 'implies')} => ${propositionText(p.then, 'implies')}`
      : p.of.map((part) => propositionText(part, p.kind)).join(p.kind === 'and' ? ' /\\ ' : ' \\/ ');
  return hasParentheses(above, p.kind) ? `(${text})` : text;
}

/** herd7 writes them where they are needed, and around chains below `=>`. */
function hasParentheses(above: keyof typeof levels | undefined, here: keyof typeof levels): boolean {
  if (above === undefined || above === here) return false;
  return above === 'implies' || levels[here] < levels[above];
}
