/**
 * Edits of the memory orders in a source text: of calls with an order (C11 7.17, members and functions of std::atomic,
 * GCC's __atomic builtins), and of calls and operators that have none, and are seq_cst.
 */
import type { Language } from '../compiler/language';
import type { Order } from '../program/label';
import { operatorEdit, type Source } from './operator-edit';
import type { OrderChange } from './order-change';
import { argumentsAt, codeOf, offsetOf, type Argument, type TextEdit } from './source-text';
import { orderName } from '../report/operation';
import { joined } from './strength';

/** The language of a source file. */
export function languageOf(file: string, text: string): Language {
  if (/\.(?:cc|cpp|cxx|c\+\+|C|hh|hpp|hxx)$/.test(file)) return 'c++';
  return /\bstd::|#\s*include\s*<atomic>/.test(text) ? 'c++' : 'c';
}

/** The functions by which an operation may be performed, without prefix and suffix. */
const names: Readonly<Record<string, string>> = {
  load: 'load(?:_n)?|test|flag_test',
  store: 'store(?:_n)?|clear|flag_clear',
  exchange: 'exchange(?:_n)?|test_and_set|flag_test_and_set',
  compare_exchange: 'compare_exchange(?:_n|_strong|_weak)?',
  fence: 'thread_fence',
};

/** How many arguments a member has before its orders. */
function argumentsBefore(name: string): number {
  if (/compare_exchange/.test(name)) return 2;
  return /load|test|clear|fence/.test(name) ? 0 : 1;
}

interface Call {
  /** The offset of its name, and the name. */
  readonly at: number;
  readonly name: string;
  readonly args: readonly Argument[];
  readonly close: number;
}

/** The text as edits need it. */
export function sourceOf(text: string, language: Language): Source {
  return { text, code: codeOf(text), language };
}

/** The edits for the change; undefined: the text at its place is not understood. */
export function orderEdit(source: Source, change: OrderChange): TextEdit[] | undefined {
  const { text, code, language } = source;
  const offset = offsetOf(text, change.line, change.column);
  if (offset === undefined) return undefined;
  const call = callAt(code, offset, change.operation);
  if (call !== undefined) return callEdit(code, call, change, language);
  return change.isAmbiguous === true ? undefined : operatorEdit(source, offset, change);
}

/**
 * The call of the operation that the offset is in, the innermost one; or that follows a chain of members there; or the
 * only one among the arguments of assert, a macro, within which compilers know no places.
 */
function callAt(text: string, offset: number, operation: string): Call | undefined {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  const macro = /^assert\s*\(/.exec(text.slice(offset))?.[0];
  const end = macro === undefined ? undefined : argumentsAt(text, offset + macro.length - 1)?.close;
  const inMacro: Call[] = [];
  const stem = names[operation] ?? `${operation}|${operation.replace('fetch_', '')}_fetch`;
  const pattern = new RegExp(`(?<!\\w)((?:__|__c11_)?(?:atomic_)?(?:${stem})(?:_explicit)?)(\\s*)\\(`, 'g');
  pattern.lastIndex = line;
  let found: Call | undefined;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const open = match.index + match[0].length - 1;
    const call = argumentsAt(text, open);
    const begins = chainStart(text, match.index);
    if (begins > (end ?? offset)) break;
    if (call === undefined || offset > call.close) continue;
    const whole = { at: match.index, name: match[1], args: call.args, close: call.close };
    if (begins <= offset) found = whole;
    else inMacro.push(whole);
  }
  return found ?? (inMacro.length === 1 ? inMacro[0] : undefined);
}

/** Where the expression begins whose member the name is, as far as it is made of names. */
function chainStart(text: string, at: number): number {
  return /(?:(?:\w|\]|\[\w*)+\s*(?:\.|->|::)\s*)*$/.exec(text.slice(0, at))?.index ?? at;
}

const orderPattern = /^(?:((?:::)?(?:std::)?memory_order(?:_|::)|memory_order_)(\w+)|(__ATOMIC_)(\w+))$/;

function callEdit(text: string, call: Call, change: OrderChange, language: Language): TextEdit[] | undefined {
  const { at, name, args, close } = call;
  const orders = ordersIn(change, language);
  let given = 0;
  while (given < orders.length && given < args.length && orderPattern.test(args[args.length - 1 - given].text)) given++;
  const written = args.slice(args.length - given);
  const style = styleOf(written[0]?.text, name, language);
  if (given === orders.length) return written.map(({ from, to }, i) => ({ from, to, text: style(orders[i]) }));
  const isMember = /(?:\.|->)\s*$/.test(text.slice(0, at));
  const isFunction = !isMember && /^atomic_/.test(name) && !/_explicit$|fence$/.test(name);
  const before = argumentsBefore(name) + (isMember ? 0 : 1);
  if (given > 0) {
    // One order of a compare-exchange stands for both.
    const [{ from, to }] = written;
    return isMember && args.length === before + 1 ? [{ from, to, text: orders.map(style).join(', ') }] : undefined;
  }
  if (!(isMember || isFunction) || args.length !== before) return undefined;
  const added = orders.map(style).join(', ');
  return [
    ...(isFunction ? [{ from: at + name.length, to: at + name.length, text: '_explicit' }] : []),
    { from: close, to: close, text: args.length === 0 ? added : `, ${added}` },
  ];
}

/** The orders to write. C11 7.17.7.4p2 wants an order of success that is no weaker than that of failure. */
function ordersIn({ order, failOrder }: OrderChange, language: Language): Order[] {
  if (failOrder === undefined) return [order];
  return [language === 'c' ? joined('rmw', order, failOrder) : order, failOrder];
}

/** How the call writes orders. `example`: one of its own. */
function styleOf(example: string | undefined, name: string, language: Language): (order: Order) => string {
  const [, prefix, , builtin] = orderPattern.exec(example ?? '') ?? [];
  if (builtin !== undefined || /^__atomic/.test(name)) return (order) => `__ATOMIC_${orderName(order).toUpperCase()}`;
  const start = prefix ?? (language === 'c' ? 'memory_order_' : 'std::memory_order_');
  return (order) => start + orderName(order);
}
