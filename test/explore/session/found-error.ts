/** Errors for tests of sessions. */
import type { FoundError } from '../../../src/explore/common/verdict';
import { Kind, label } from '../../../src/program/label';

/** An error at these call sites, one thread each. */
export function foundError(kind: FoundError['kind'], message: string, ...sites: number[]): FoundError {
  return {
    kind,
    message,
    involved: sites.map((site, i) => ({ thread: i + 1, label: label(Kind.PlainWrite, { loc: 0, site }) })),
    trace: [],
    schedule: { steps: [], memory: [] },
  };
}
