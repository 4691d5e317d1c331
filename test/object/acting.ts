/** Operations on one object, one after the other, and what may come of the next. */
import { objectOf } from '../../src/object';
import type { ObjectKind, OperationOutcome, ObjectState } from '../../src/object/object';
import { label, type Kind, type Label, type ThreadId, type Value } from '../../src/program/label';

export class Acting {
  constructor(
    private readonly object: ObjectKind,
    private readonly state: ObjectState = object.initial(0),
  ) {}

  /** The object when the thread has performed the operation; it returned the value. */
  after(t: ThreadId, kind: Kind, fields: Partial<Label> = {}, value: Value = 0): Acting {
    const all = this.outcomes(t, kind, fields);
    const found = all.find((o) => o.kind === 'done' && o.value === value);
    if (found?.kind !== 'done')
      throw new Error(`the operation cannot return ${value}: ${all.map(shown).join(', ') || 'it waits'}`);
    return new Acting(this.object, found.next ?? this.state);
  }

  /** What may come of the operation: "0 changes acquires all", "16", "misuse: ..."; nothing: it waits. */
  may(t: ThreadId, kind: Kind, fields: Partial<Label> = {}, ordered = true): string[] {
    return this.outcomes(t, kind, fields, ordered).map(shown);
  }

  /** What of its state matters to those that know which threads wait. */
  get settled(): ObjectState {
    return this.object.settled?.(this.state) ?? this.state;
  }

  private outcomes(t: ThreadId, kind: Kind, fields: Partial<Label>, ordered = true): readonly OperationOutcome[] {
    expect(objectOf(kind)).toBe(this.object);
    return this.object.outcomes(this.state, label(kind, { loc: 0, ...fields }), t, ordered);
  }
}

function shown(o: OperationOutcome): string {
  if (o.kind === 'misuse') return `misuse: ${o.message}`;
  const { acquires, releases } = o.sync;
  return [
    o.value,
    ...(o.next === undefined ? [] : ['changes']),
    ...(acquires === 'nothing' ? [] : [`acquires ${acquires}`]),
    ...(releases === 'nothing' ? [] : [`releases ${releases}`]),
  ].join(' ');
}
