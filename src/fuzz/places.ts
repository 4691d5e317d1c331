/**
 * Places of events as texts that are the same in all runs of a binary: the innermost calls of the event's stack, each
 * as module and offset. Where libraries lie may differ from run to run.
 */
import { basename } from 'node:path';
import type { Module } from '../channel/protocol';
import type { SiteId, Value } from '../program/label';

/** How many calls count: enough to come from the functions of std::atomic to the code that uses it. */
const CALLS = 4;

/** The place of a location's initial value. */
export const INITIAL = 0;

/** What is known of the program's code. */
export interface Code {
  readonly modules: readonly Module[];
  /** Return addresses of a call site, the innermost first. */
  stack(site: SiteId): Value[];
}

/** Numbers of places, which grow from 1. */
export class Places {
  private readonly bySite = new Map<SiteId, number>();
  private readonly byName = new Map<string, number>([['', INITIAL]]);
  private readonly names: string[] = [''];

  constructor(private readonly code: Code) {}

  /** The number of the event's place. */
  ofSite(site: SiteId): number {
    let place = this.bySite.get(site);
    if (place === undefined) {
      const calls = this.code.stack(site).slice(0, CALLS);
      this.bySite.set(site, (place = this.named(calls.map((pc) => this.nameOf(Number(pc))).join(' '))));
    }
    return place;
  }

  /** The number of the place with that name. */
  named(name: string): number {
    let place = this.byName.get(name);
    if (place === undefined) {
      this.byName.set(name, (place = this.names.length));
      this.names.push(name);
    }
    return place;
  }

  /** The name of the place with that number. */
  name(place: number): string {
    return this.names[place];
  }

  /** The addresses that the name stands for, the innermost first; those of modules that are not there are left out. */
  addresses(place: number): number[] {
    return this.names[place].split(' ').flatMap((call) => {
      const [, module, offset] = /^(.*)\+([0-9a-f]+)$/.exec(call) ?? [];
      const found = this.code.modules.find(({ path }) => basename(path) === module);
      return found === undefined ? [] : [found.base + parseInt(offset, 16)];
    });
  }

  private nameOf(pc: number): string {
    const module = this.code.modules.find(({ base, size }) => pc >= base && pc < base + size);
    return module === undefined ? `+${pc.toString(16)}` : `${basename(module.path)}+${(pc - module.base).toString(16)}`;
  }
}
