/** Safe schedules for people: as text, and as a graph in the DOT language of Graphviz. */
import { describeThread } from '../program/label';
import { plural } from '../report/verdict-text';
import type { ScheduledEvent, ScheduledState } from './safe-schedule';
import type { ScheduleFile } from './schedule-file';

/** The most states that the text shows, unless all are asked for. */
const SHOWN = 30;

/** The lines of the text; `all`: with all states. */
export function scheduleLines(schedule: ScheduleFile, all: boolean): string[] {
  const { verdict, states, avoided, notes } = schedule;
  const shown = all ? states : states.slice(0, SHOWN);
  const lines = [headline(schedule)];
  for (const reason of avoided) lines.push(`${verdict === 'unsafe' ? 'found' : 'avoids'}: ${reason}`);
  for (const note of notes) lines.push(`note: ${note}`);
  if (states.length > 0) lines.push('');
  shown.forEach((state, n) => lines.push(...stateLines(schedule, state, n)));
  if (shown.length < states.length) lines.push(`(${plural(states.length - shown.length, 'more state')}: -v shows all)`);
  return lines;
}

function headline({ verdict, states, found, complete }: ScheduleFile): string {
  const explored = `${plural(found, 'state')} explored${complete ? '' : ', not all'}`;
  switch (verdict) {
    case 'safe':
      return `safe: no execution goes wrong (${plural(states.length, 'state')})`;
    case 'partially safe':
      return `partially safe: ${plural(states.length, 'state')} of the schedule (${explored})`;
    case 'unsafe':
      return `unsafe: whatever the scheduler does, the program can go wrong (${explored})`;
    case 'unknown':
      return `no schedule was found yet (${explored})`;
  }
}

function stateLines({ events }: ScheduleFile, { go, wait }: ScheduledState, n: number): string[] {
  if (go.length === 0) return [`${n}: the program ends`];
  const lines = go.map(
    ({ thread, event, to }) => `may ${describeThread(thread)}: ${eventText(events[event])} → ${to.join(', ')}`,
  );
  lines.push(...wait.map(({ thread, event }) => `waits ${describeThread(thread)}: ${eventText(events[event])}`));
  return lines.map((text, i) => `${i === 0 ? `${n}:` : ' '.repeat(`${n}:`.length)} ${text}`);
}

function eventText({ text, place }: ScheduledEvent): string {
  return place === '' ? text : `${text} (${place})`;
}

/** A node for each state, an edge for each move. */
export function scheduleDot({ states, events }: ScheduleFile): string {
  const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const lines = states.flatMap(({ go }, n) => [
    `  ${n} [shape=${go.length === 0 ? 'doublecircle' : 'circle'}];`,
    ...go.flatMap(({ thread, event, to }) =>
      to.map((next, input) => {
        const chosen = to.length > 1 ? ` = ${input}` : '';
        const label = quoted(`${describeThread(thread)}: ${eventText(events[event])}${chosen}`);
        return `  ${n} -> ${next} [label=${label}];`;
      }),
    ),
  ]);
  return `// drista: safe schedule\ndigraph {\n${lines.join('\n')}\n}\n`;
}
