/** The result of several searches that have shared the clients of a test. */
import type { SpecResult } from './spec-result';

/** `started`: when the search began, in milliseconds. There is at least one result. */
export function merged(results: readonly SpecResult[], started: number): SpecResult {
  const sum = (of: (result: SpecResult) => number): number => results.reduce((n, result) => n + of(result), 0);
  const failed = results
    .filter(({ failure }) => failure !== undefined)
    .sort((a, b) => a.failure!.number - b.failure!.number);
  const limitsHit = [...new Set(results.flatMap((result) => result.limitsHit))];
  return {
    ...results[0],
    done: sum(({ done }) => done),
    clients: sum(({ clients }) => clients),
    executions: sum(({ executions }) => executions),
    histories: sum(({ histories }) => histories),
    calls: Math.min(...results.map(({ calls }) => calls)),
    failure: failed[0]?.failure,
    verdict: failed.length > 0 ? 'error' : limitsHit.length > 0 ? 'inconclusive' : 'verified',
    limitsHit,
    limited: results.find(({ limited }) => limited !== undefined)?.limited,
    notes: [...new Set(results.flatMap(({ notes }) => notes))],
    seconds: (Date.now() - started) / 1000,
  };
}
