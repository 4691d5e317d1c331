/**
 * The exchange of histories between workers: each sends the others the histories that its runs have shown. Workers
 * number nodes, locations and call sites on their own. The numbers below those of `Common` are the same for all
 * workers.
 */
import type { ThreadName } from '../channel/protocol';
import type { Forest, Node } from './history';
import { rowOfNode, labelOf, type LabelRow, type NodeRow } from './program-checkpoint';
import { withLocations, type Label, type LocationId, type SiteId, type Value } from './label';
import type { Locations } from './locations';
import { Nondeterminism, otherContents, sawOtherFiles } from './outcomes';
import type { Stacks } from './stacks';

/** The numbers of nodes, locations and call sites that both workers had when the exchange began. */
export interface Common {
  readonly nodes: number;
  readonly locations: number;
  readonly sites: number;
}

/** The part of a worker's knowledge that another one does not have, in the numbers of the sender. */
export interface HistoryUpdate {
  readonly names: readonly ThreadName[];
  readonly sites: readonly (readonly [Value, SiteId])[];
  readonly locations: readonly (readonly [Value, number])[];
  /** Initial values of locations. */
  readonly initials: readonly (readonly [LocationId, Value])[];
  /** Nodes with their numbers. */
  readonly nodes: readonly (readonly [number, NodeRow])[];
  /** The labels of all these nodes in order: each node's segment, then its pending event. */
  readonly labels: readonly LabelRow[];
}

/** The knowledge of one worker that can be sent to others. */
export interface Knowledge {
  readonly names: readonly ThreadName[];
  readonly forest: Forest;
  readonly locations: Locations;
  readonly stacks: Stacks;
  readonly initials: readonly (Value | undefined)[];
}

/** One direction of the exchange at its sender: keeps track of what one other worker has received. */
export class HistorySender {
  private nodes: number;
  private locations: number;
  private sites: number;
  /** Numbers of the nodes that were incomplete when they were sent. */
  private incomplete: number[] = [];
  private readonly initials: boolean[] = [];

  constructor(
    private readonly own: () => Knowledge,
    common: Common,
  ) {
    ({ nodes: this.nodes, locations: this.locations, sites: this.sites } = common);
    own().forest.nodes.forEach((node) => {
      if (!node.complete) this.incomplete.push(node.id);
    });
    own().initials.forEach((value, loc) => {
      this.initials[loc] = value !== undefined;
    });
  }

  /** Everything that is new since the last update. */
  update(): HistoryUpdate {
    const { names, forest, locations, stacks, initials } = this.own();
    const labels: LabelRow[] = [];
    const unsent = [...this.incomplete.map((id) => forest.nodes[id]), ...forest.nodes.slice(this.nodes)];
    const nodes = unsent.map((node) => [node.id, rowOfNode(node, labels)] as const);
    this.nodes = forest.nodes.length;
    this.incomplete = unsent.filter((node) => !node.complete).map((node) => node.id);
    const update = {
      names,
      nodes,
      labels,
      sites: stacks.durable.slice(this.sites),
      locations: locations.durable.slice(this.locations),
      initials: this.newInitials(initials),
    };
    this.sites += update.sites.length;
    this.locations += update.locations.length;
    return update;
  }

  private newInitials(initials: readonly (Value | undefined)[]): [LocationId, Value][] {
    const added: [LocationId, Value][] = [];
    initials.forEach((value, loc) => {
      if (value === undefined || this.initials[loc]) return;
      this.initials[loc] = true;
      added.push([loc, value]);
    });
    return added;
  }
}

/** One direction of the exchange at its receiver: translates the numbers of one other worker. */
export class HistoryReceiver {
  private readonly nodes: Node[] = [];
  private readonly locations: LocationId[] = [];
  private readonly sites: SiteId[] = [];

  constructor(
    private readonly own: () => Knowledge,
    private readonly common: Common,
    private readonly setInitial: (loc: LocationId, value: Value) => void,
  ) {}

  /**
   * Adds an update to this worker's knowledge. Updates must be added in the order in which they were made. Throws
   * Nondeterminism where a thread acts differently here.
   */
  add({ sites, locations, initials, nodes, labels }: HistoryUpdate): void {
    const own = this.own();
    for (const [pc, caller] of sites) this.sites.push(own.stacks.intern(pc, caller < 0 ? -1 : this.site(caller)));
    for (const [address, size] of locations) this.locations.push(own.locations.intern(address, size));
    for (const [loc, value] of initials) this.setInitial(this.location(loc), value);
    let at = 0;
    for (const [id, [thread, parent, value, complete, length, waits, stores, state, past]] of nodes) {
      const node =
        parent < 0 ? own.forest.growRoot(thread, value, past) : own.forest.growChild(this.node(parent), value, past);
      if (id >= this.common.nodes) this.nodes[id - this.common.nodes] = node;
      const received = labels.slice(at, (at += length + (waits ? 1 : 0))).map((row) => this.label(labelOf(row)));
      const known = node.complete;
      this.addToNode(node, received.slice(0, length), waits ? received[length] : null, complete);
      if (known) continue;
      node.stores = stores;
      own.forest.locate(node, state);
      node.complete = complete;
    }
  }

  /** The node of this worker for the other worker's number. */
  node(id: number): Node {
    return id < this.common.nodes ? this.own().forest.nodes[id] : this.nodes[id - this.common.nodes];
  }

  /** The location of this worker for the other worker's number. */
  location(loc: LocationId): LocationId {
    return loc < this.common.locations ? loc : this.locations[loc - this.common.locations];
  }

  /** The other worker's label with this worker's numbers of locations and sites. */
  label(l: Label): Label {
    return { ...withLocations(l, (loc) => this.location(loc)), site: this.site(l.site) };
  }

  /** The call site of this worker for the other worker's number. */
  site(site: SiteId): SiteId {
    return site < this.common.sites ? site : this.sites[site - this.common.sites];
  }

  private addToNode(node: Node, segment: readonly Label[], pending: Label | null, complete: boolean): void {
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
      throw otherContents(node.thread, 0, now.text, this.own().stacks.pcsOf(now.site));
    if (before.kind !== now.kind || before.loc !== now.loc || before.value !== now.value || before.op !== now.op)
      throw new Nondeterminism(node.thread, 0, `${before.kind} of ${before.value}`, `${now.kind} of ${now.value}`);
  }
}
