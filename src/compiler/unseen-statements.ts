/**
 * Statements of instrumented code whose accesses of memory are not announced, such as inline assembly. The pass for
 * clang (runtime/pass/unseen.h) and the assembler for gcc (runtime/gcc/as) record all that may access memory.
 */
import type { Elf } from '../debug-info/elf';
import { shortFunction } from '../debug-info/function-name';

/**
 * For people, as in: the statement `btsl %1, (%0)` in set_bit. Statements that access no memory for certain are left
 * out.
 */
export function unseenStatementsIn({ sections }: Elf): string[] {
  const records = sections.get('drista_unseen')?.bytes.toString('latin1').split('\0') ?? [];
  return [...new Set(records.filter((record) => record !== '').flatMap(statementOf))];
}

function statementOf(record: string): string[] {
  const [text = '', name = '', place = ''] = Buffer.from(record, 'latin1').toString('utf8').split('\t');
  if (text.split(/[;\n]/).every(accessesNothing)) return [];
  const short = text.replace(/\s+/g, ' ').trim();
  const shown = short.length > SHOWN ? `${short.slice(0, SHOWN)}...` : short;
  const file = place === '' ? '' : ` (${place.slice(place.lastIndexOf('/') + 1)})`;
  return [`${STATEMENT} \`${shown}\`${name === '' ? ' outside of functions' : ` in ${shortFunction(name)}`}${file}`];
}

const STATEMENT = 'the statement';
/** Characters of a statement. */
const SHOWN = 100;

/** Is the name that of a statement, and not of a function or a library? */
export function isStatement(name: string): boolean {
  return name.startsWith(`${STATEMENT} `);
}

/** Instructions that access what their operands say, and nothing else; hints, which access nothing. */
const instruction = new RegExp(
  '^(mov|add|adc|sub|sbb|and|or|xor|not|neg|inc|dec|shl|shr|sar|sal|rol|ror|rcl|rcr|shld|shrd|mul|imul|div|idiv|' +
    'bsf|bsr|bswap|bt[src]?|lzcnt|tzcnt|popcnt|crc32|cmp|test|cmov\\w+|set\\w+|mov[sz][bwl][wl]?)[bwlq]?$|' +
    '^(cpuid|rdtscp?|rdpmc|xgetbv|rdrand|rdseed|pause|nop|[lms]fence|cld|std|clc|stc|cltq|cltd|cqto|cqo|endbr64|' +
    'serialize|yield|isb|dmb|dsb)[lq]?$',
);
/** Strings are moved by these, through pointers in registers. */
const stringMove = /^movs[bwl]$/;
/** Registers, the statement's operands in registers (perhaps a part of them), and numbers; a barrier's kind. */
const operand = new RegExp(
  '^(%([re]?[abcd]x|[abcd][lh]|[re]?([sd]i|[sb]p)|([sd]i|[sb]p)l|r\\d+[bwd]?|[xyz]?mm\\d+|[bhwkq]?\\d+)|' +
    '\\$-?(0x[0-9a-f]+|\\d+)|sy|ish|ishld|ishst)$',
  'i',
);
/** Directives that put nothing where it could run, and the names of places. */
const directive =
  /^(\.(symver|type|size|globl|global|weak|hidden|text|previous|(p2|b)?align|cfi_\w+|ident|file|loc)\b.*|[\w.$]+:)$/;

/** Does the line of assembly for x86-64 (AT&T syntax) or aarch64 certainly access no memory? */
function accessesNothing(line: string): boolean {
  const [, text = ''] = /^\s*(?:rep\w*\s+(?=nop))?(.*?)\s*(?:#.*|\/\/.*)?$/.exec(line) ?? [];
  if (text === '' || directive.test(text)) return true;
  const [, name = '', operands = ''] = /^(\S+)\s*(.*)$/.exec(text) ?? [];
  if (!instruction.test(name) || stringMove.test(name)) return false;
  return operands === '' || operands.split(',').every((each) => operand.test(each.trim()));
}
