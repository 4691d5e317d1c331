/**
 * What programs of several workers tell each other: what their runs have shown. Each has numbers of its own for nodes,
 * locations and call sites; up to some of each, from where they went apart, the numbers are the same.
 */
import type { ThreadName } from '../channel/protocol';
import type { Forest, Node } from './history';
import { keepNode, labelOf, type KeptLabel, type KeptNode } from './program-checkpoint';
import type { Label, LocationId, SiteId, Value } from './label';
import type { Locations } from './locations';
import { Nondeterminism, otherContents, sawOtherFiles } from './outcomes';
import type { Stacks } from './stacks';

/** How much is the same to both. */
export interface Common {
  readonly nodes: number;
  readonly locations: number;
  readonly sites: number;
}

/** What is new, in the numbers of the one who tells it. */
export interface Told {
  readonly names: readonly ThreadName[];
  readonly sites: readonly (readonly [Value, SiteId])[];
  readonly locations: readonly (readonly [Value, number])[];
  /** Values that locations hold at first. */
  readonly initials: readonly (readonly [LocationId, Value])[];
  /** Each with its number. */
  readonly nodes: readonly (readonly [number, KeptNode])[];
  /** Of all these nodes one after the other, each node's segment, then its pending event. */
  readonly labels: readonly KeptLabel[];
}

/** What one worker knows, as it can be told. */
export interface Knowledge {
  readonly names: readonly ThreadName[];
  readonly forest: Forest;
  readonly locations: Locations;
  readonly stacks: Stacks;
  readonly initials: readonly (Value | undefined)[];
}

/** Knows what another worker has been told. */
export class Teller {
  private nodes: number;
  private locations: number;
  private sites: number;
  /** Nodes that were told before they were complete. */
  private incomplete: number[] = [];
  private readonly initials: boolean[] = [];

  constructor(
    private readonly mine: () => Knowledge,
    common: Common,
  ) {
    ({ nodes: this.nodes, locations: this.locations, sites: this.sites } = common);
    mine().forest.nodes.forEach((node) => {
      if (!node.complete) this.incomplete.push(node.id);
    });
    mine().initials.forEach((value, loc) => {
      this.initials[loc] = value !== undefined;
    });
  }

  /** All that is new since the last time. */
  tell(): Told {
    const { names, forest, locations, stacks, initials } = this.mine();
    const labels: KeptLabel[] = [];
    const untold = [...this.incomplete.map((id) => forest.nodes[id]), ...forest.nodes.slice(this.nodes)];
    const nodes = untold.map((node) => [node.id, keepNode(node, labels)] as const);
    this.nodes = forest.nodes.length;
    this.incomplete = untold.filter((node) => !node.complete).map((node) => node.id);
    const told = {
      names,
      nodes,
      labels,
      sites: stacks.keep().slice(this.sites),
      locations: locations.keep().slice(this.locations),
      initials: this.newInitials(initials),
    };
    this.sites += told.sites.length;
    this.locations += told.locations.length;
    return told;
  }

  private newInitials(initials: readonly (Value | undefined)[]): [LocationId, Value][] {
    const told: [LocationId, Value][] = [];
    initials.forEach((value, loc) => {
      if (value === undefined || this.initials[loc]) return;
      this.initials[loc] = true;
      told.push([loc, value]);
    });
    return told;
  }
}

/** Knows what the numbers of another worker stand for. */
export class Learner {
  private readonly nodes: Node[] = [];
  private readonly locations: LocationId[] = [];
  private readonly sites: SiteId[] = [];

  constructor(
    private readonly mine: () => Knowledge,
    private readonly common: Common,
    private readonly setInitial: (loc: LocationId, value: Value) => void,
  ) {}

  /**
   * Takes up what was told, in the order in which it was told. Throws Nondeterminism where a thread did something else
   * here.
   */
  learn({ sites, locations, initials, nodes, labels }: Told): void {
    const mine = this.mine();
    for (const [pc, caller] of sites) this.sites.push(mine.stacks.intern(pc, caller < 0 ? -1 : this.site(caller)));
    for (const [address, size] of locations) this.locations.push(mine.locations.intern(address, size));
    for (const [loc, value] of initials) this.setInitial(this.location(loc), value);
    let at = 0;
    for (const [id, [thread, parent, value, complete, length, waits, stores, state]] of nodes) {
      const node = parent < 0 ? mine.forest.growRoot(thread, value) : mine.forest.growChild(this.node(parent), value);
      if (id >= this.common.nodes) this.nodes[id - this.common.nodes] = node;
      const told = labels.slice(at, (at += length + (waits ? 1 : 0))).map((row) => this.label(labelOf(row)));
      const known = node.complete;
      this.takeUp(node, told.slice(0, length), waits ? told[length] : null, complete);
      if (known) continue;
      node.stores = stores;
      mine.forest.locate(node, state);
      node.complete = complete;
    }
  }

  /** The node here that the other worker's number stands for. */
  node(id: number): Node {
    return id < this.common.nodes ? this.mine().forest.nodes[id] : this.nodes[id - this.common.nodes];
  }

  /** The location here that the other worker's number stands for. */
  location(loc: LocationId): LocationId {
    return loc < this.common.locations ? loc : this.locations[loc - this.common.locations];
  }

  /** The other worker's label with the numbers of locations and sites that are used here. */
  label(l: Label): Label {
    return { ...l, loc: this.location(l.loc), site: this.site(l.site) };
  }

  private site(site: SiteId): SiteId {
    return site < this.common.sites ? site : this.sites[site - this.common.sites];
  }

  private takeUp(node: Node, segment: readonly Label[], pending: Label | null, complete: boolean): void {
    for (let i = 0; i < Math.min(segment.length, node.segment.length); i++)
      this.compare(node, node.segment[i], segment[i]);
    if (node.complete) {
      if (
        segment.length > node.segment.length ||
        (complete && segment.length < node.segment.length) ||
        (complete && (pending === null) !== (node.pending === null))
      )
        throw new Nondeterminism(node.thread, node.segment.length, 'its end', 'another event');
      if (pending !== null && node.pending !== null) this.compare(node, node.pending, pending);
      return;
    }
    for (let i = node.segment.length; i < segment.length; i++) node.segment.push(segment[i]);
    node.pending ??= pending;
  }

  private compare(node: Node, before: Label, now: Label): void {
    if (before.value !== now.value && sawOtherFiles(before, now))
      throw otherContents(node.thread, 0, now.text, this.mine().stacks.pcsOf(now.site));
    if (before.kind !== now.kind || before.loc !== now.loc || before.value !== now.value || before.op !== now.op)
      throw new Nondeterminism(node.thread, 0, `${before.kind} of ${before.value}`, `${now.kind} of ${now.value}`);
  }
}
