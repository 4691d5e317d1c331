/** The search for inputs that a check asks for. */
import { Solver } from '../symbolic/solver';
import { SymbolicSearch } from '../symbolic/symbolic-search';
import type { CheckRequest } from './check-request';
import { TestCaseFolder } from './test-cases';

/** Of the check: is it to end, and how many seconds has it taken? */
export interface Course {
  readonly interrupted: () => boolean;
  readonly seconds: () => number;
}

/** The search; undefined: the request wants none. */
export function symbolicSearchOf(
  { settings, program, arguments: given }: CheckRequest,
  { interrupted, seconds }: Course,
): SymbolicSearch | undefined {
  const { symbolic, timeLimit, keepGoing } = settings;
  if (symbolic === undefined) return undefined;
  const { maxInputs, testFolder, outside, sent } = symbolic;
  const places = outside.filter(({ kind }) => kind === 'argument').length;
  const command = { program, arguments: given.slice(0, given.length - places), sent };
  const tests = testFolder === undefined ? undefined : new TestCaseFolder(testFolder, command);
  return new SymbolicSearch(
    {
      maxInputs,
      keepGoing,
      interrupted,
      left: () => (timeLimit === undefined ? undefined : timeLimit - seconds()),
      outside,
      onInput: (test) => tests?.write(test),
    },
    () => new Solver(),
  );
}
