/** A label as one line, for messages that compare two labels. */
import { ErrorKind, Kind, Order, RmwOp, type Label } from './label';
import { rmwOperation } from './operand';
import type { Locations } from './locations';

/** The label as one line, without fields that it does not have. `locations`: where its location is known. */
export function labelText(l: Label, locations: Locations): string {
  const parts = [Kind[l.kind] ?? `event ${l.kind}`];
  if (l.kind === Kind.Rmw) parts.push(RmwOp[rmwOperation(l)] ?? `${l.op}`);
  if (l.kind === Kind.Error) parts.push(ErrorKind[l.op] ?? `${l.op}`);
  if (l.loc >= 0) parts.push(`of ${l.size} bytes at 0x${locations.address(l.loc).toString(16)}`);
  if (l.kind === Kind.Load || l.kind === Kind.Store || l.kind === Kind.Rmw || l.kind === Kind.Fence)
    parts.push(`(${Order[l.order] ?? l.order})`);
  if (l.thread >= 0) parts.push(`thread ${l.thread}`);
  if (l.value !== 0) parts.push(`value ${l.value}`);
  if (l.expected !== 0) parts.push(`expected ${l.expected}`);
  if (l.text !== '') parts.push(`"${l.text}"`);
  return parts.join(' ');
}
