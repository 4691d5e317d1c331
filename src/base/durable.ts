/**
 * What a component has to keep is one plain object, which structuredClone and v8.serialize copy: no functions, no
 * instances of classes. Saving the component is reading that object. Another component of the same kind goes on from
 * there when it gets the object in the place of its own, before it was asked for anything. The object may be alive: it
 * follows what the component learns until it is copied.
 */
export interface Durable<Data> {
  durable: Data;
}

type Parts = Readonly<Record<string, Durable<unknown> | undefined>>;

/** The objects of several components, by their names; undefined where there is no component. */
export type DataOf<P extends Parts> = {
  [Name in keyof P]: P[Name] extends Durable<infer Data>
    ? Data
    : P[Name] extends Durable<infer Data> | undefined
      ? Data | undefined
      : never;
};

/** Reads the objects of the components. */
export function dataOf<P extends Parts>(parts: P): DataOf<P> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part?.durable])) as DataOf<P>;
}

/** Gives the components these objects, in the order of the components. */
export function giveData<P extends Parts>(parts: P, data: DataOf<P>): void {
  for (const [name, part] of Object.entries(parts)) if (part !== undefined) part.durable = data[name];
}
