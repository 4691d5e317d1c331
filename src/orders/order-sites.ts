/**
 * The places in the user's sources whose memory orders are looked for. A site is a source position and an operation:
 * its inlined and instantiated copies belong together. Where the operation itself stands in a header of the system, as
 * that of a member of std::atomic does, the site is where the user has called it.
 */
import { resolve } from 'node:path';
import type { WireValue } from '../channel/value';
import type { CodePlace } from '../debug-info/symbolizer';
import { Kind, Order, RmwOp, type Label, type SiteId } from '../program/label';
import { callKey, hasOrder, ordersIn, OrderTable, ownOf, type CallOrder } from '../program/order-table';
import { rmwOperation } from '../program/operand';
import { isCompareExchange } from '../program/rmw';
import type { Assignment } from './assignment';
import { orderIn, type OperationClass } from './strength';

/** A position in a source file. */
export interface SourcePosition {
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  /** From 1; 0: not known. */
  readonly column: number;
}

export interface OrderSite extends SourcePosition {
  readonly class: OperationClass;
  /** `store`, `fetch_add`, `compare_exchange failure`, ... */
  readonly operation: string;
  /** The order in the source. A place whose operation is performed with several orders has a site for each. */
  readonly was: Order;
  /** Of an addition or subtraction: by how much, the first time. */
  readonly amount?: string;
  /** Are there several such operations at the place, as far as the compiler has told places apart? */
  readonly isAmbiguous?: true;
  /** When the files were built that the operation is in, in milliseconds: the first of them. */
  readonly built: number;
}

/** A place in the code of a file that was built then, in milliseconds. */
export interface BuiltPlace extends CodePlace {
  readonly built: number;
}

/** A call site in one program, and the numbers of the sites of its order and of its order at failure; -1: none. */
export interface SiteCall extends Pick<CallOrder, 'callers' | 'own' | 'failOrder'> {
  readonly site: number;
  readonly failSite: number;
}

/** Which places are sites. */
export interface SiteFilter {
  /** Only those in these files; empty: in all. */
  readonly only: readonly string[];
  /** Places that keep their orders: FILE:LINE or FILE:LINE:COLUMN. */
  readonly keep: readonly string[];
  /** Folders whose headers are no sources of the user, besides those of the system. */
  readonly foreign: readonly string[];
}

/** What is known of a program's code: for a return address its places, the innermost first. */
export type PlacesOf = (pcs: readonly WireValue[]) => ReadonlyMap<WireValue, readonly BuiltPlace[]>;

/** The sites of all tests. Their numbers stay. */
export class OrderSites {
  readonly all: OrderSite[] = [];
  private readonly numbers = new Map<string, number>();
  /** Places of operations that are no site, since the user has not written their orders. */
  readonly foreign = new Set<string>();
  /** Functions in which the compiler has made one operation of several, so that it has no place. */
  readonly merged = new Set<string>();
  /** Is there an operation without debug information? */
  hasUnknown = false;
  /** The places of SiteFilter.keep that some operation has. */
  readonly kept = new Set<string>();

  constructor(private readonly filter: SiteFilter) {}

  get classes(): readonly OperationClass[] {
    return this.all.map((site) => site.class);
  }

  /** The orders in the sources. */
  get own(): Assignment {
    return this.all.map(({ was }) => was);
  }

  /** The number of the site, which is added if it is new. */
  add(site: OrderSite): number {
    const key = siteName(site);
    const known = this.numbers.get(key);
    if (known === undefined) {
      this.numbers.set(key, this.all.length);
      return this.all.push(site) - 1;
    }
    const { built, ...rest } = this.all[known];
    this.all[known] = { ...rest, built: Math.min(built, site.built) };
    return known;
  }

  /** Several operations have the site's place. */
  setAmbiguous(site: number): void {
    this.all[site] = { ...this.all[site], isAmbiguous: true };
  }

  /** Is the place one of those whose orders may change? */
  private wants({ file, line, column }: SourcePosition): boolean {
    const { only, keep } = this.filter;
    if (only.length > 0 && !only.some((name) => isFile(file, name))) return false;
    const places = keep.filter((place) => {
      const [, name, atLine, atColumn] = /^(.*?):(\d+)(?::(\d+))?$/.exec(place) ?? [];
      if (!isFile(file, name ?? place)) return false;
      return name === undefined || (Number(atLine) === line && (atColumn === undefined || Number(atColumn) === column));
    });
    for (const place of places) this.kept.add(place);
    return places.length === 0;
  }

  /**
   * The call of the label with its sites; undefined: it has none. `callers`: its return addresses, the innermost first.
   */
  callOf(
    label: Label,
    callers: readonly WireValue[],
    placesOf: ReadonlyMap<WireValue, readonly BuiltPlace[]>,
  ): SiteCall | undefined {
    const inside: CodePlace[] = [];
    if (!callers.some((pc) => (placesOf.get(pc) ?? []).some((place) => place.file !== ''))) this.hasUnknown = true;
    for (const [i, pc] of callers.entries()) {
      for (const place of placesOf.get(pc) ?? []) {
        if (place.file === '') return undefined;
        if (!this.isForeign(place.file)) {
          if (place.line === 0) return void this.merged.add(place.function);
          const isOwn = inside.every((frame) => isAtomicFunction(frame.function));
          if (!isOwn) this.foreign.add(`${place.file}:${place.line}`);
          return isOwn && this.wants(place) ? this.made(label, callers.slice(0, i + 1), place) : undefined;
        }
        inside.push(place);
      }
    }
    return undefined;
  }

  private made(label: Label, callers: readonly WireValue[], place: BuiltPlace): SiteCall {
    const { line, column, built } = place;
    const file = resolve(place.file);
    const operation = operationOf(label);
    const own = ownOf(label);
    const { order, failOrder } = ordersIn(own);
    const kind = classOf(label);
    const amount = operation === 'fetch_add' || operation === 'fetch_sub' ? { amount: String(label.value) } : {};
    const add = (name: string, of: OperationClass, was: Order): number =>
      this.add({ file, line, column, operation: name, class: of, was: orderIn(of, was), built, ...amount });
    return {
      callers,
      own,
      failOrder,
      site: add(operation, kind, order),
      failSite: isCompareExchange(label) ? add(`${operation} failure`, 'failure', failOrder) : -1,
    };
  }

  private isForeign(file: string): boolean {
    return file.startsWith('/usr/') || this.filter.foreign.some((folder) => file.startsWith(`${folder}/`));
  }
}

/** A name of the site that no other has. */
function siteName({ file, line, column, operation, was }: OrderSite): string {
  return `${file}:${line}:${column} ${operation} ${was}`;
}

function isFile(file: string, name: string): boolean {
  return file === resolve(name) || file.endsWith(`/${name}`);
}

/** The name of a function without its parameters and template arguments. */
function bareName(name: string): string {
  let depth = 0;
  let bare = '';
  for (const c of name) {
    if (c === '<' || c === '(') depth++;
    if (depth === 0) bare += c;
    if (c === '>' || c === ')') depth--;
  }
  return bare;
}

/** Is it a function of a library of atomics, whose orders its caller gives? */
function isAtomicFunction(name: string): boolean {
  const bare = bareName(name);
  if (/wait|notify/.test(bare)) return false;
  return /(?:^| )(?:std|boost)::(?:__\d+::|\w+::)*?_*(?:c11_|cxx_)?atomic/.test(bare);
}

function classOf({ kind }: Label): OperationClass {
  return kind === Kind.Load ? 'load' : kind === Kind.Store ? 'store' : kind === Kind.Fence ? 'fence' : 'rmw';
}

const rmwNames: Readonly<Partial<Record<RmwOp, string>>> = {
  [RmwOp.Xchg]: 'exchange',
  [RmwOp.Add]: 'fetch_add',
  [RmwOp.Sub]: 'fetch_sub',
  [RmwOp.And]: 'fetch_and',
  [RmwOp.Or]: 'fetch_or',
  [RmwOp.Xor]: 'fetch_xor',
  [RmwOp.Nand]: 'fetch_nand',
};

function operationOf(label: Label): string {
  if (label.kind !== Kind.Rmw) return classOf(label);
  return rmwNames[rmwOperation(label)] ?? 'compare_exchange';
}

/** The calls of atomic operations in one program. */
export class ProgramCalls {
  private readonly calls = new Map<string, SiteCall | null>();
  private table: OrderTable<SiteCall> | undefined;
  /** By site and the places of its callers: the return addresses. */
  private readonly chains = new Map<string, string>();

  constructor(private readonly sites: OrderSites) {}

  /**
   * Learns the calls that the labels show. `callersOf`: the return addresses of a call site. Returns whether some call
   * that has a site was not known.
   */
  learn(labels: Iterable<Label>, callersOf: (site: SiteId) => readonly WireValue[], placesOf: PlacesOf): boolean {
    const unknown = new Map<string, { readonly label: Label; readonly callers: readonly WireValue[] }>();
    const seen = new Set<string>();
    for (const label of labels) {
      if (label.site < 0 || !hasOrder(label)) continue;
      const own = ownOf(label);
      const name = `${label.site} ${own}`;
      if (seen.has(name)) continue;
      seen.add(name);
      const callers = callersOf(label.site);
      const key = callKey(callers, own);
      if (!this.calls.has(key)) unknown.set(key, { label, callers });
    }
    if (unknown.size === 0) return false;
    const places = placesOf([...unknown.values()].flatMap(({ callers }) => callers));
    let isNew = false;
    for (const [key, { label, callers }] of unknown) {
      const call = this.callOf(label, callers) ?? this.sites.callOf(label, callers, places);
      const prefix = call && callKey(call.callers, call.own);
      if (call !== undefined) this.tellApart(call, places);
      isNew ||= prefix !== undefined && !this.calls.has(prefix);
      this.calls.set(key, call ?? null);
      if (prefix !== undefined) this.calls.set(prefix, call!);
      this.table = undefined;
    }
    return isNew;
  }

  /** Calls at different addresses, from the same places, are different operations with one place. */
  private tellApart({ site, callers }: SiteCall, places: ReadonlyMap<WireValue, readonly CodePlace[]>): void {
    const chain = callers.map((pc) => (places.get(pc) ?? []).map((p) => `${p.function} ${p.line}:${p.column}`).join());
    const key = `${site} ${chain.join(' ')}`;
    const before = this.chains.get(key);
    if (before === undefined) this.chains.set(key, callers.join(' '));
    else if (before !== callers.join(' ')) this.sites.setAmbiguous(site);
  }

  private get known(): OrderTable<SiteCall> {
    return (this.table ??= new OrderTable(this.all, () => []));
  }

  private get all(): SiteCall[] {
    return [...new Set([...this.calls.values()].filter((call) => call !== null))];
  }

  /** The sites of the label's order and its order at failure; undefined: it has none. */
  callOf(label: Label, callers: readonly WireValue[]): SiteCall | undefined {
    return hasOrder(label) ? this.known.ofCallers(callers, ownOf(label)) : undefined;
  }

  /** The orders of all known calls under the assignment. */
  orders(assignment: Assignment): CallOrder[] {
    return this.all.map(({ callers, own, site, failSite, failOrder }) => ({
      callers,
      own,
      order: assignment[site],
      failOrder: failSite < 0 ? failOrder : assignment[failSite],
    }));
  }
}
