/**
 * Functions of libraries whose effects on the calling thread are part of its local state
 * (docs/architecture/local-states.md): the runtime announces what they write, or records what they change, or they
 * change nothing.
 */
import { effectOf, type CallEffect } from '../effects/effects';
import { isWrapped } from './wrapped';

/**
 * State that is part of local states, or that the runtime announces where it changes. Streams and descriptors are those
 * that a program has from its start, which it cannot read back: functions that open others change other state too.
 */
const streams = ['stdout', 'stderr', 'stream', 'descriptor'];
const followed = new Set(['threads', 'heap', 'errno', 'raised', 'rand', 'exception', 'outcome', ...streams]);
/** State that only functions change which are not covered, so that it may be read. */
const unchanged = new Set(['locale', 'rounding', 'process', 'inputs', 'cycles']);

/** Is every effect of the function on its thread part of the thread's local state? */
export function isCovered(name: string): boolean {
  const effect = effectOf(name);
  if (effect === undefined) return false;
  const { accesses, state, flags } = effect;
  if (flags.has('init')) return true; // it happens in the same way before every run
  if (flags.has('outside') || flags.has('returns-twice')) return false;
  return (isWrapped(name) || !accesses.some(writes)) && state.every(isKnown);
}

const writes = ({ kind }: CallEffect['accesses'][number]): boolean => kind === 'writes' || kind === 'reads-writes';

/** `stream2` is a stream: that of argument 2. */
const isKnown = ({ name, isWritten }: CallEffect['state'][number]): boolean =>
  followed.has(name.replace(/\d+$/, '')) || (!isWritten && unchanged.has(name));
