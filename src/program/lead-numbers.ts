/**
 * A worker's knowledge in the numbers of the one that leads: what the lead has published so far, and the reports of
 * this worker, each of which stands for itself. So it does not matter which reports of which workers have arrived.
 */
import { HistoryReceiver, type Common, type HistoryUpdate, type Knowledge } from './history-exchange';
import { withLocations, type Label, type LocationId, type SiteId, type Value } from './label';
import { rowOfNode, rowWith, type LabelRow, type NodeRow } from './program-checkpoint';

/** A report's knowledge: numbers below those of `common` are the lead's, others were given by this report. */
export interface KnowledgeReport {
  readonly common: Common;
  readonly histories: HistoryUpdate;
}

/** Translates this worker's numbers for one report. */
export interface ReportNumbers {
  node(id: number): number;
  location(loc: LocationId): LocationId;
  label(l: Label): Label;
}

/** Numbers of one kind: the lead's by this worker's. */
class Numbers {
  private readonly leads: (number | undefined)[] = [];

  /** The first `count` numbers are common; `count`: how many the lead has published. */
  constructor(public count: number) {
    for (let i = 0; i < count; i++) this.leads[i] = i;
  }

  learn(own: number, lead: number): void {
    this.leads[own] = lead;
  }

  has(own: number): boolean {
    return this.leads[own] !== undefined;
  }

  /** The numbers below `total` that the lead does not have, and a function that numbers them after the lead's. */
  forReport(total: number): { readonly fresh: number[]; readonly of: (own: number) => number } {
    const fresh: number[] = [];
    const places = new Map<number, number>();
    for (let own = 0; own < total; own++) {
      if (this.has(own)) continue;
      places.set(own, this.count + fresh.length);
      fresh.push(own);
    }
    return { fresh, of: (own) => (own < 0 ? own : (this.leads[own] ?? places.get(own)!)) };
  }
}

export class LeadNumbers {
  private readonly nodes: Numbers;
  private readonly locations: Numbers;
  private readonly sites: Numbers;
  /** This worker's numbers of the nodes that the lead has only in part. */
  private readonly incomplete = new Set<number>();
  /** Locations whose initial value the lead has. */
  private readonly initials = new Set<LocationId>();
  private readonly receiver: HistoryReceiver;

  /** `common`: how much of this worker's knowledge is the lead's, under the same numbers. */
  constructor(
    private readonly own: () => Knowledge,
    common: Common,
    setInitial: (loc: LocationId, value: Value) => void,
  ) {
    this.receiver = new HistoryReceiver(own, common, setInitial);
    this.nodes = new Numbers(common.nodes);
    this.locations = new Numbers(common.locations);
    this.sites = new Numbers(common.sites);
    const { forest, initials } = own();
    for (const node of forest.nodes) if (!node.complete) this.incomplete.add(node.id);
    initials.forEach((value, loc) => {
      if (value !== undefined) this.initials.add(loc);
    });
  }

  /** Adds what the lead has published. Updates must be added in their order. */
  receive(update: HistoryUpdate): void {
    const { receiver, nodes, locations, sites } = this;
    receiver.add(update);
    for (let i = 0; i < update.sites.length; i++) sites.learn(receiver.site(sites.count), sites.count++);
    for (let i = 0; i < update.locations.length; i++)
      locations.learn(receiver.location(locations.count), locations.count++);
    for (const [loc] of update.initials) this.initials.add(receiver.location(loc));
    for (const [id, row] of update.nodes) {
      const { id: own } = receiver.node(id);
      nodes.learn(own, id);
      nodes.count = Math.max(nodes.count, id + 1);
      if (row[3]) this.incomplete.delete(own);
      else this.incomplete.add(own);
    }
  }

  /** All that the lead has not published yet, and the numbers of it. */
  report(): KnowledgeReport & { readonly numbers: ReportNumbers } {
    const { names, forest, locations, stacks, initials } = this.own();
    const node = this.nodes.forReport(forest.nodes.length),
      location = this.locations.forReport(locations.count),
      site = this.sites.forReport(stacks.count);
    const labelRow = (row: LabelRow): LabelRow => rowWith(row, location.of, site.of);
    const labels: LabelRow[] = [];
    const nodes: [number, NodeRow][] = [];
    const grown = [...this.incomplete].filter((id) => forest.nodes[id].complete);
    for (const id of [...grown, ...node.fresh]) {
      const [thread, parent, ...rest] = rowOfNode(forest.nodes[id], labels);
      nodes.push([node.of(id), [thread, node.of(parent), ...rest]]);
    }
    const learned: [LocationId, Value][] = [];
    initials.forEach((value, loc) => {
      if (value !== undefined && !this.initials.has(loc)) learned.push([location.of(loc), value]);
    });
    const allSites = stacks.durable,
      allLocations = locations.durable;
    return {
      common: { nodes: this.nodes.count, locations: this.locations.count, sites: this.sites.count },
      histories: {
        names,
        nodes,
        labels: labels.map(labelRow),
        sites: site.fresh.map((s): [Value, SiteId] => [allSites[s][0], site.of(allSites[s][1])]),
        locations: location.fresh.map((l) => allLocations[l]),
        initials: learned,
      },
      numbers: {
        node: node.of,
        location: location.of,
        label: (l) => ({ ...withLocations(l, location.of), site: site.of(l.site) }),
      },
    };
  }
}
