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

/** The program's arguments without those that are inputs. */
export function givenArguments({ settings: { symbolic }, arguments: all }: CheckRequest): readonly string[] {
  const inputs = symbolic?.outside.filter(({ kind }) => kind === 'argument') ?? [];
  return all.slice(0, all.length - inputs.length);
}

/** The search; undefined: the request wants none, or knows the input. */
export function symbolicSearchOf(request: CheckRequest, { interrupted, seconds }: Course): SymbolicSearch | undefined {
  const { settings, program, follows } = request;
  const { symbolic, timeLimit, keepGoing } = settings;
  if (symbolic === undefined || follows !== undefined) return undefined;
  const { maxInputs, testFolder, outside, sent } = symbolic;
  const command = { program, arguments: givenArguments(request), sent };
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
