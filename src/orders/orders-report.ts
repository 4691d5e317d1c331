/** The result of a search for memory orders as text, as JSON, and as a page. */
import { HTML_BEGINNINGS, JSON_BEGINNINGS } from '../base/report-beginnings';
import { relative } from 'node:path';
import type { FileForm } from '../base/output-file';
import { orderName } from '../report/operation';
import { printable, printableData, printableJson, shellWord } from '../report/printable';
import { headline } from '../report/text';
import { plural } from '../report/verdict-text';
import { escaped } from '../report/xml';
import { instructionOf, totalCost } from './cost';
import type { SourcePosition } from './order-sites';
import type { ByHand } from './order-patch';
import type { DecidedSite, OrdersResult, OrdersVerdict } from './orders-result';
import { Order } from '../program/label';

/** A result with the names of the files that were written. */
export interface OrdersReport {
  readonly result: OrdersResult;
  /** By place in the result's witnesses; undefined: it was not saved. */
  readonly files: readonly (string | undefined)[];
  readonly byHand: readonly ByHand[];
  readonly notes: readonly string[];
}

const meanings: Readonly<Record<OrdersVerdict, string>> = {
  minimal: 'minimal: all tests are verified with these orders, and some test fails if any of them is weaker',
  cheapest: 'repaired: all tests are verified with these orders, and none that cost less mend them',
  repaired: 'repaired: all tests are verified with these orders; others that cost less were not all checked',
  verified: 'verified: all tests are verified with these orders, but weaker ones may do',
  unchanged: 'verified: no order has to be stronger',
  fails: 'error: a test fails with the orders that it has',
  none: 'none: no orders of these sites mend this, a test fails with seq_cst at all of them',
  'no-sites': 'nothing to do: no order of an atomic operation may change',
  unknown: 'inconclusive: a limit came before it was known whether the tests are verified',
};

/** The verdict in one line. */
export function ordersVerdictText({ result: { verdict, aim } }: OrdersReport): string {
  if (verdict === 'fails') return `${meanings.fails}; \`drista repair\` looks for orders that mend it`;
  if (verdict === 'verified' && aim === 'repair')
    return 'repaired: all tests are verified with these orders, but others that cost less may do';
  return meanings[verdict];
}

/** Are the orders a result, with which the tests are verified? */
export function isAnswer(verdict: OrdersVerdict): boolean {
  return verdict === 'minimal' || verdict === 'cheapest' || verdict === 'repaired' || verdict === 'verified';
}

/** The order as it is shown: a relaxed fence is none. */
function orderText({ class: kind }: DecidedSite, order: Order): string {
  return kind === 'fence' && order === Order.Relaxed ? 'none' : orderName(order);
}

/** The sites in the order of the sources. */
function inOrder(sites: readonly DecidedSite[]): DecidedSite[] {
  return sites.toSorted(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column,
  );
}

/** A position, from the working directory on. */
function placeOf({ file, line, column }: SourcePosition): string {
  const path = relative(process.cwd(), file);
  return `${path.startsWith('..') ? file : path}:${line}:${column}`;
}

/** The lines of the text; `quiet`: only the verdict and what changes. */
export function ordersLines(report: OrdersReport, quiet: boolean): string[] {
  const rows = isAnswer(report.result.verdict) ? table(siteRows(report, quiet)).map((line) => `  ${line}`) : [];
  const lines = [ordersVerdictText(report), ...rows, ...failureLines(report), ...(quiet ? [] : remarks(report))];
  return lines.map(printable);
}

/** The table of sites. */
function siteRows({ result: { sites }, files }: OrdersReport, quiet: boolean): string[][] {
  const heads = quiet ? [] : [['site', 'operation', 'was', '', 'is', 'fails if weaker']];
  const rows = inOrder(sites)
    .filter(({ was, is }) => !quiet || was !== is)
    .map((site) => [
      placeOf(site),
      site.operation,
      orderText(site, site.was),
      site.was === site.is ? '' : '->',
      orderText(site, site.is),
      quiet || site.witness === undefined ? '' : (files[site.witness] ?? ''),
    ]);
  const all = [...heads, ...rows];
  return sites.some(({ witness }) => witness !== undefined) ? all : all.map((row) => row.slice(0, -1));
}

/** What fails with the orders from which the search began, or with seq_cst everywhere. */
function failureLines({ result: { failure, witnesses }, files }: OrdersReport): string[] {
  if (failure === undefined) return [];
  const { program, client, error } = witnesses[failure];
  const file = files[failure];
  return [
    `  ${program}: ${headline(error)}`,
    ...(client === undefined ? [] : [`  its client: ${client}`]),
    ...(file === undefined ? [] : [`  run it again: drista replay ${shellWord(file)}`]),
  ];
}

/** The cost, what is left to the user, notes, and how much work it was. */
function remarks({ result, byHand, notes }: OrdersReport): string[] {
  const { sites, verdict, checks, replays, seconds } = result;
  const left = byHand.map(({ site, why }) => {
    const orders = `${orderText(site, site.was)} -> ${orderText(site, site.is)}`;
    return `by hand: ${placeOf(site)} ${site.operation}: ${orders} (${why})`;
  });
  const work = [plural(sites.length, 'site'), plural(checks, 'check'), plural(replays, 'replay')];
  return [
    ...(isAnswer(verdict) ? [savingText(result)] : []),
    ...left,
    ...[...result.notes, ...notes].map((note) => `note: ${note}`),
    `${work.join(', ')}, ${seconds.toFixed(1)} s`,
  ];
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i].length))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]))
      .join('  ')
      .trimEnd(),
  );
}

/** How many instructions the operations have that relaxed ones do not need, before and after. */
function savingText({ sites, target }: OrdersResult): string {
  const counts = new Map<string, [number, number]>();
  const count = (site: DecidedSite, which: 'was' | 'is'): void => {
    const name = instructionOf(target, site.class, site[which]);
    if (name === '') return;
    const pair = counts.get(name) ?? [0, 0];
    pair[which === 'was' ? 0 : 1]++;
    counts.set(name, pair);
  };
  for (const site of sites) {
    count(site, 'was');
    count(site, 'is');
  }
  const parts = [...counts].map(([name, [before, after]]) => `${name} ${before} -> ${after}`);
  const classes = sites.map((site) => site.class);
  const sum = (which: 'was' | 'is'): number =>
    totalCost(
      target,
      classes,
      sites.map((site) => site[which]),
    );
  return `cost on ${target}: ${sum('was')} -> ${sum('is')}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
}

/** The form of the file with the result. */
export const ordersForm: FileForm = { beginning: '{\n  "form": "memory orders",', alike: JSON_BEGINNINGS };

/** The result as JSON (docs/orders.schema.json). */
export function ordersJson({ result, files, byHand, notes }: OrdersReport): string {
  const { aim, target, verdict, sites, checks, replays, seconds, failure, witnesses } = result;
  const left = new Set(byHand.map(({ site }) => site));
  const data = {
    form: 'memory orders',
    version: 1,
    command: aim,
    verdict,
    target,
    sites: inOrder(sites).map((site) => ({
      place: placeOf(site),
      operation: site.operation,
      was: orderText(site, site.was),
      is: orderText(site, isAnswer(verdict) ? site.is : site.was),
      ...(site.witness === undefined ? {} : { witness: files[site.witness] ?? null }),
      ...(left.has(site) ? { byHand: true } : {}),
    })),
    ...(failure === undefined
      ? {}
      : {
          failure: {
            program: witnesses[failure].program,
            error: headline(witnesses[failure].error),
            witness: files[failure] ?? null,
          },
        }),
    checks,
    replays,
    seconds,
    notes: [...result.notes, ...notes],
  };
  return `${printableJson(printableData(data), 2)}\n`;
}

const BEGINNING = '<!doctype html>\n<!-- drista: memory orders -->\n';

/** The form of the page. */
export const ordersPageForm: FileForm = { beginning: BEGINNING, alike: HTML_BEGINNINGS };

/** The result as a page for a browser. */
export function ordersPage(report: OrdersReport): string {
  const { result, files } = report;
  const cell = (text: string): string => `<td>${escaped(printable(text))}</td>`;
  const rows = inOrder(result.sites).map((site) => {
    const file = site.witness === undefined ? undefined : files[site.witness];
    const witness = site.witness === undefined ? undefined : result.witnesses[site.witness];
    const why = witness === undefined ? '' : headline(witness.error);
    const replay = file === undefined ? '' : `drista replay ${shellWord(file)}`;
    const order = isAnswer(result.verdict) ? site.is : site.was;
    const cells = [placeOf(site), site.operation, orderText(site, site.was), orderText(site, order), why, replay];
    return `<tr${site.was === order ? '' : ' class="changed"'}>${cells.map(cell).join('')}</tr>`;
  });
  const heads = ['site', 'operation', 'was', 'is', 'if it is one step weaker', 'run that again'];
  const paragraphs = [...failureLines(report), ...remarks(report)].map(printable);
  return `${BEGINNING}<html lang="en">
<head>
<meta charset="utf-8">
<title>Memory orders</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2em; color: #1a1a1a; background: #fff; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: 0.3em 1em 0.3em 0; border-bottom: 1px solid #ccc; vertical-align: top; }
td { font-family: ui-monospace, monospace; }
tr.changed td:nth-child(4) { font-weight: bold; }
</style>
</head>
<body>
<h1>Memory orders</h1>
<p>${escaped(printable(ordersVerdictText(report)))}</p>
<table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
${paragraphs.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
</body>
</html>
`;
}
