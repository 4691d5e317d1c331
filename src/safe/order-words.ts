/** Sections as the enforcing library reads them: 32-bit words (runtime/safe-schedule/order.c). */
import { NONE } from './schedule-format';
import { reduced } from './order-reduction';
import { recordsOf, type IsArrival, type Record } from './needs';
import { Then, type ScheduleSection } from './sections';

/** In place of the event before which a thread waits for ever: it performs the choice that ends the section. */
const CHOOSES = 0xfffffffe;

/**
 * The words of each section, which begin at word `first` of the schedule. `threads`: how many there are, with main.
 */
export function sectionWords(
  sections: readonly ScheduleSection[],
  threads: number,
  isArrival: IsArrival,
  first: number,
): number[][] {
  let at = first;
  return sections.map((section) => {
    const words = wordsOf(section, threads, isArrival, at);
    at += words.length;
    return words;
  });
}

function wordsOf(section: ScheduleSection, threads: number, isArrival: IsArrival, at: number): number[] {
  const { then, next, steps } = section;
  const waits = then === Then.Choice ? new Map([[steps[steps.length - 1].thread, CHOOSES]]) : section.waits;
  const records = reduced(recordsOf(section, isArrival), then === Then.Again);
  const head = [then, next.length, ...next];
  const about: number[] = [];
  const bodies: number[] = [];
  const first = at + head.length + 3 * threads;
  for (let thread = 0; thread < threads; thread++) {
    const own = records.filter((record) => record.thread === thread);
    about.push(first + bodies.length, own.length, waits.get(thread) ?? NONE);
    for (const record of own) bodies.push(...recordWords(record));
  }
  return [...head, ...about, ...bodies];
}

function recordWords({ step, needs }: Record): number[] {
  return [
    step?.event ?? NONE,
    Number(typeof step?.value === 'number'),
    step?.value ?? 0,
    needs.size,
    ...[...needs].flatMap(([u, n]) => [u, n >>> 0]),
  ];
}
