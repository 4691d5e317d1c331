/** What the runs with one input show: paths, each once, and the objects and unseen code of all runs. */
import type { RunResult } from '../channel/result';
import { pathOf, type InputObject, type Path, type Unseen } from './conditions';
import type { ConditionClock } from './condition-order';
import type { Expressions } from './expression';

/** In the order in which runs have shown it. */
export interface ShownByInput {
  readonly paths: readonly Pick<Path, 'threads' | 'asks'>[];
  readonly objects: readonly InputObject[];
  readonly unseen: readonly Unseen[];
}

export class ShownPaths implements ShownByInput {
  readonly paths: Path[] = [];
  private readonly known = new Set<string>();
  private readonly objectsById = new Map<bigint, InputObject>();
  private readonly unseenByName = new Map<string, Unseen>();

  /** `expressions`: those of the paths are added to them. */
  constructor(private readonly expressions: Expressions) {}

  /** Adds a run. */
  add(run: RunResult): void {
    const path = pathOf(run, this.expressions);
    for (const object of path.objects) this.objectsById.set(object.id, object);
    for (const unseen of path.unseen) this.unseenByName.set(`${unseen.site} ${unseen.what}`, unseen);
    const name = JSON.stringify([[...path.threads], path.asks], (_, v: unknown) =>
      typeof v === 'bigint' ? `${v}` : v instanceof Map ? [...(v as ConditionClock)] : v,
    );
    if (this.known.has(name)) return;
    this.known.add(name);
    this.paths.push(path);
  }

  get objects(): readonly InputObject[] {
    return [...this.objectsById.values()];
  }

  get unseen(): readonly Unseen[] {
    return [...this.unseenByName.values()];
  }
}
