/** Labels and call stacks as texts of one line, for messages. */
import { ErrorKind, Kind, Order, RmwOp, type Label, type Value } from './label';
import { hasMemoryOrder } from './memory-order';
import { rmwOperation } from './operand';
import type { Locations } from './locations';

/** The label as one line, without fields that it does not have. `locations`: where its location is known. */
export function labelText(l: Label, locations: Locations): string {
  const parts = [Kind[l.kind] ?? `event ${l.kind}`];
  if (l.kind === Kind.Rmw) parts.push(RmwOp[rmwOperation(l)] ?? `${l.op}`);
  if (l.kind === Kind.Error) parts.push(ErrorKind[l.op] ?? `${l.op}`);
  if (l.loc >= 0) parts.push(`of ${l.size} bytes at 0x${locations.addressOf(l).toString(16)}`);
  if (hasMemoryOrder(l)) parts.push(`(${Order[l.order] ?? l.order})`);
  if (l.thread >= 0) parts.push(`thread ${l.thread}`);
  if (l.value !== 0) parts.push(`value ${l.value}`);
  if (l.expected !== 0) parts.push(`expected ${l.expected}`);
  if (l.text !== '') parts.push(`"${l.text}"`);
  return parts.join(' ');
}

/** Return addresses, as texts have them (docs/explanation/memory.md). */
export function stackText(stack: readonly Value[]): string {
  return `{${stack.map((pc) => `0x${pc.toString(16)}`).join(' ')}}`;
}
