/** The table of answers. */
import type { Answer } from './answer';
import type { Property, Task } from './task';

export interface Row {
  readonly task: Task;
  readonly property: Property;
  /** Does the property hold? */
  readonly expected: boolean;
  readonly answer: Answer;
  readonly seconds: number;
}

const isRight = ({ answer, expected }: Row): boolean => answer.holds === expected;
const isWrong = ({ answer, expected }: Row): boolean => answer.holds !== undefined && answer.holds !== expected;
const isUnknown = ({ answer }: Row): boolean => answer.holds === undefined;

/**
 * One line for each family and property, then what is wrong, and why answers are unknown. Programs for 32-bit machines
 * are checked as ones for 64 bits, and counted apart.
 */
export function tableOf(rows: readonly Row[]): string {
  const lines = [
    '| family, property | right: holds | right: violated | of them not for 64 bits | wrong | unknown | seconds |',
    '| --- | --- | --- | --- | --- | --- | --- |',
  ];
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = `${row.task.family}, ${row.property}`;
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  for (const [name, some] of [...groups, ['all', rows] as const]) {
    const right = some.filter(isRight);
    const counts = [
      right.filter(({ expected }) => expected).length,
      right.filter(({ expected }) => !expected).length,
      right.filter(({ task }) => task.dataModel !== 'LP64').length,
      some.filter(isWrong).length,
      some.filter(isUnknown).length,
      Math.round(some.map(({ seconds }) => seconds).reduce((a, b) => a + b, 0)),
    ];
    lines.push(`| ${[name, ...counts].join(' | ')} |`);
  }
  const wrong = rows.filter(isWrong).map((row) => `- ${nameOf(row)}: expected ${row.expected}: ${row.answer.reason}`);
  const unknown = rows.filter(isUnknown).map((row) => `- ${nameOf(row)}: ${row.answer.reason.split('\n')[0]}`);
  return [
    ...lines,
    ...(wrong.length > 0 ? ['', 'Wrong:', '', ...wrong] : []),
    ...(unknown.length > 0 ? ['', 'Unknown:', '', ...unknown] : []),
    '',
  ].join('\n');
}

function nameOf({ task, property }: Row): string {
  const model = task.dataModel === 'LP64' ? '' : ` (data model: ${task.dataModel})`;
  return `${task.family}/${task.name}, ${property}${model}`;
}
