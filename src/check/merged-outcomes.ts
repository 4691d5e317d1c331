/** What several workers have found that fuzz one program, as one outcome. */
import { mergedPairs } from '../fuzz/covered-pairs';
import type { Summary } from '../report/summary';
import { withoutInput } from '../symbolic/input-text';
import type { CheckOutcome } from './found-error';

/** Errors of several workers with the same text and places count as one. */
export function mergedOutcomes(outcomes: readonly CheckOutcome[]): CheckOutcome {
  const [first] = outcomes;
  if (outcomes.length === 1) return first;
  const found = new Map(
    outcomes.flatMap(({ summary, saved }) =>
      summary.errors.map((error, i) => [
        JSON.stringify([error.kind, withoutInput(error.message), error.locations]),
        { error, saved: saved[i] },
      ]),
    ),
  );
  const errors = [...found.values()];
  const summaries = outcomes.map(({ summary }) => summary);
  const sum = (of: (s: Summary) => number): number => summaries.reduce((n, s) => n + of(s), 0);
  return {
    summary: {
      ...first.summary,
      verdict: errors.length > 0 ? 'error' : first.summary.verdict,
      executions: sum((s) => s.executions),
      blocked: sum((s) => s.blocked),
      deadEnds: sum((s) => s.deadEnds),
      runs: sum((s) => s.runs),
      events: sum((s) => s.events),
      seconds: Math.max(...summaries.map((s) => s.seconds)),
      limitsHit: [...new Set(summaries.flatMap((s) => s.limitsHit))],
      errors: errors.map(({ error }) => error),
      notes: [...new Set(summaries.flatMap((s) => s.notes))],
    },
    saved: errors.map(({ saved }) => saved),
    pairs: mergedPairs(outcomes.map(({ pairs = [] }) => pairs)),
  };
}
