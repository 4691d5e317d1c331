/**
 * Functions of libraries whose effects on the calling thread are part of its local state
 * (docs/explanation/thread-states.md): the runtime announces what they write, or records what they change, or they
 * change nothing.
 */
import { effectOf, type CallEffect } from '../effects/effects';
import { isWrapped } from './wrapped';

/**
 * Streams and descriptors that a program has from its start. It cannot read back what it has written to them, so that
 * writing changes nothing for it. Functions that open others change other state too.
 */
const streams = new Set(['stdout', 'stderr', 'stream', 'descriptor']);
/** State that is part of local states, or that the runtime announces where it changes. */
const followed = new Set(['threads', 'heap', 'errno', 'raised', 'rand', 'exception', 'outcome']);
/** State that only functions change which are not covered, so that it may be read. */
const unchanged = new Set(['locale', 'rounding', 'process', 'open-files', 'inputs', 'cycles']);

/** Is every effect of the function on its thread part of the thread's local state? */
export function isCovered(name: string): boolean {
  const effect = effectOf(name);
  if (effect === undefined) return false;
  const { accesses, state, flags } = effect;
  if (flags.has('init')) return true; // it happens in the same way before every run
  if (flags.has('outside') || flags.has('returns-twice')) return false;
  return (isWrapped(name) || !accesses.some(matters(effect))) && state.every(isKnown);
}

type Access = CallEffect['accesses'][number];
type State = CallEffect['state'][number];

/** Must the access be announced? What is read for an output, or before the thread ends, decides nothing else. */
const matters =
  ({ state, flags }: CallEffect) =>
  ({ kind }: Access): boolean =>
    kind === 'writes' ||
    kind === 'reads-writes' ||
    (kind === 'reads' && !flags.has('no-return') && !state.some(isOutput));

const isOutput = ({ name, isWritten }: State): boolean => isWritten && streams.has(name.replace(/\d+$/, ''));

const isKnown = (state: State): boolean =>
  followed.has(state.name) || isOutput(state) || (!state.isWritten && unchanged.has(state.name));
