/** A patch of the sources that gives operations other memory orders. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { grouped } from '../base/grouped';
import type { OrderChange } from './order-change';
import { languageOf, orderEdit, sourceOf } from './order-edit';
import type { TextEdit } from './source-text';
import type { DecidedSite } from './orders-result';

/** A site whose order must be changed by hand, and why. */
export interface ByHand {
  readonly site: DecidedSite;
  readonly why: string;
}

export interface OrderPatch {
  /** For `patch -p1` in the folder `base`, a character for each byte; empty: nothing changes. */
  readonly text: string;
  /** The working directory, unless a source lies outside. */
  readonly base: string;
  /** The whole texts of the sources that change, by path. */
  readonly edited: ReadonlyMap<string, string>;
  readonly byHand: readonly ByHand[];
}

/** Lines around a change that the patch shows. */
const CONTEXT = 3;

/**
 * The patch for the sites whose orders change. Where a source was changed after a program was built from it, its
 * operations are not where the program says. Texts have a character for each byte, as columns count bytes.
 */
export function orderPatch(sites: readonly DecidedSite[]): OrderPatch {
  const byHand: ByHand[] = [];
  const patches: string[] = [];
  const texts = new Map<string, string>();
  const base = baseOf(sites.filter(({ was, is }) => was !== is).map(({ file }) => file));
  for (const [file, list] of grouped(sites, (site) => site.file)) {
    const changes = changesOf(list);
    if (changes.length === 0) continue;
    const refuse = (why: string, of = changes): void => {
      byHand.push(...of.flatMap((change) => change.sites.map((site) => ({ site, why }))));
    };
    const text = textOf(file);
    if (text === undefined) refuse('its source cannot be read');
    else if (statSync(file).mtimeMs > Math.min(...list.map(({ built }) => built)))
      refuse('its source was changed after the program was built');
    else {
      const source = sourceOf(text, languageOf(file, text));
      const edits: TextEdit[] = [];
      for (const change of changes) {
        if (change.hasSeveral) {
          refuse('it is performed with several orders', [change]);
          continue;
        }
        const found = orderEdit(source, change);
        if (found === undefined || overlaps(found, edits)) refuse('its order is not written there', [change]);
        else edits.push(...found);
      }
      const after = edited(text, edits);
      texts.set(file, after);
      patches.push(diff(bytes(relative(base, file)), text, after));
    }
  }
  return { text: patches.join(''), base, edited: texts, byHand };
}

/** The changes of operations: those of a compare-exchange have both orders. */
function changesOf(
  sites: readonly DecidedSite[],
): (OrderChange & { readonly sites: readonly DecidedSite[]; readonly hasSeveral: boolean })[] {
  const byPlace = grouped(sites, ({ line, column, operation }) =>
    [line, column, operation.replace(' failure', '')].join(' '),
  );
  return [...byPlace.values()].flatMap((list) => {
    const [site, ...others] = list.filter(({ class: kind }) => kind !== 'failure') as (DecidedSite | undefined)[];
    const failure = list.find(({ class: kind }) => kind === 'failure');
    if (site === undefined || list.every(({ was, is }) => was === is)) return [];
    const { line, column, operation, amount, isAmbiguous, is: order } = site;
    const changed = list.filter(({ was, is }) => was !== is);
    const hasSeveral = others.length > 0 || list.length > 2;
    return [
      { sites: changed, hasSeveral, line, column, operation, amount, isAmbiguous, order, failOrder: failure?.is },
    ];
  });
}

/** The working directory, or the nearest folder above it and all files. */
function baseOf(files: readonly string[]): string {
  let base = process.cwd();
  while (base !== dirname(base) && files.some((file) => relative(base, file).startsWith('..'))) base = dirname(base);
  return base;
}

/** A text with a character for each byte. */
function bytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}

function overlaps(some: readonly TextEdit[], others: readonly TextEdit[]): boolean {
  return some.some((a) => others.some((b) => a.from < b.to && b.from < a.to));
}

function edited(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((now, { from, to, text: by }) => now.slice(0, from) + by + now.slice(to), text);
}

/** A unified diff of two texts that have the same number of lines. Empty: they are equal. */
function diff(path: string, before: string, after: string): string {
  const a = before.split('\n');
  const b = after.split('\n');
  const changed = a.flatMap((line, i) => (line === b[i] ? [] : [i]));
  if (changed.length === 0) return '';
  const last = a.length - (a.at(-1) === '' ? 1 : 0);
  const hunks: string[] = [];
  for (let i = 0; i < changed.length;) {
    let j = i;
    while (j + 1 < changed.length && changed[j + 1] - changed[j] <= 2 * CONTEXT) j++;
    const from = Math.max(0, changed[i] - CONTEXT);
    const to = Math.min(last, changed[j] + CONTEXT + 1);
    hunks.push(`@@ -${from + 1},${to - from} +${from + 1},${to - from} @@\n`);
    for (let k = from; k < to;) {
      if (a[k] === b[k]) {
        hunks.push(lineText(' ', a, k));
        k++;
        continue;
      }
      let end = k;
      while (end < to && a[end] !== b[end]) end++;
      for (let n = k; n < end; n++) hunks.push(lineText('-', a, n));
      for (let n = k; n < end; n++) hunks.push(lineText('+', b, n));
      k = end;
    }
    i = j + 1;
  }
  // A tab ends a name with spaces.
  const end = path.includes(' ') ? '\t' : '';
  return `--- a/${path}${end}\n+++ b/${path}${end}\n${hunks.join('')}`;
}

function lineText(mark: string, lines: readonly string[], i: number): string {
  return `${mark}${lines[i]}\n${i === lines.length - 1 ? '\\ No newline at end of file\n' : ''}`;
}
