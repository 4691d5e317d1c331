/** The events that say which operation of a data structure a thread calls, and what it returns: for `drista spec`. */
import { Kind, type Label } from './label';

/** What the event of a call says: `call`: its number and text, `1. push(1)`; `return`: its result. */
export function callEvent({ kind, text }: Label): { what: 'call' | 'return'; value: string } | undefined {
  const found = kind === Kind.Observe ? /^drista (call|return)=(.*)$/s.exec(text) : null;
  return found === null ? undefined : { what: found[1] as 'call' | 'return', value: found[2].slice(1, -1) };
}
