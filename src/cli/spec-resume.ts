/** The file that an interrupted `drista spec` leaves: the clients that were verified. */
import { leave, readLeft } from './interrupted-search';
import { messages } from './messages';

const FORM = 'specification, interrupted';

/** Writes the file, by default drista-out/spec.resume. Returns notes about it. `key`: what must be the same again. */
export function keepVerified(file = 'drista-out/spec.resume', key: string, verified: readonly string[]): string[] {
  return verified.length === 0 ? [] : leave(file, FORM, { key, verified }, messages.specLeft);
}

/** The verified clients. Throws a DristaError if the file is none, or is of another search. */
export function readVerified(file: string, key: string): readonly string[] {
  const has = ({ verified }: Readonly<Record<string, unknown>>): boolean =>
    Array.isArray(verified) && verified.every((text) => typeof text === 'string');
  const said = { none: messages.noSpecLeft, other: messages.otherSpec };
  return readLeft(file, FORM, { key, has }, said).verified as string[];
}
