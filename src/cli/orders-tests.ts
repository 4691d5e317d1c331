/** The tests of `drista weaken` and `drista repair`: programs, and tests as `drista test` has them. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DristaError } from '../base/errors';
import type { CheckRequest } from '../check/check-request';
import type { OrdersTest } from '../check/orders-check';
import type { OrdersAim } from '../orders/orders-result';
import { findTests } from '../testing/discovery';
import { readConfig, type TestConfig } from '../testing/test-config';
import type { TestCheck } from '../testing/test-header';
import { readArguments, type CommandLine } from './arguments';
import type { Help } from './help-text';
import { messages } from './messages';
import { newRequest } from './new-request';
import { optionValues } from './option';
import { checkOptions, optionSpelled, type CheckOptions } from './option-table';
import { specOptions, specRequest, type SpecOptions } from './spec-request';
import { builtTest, headerOf, isTestSource } from './test-source';

/** What the command line asks for all tests. */
export interface OrdersTests {
  readonly aim: OrdersAim;
  /** Programs, sources of tests, and folders of them. */
  readonly names: readonly string[];
  /** Options of checks, and which of them were given. */
  readonly options: Partial<CheckOptions>;
  readonly given: readonly string[];
  /** Arguments of all programs. */
  readonly rest: readonly string[];
}

const none: Help = { usage: 'drista', epilogue: '' };

/** The requests to check all tests. Rejects with a DristaError where one cannot be built or checked. */
export async function ordersRequests(tests: OrdersTests): Promise<OrdersTest[]> {
  if (tests.names.length === 0) throw new DristaError(messages.noProgramFor(tests.aim));
  const requests: OrdersTest[] = [];
  for (const name of tests.names) {
    if (!isSource(name)) requests.push({ check: requestOf(name, tests) });
    else requests.push(...(await requestsIn(name, tests)));
  }
  if (requests.length === 0) throw new DristaError(messages.noOrdersTest(tests.names));
  return requests;
}

function isSource(name: string): boolean {
  return isTestSource(name) || statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The checks of a test, or of all tests in a folder, that are to be verified. */
async function requestsIn(name: string, tests: OrdersTests): Promise<OrdersTest[]> {
  const read = readConfig(process.cwd());
  // Programs with debug information, beside those of `drista test`.
  const config: TestConfig = { ...read, build: [...read.build, '-g'], output: join(read.output, 'orders') };
  const requests: OrdersTest[] = [];
  for (const file of findTests(config, [name], process.cwd())) {
    const header = headerOf(file, config);
    const checks = header.checks.filter((check) => isWanted(check, tests.aim));
    if (checks.length === 0) continue;
    const built = await builtTest(file, header, config);
    const env = Object.entries(header.environment).map(([key, value]) => `${key}=${value}`);
    for (const stated of checks) {
      const args = [...config.options, ...stated.options];
      if (header.isSpec) {
        const line = await readArguments(args, specOptions, none);
        if (line !== undefined) requests.push(specTest(built.program, tests, line, env));
        continue;
      }
      const line = await readArguments(args, checkOptions, none);
      if (line === undefined) continue;
      const { options, given } = line;
      const check = requestOf(built.program, {
        ...tests,
        options: { ...options, ...askedOf(tests, [...options.env, ...env]) },
        given: [...given, ...tests.given],
        rest: [...header.arguments, ...tests.rest],
      });
      requests.push({ check });
    }
  }
  return requests;
}

/** A test for `drista spec`, with the options of checks that it has. Throws a DristaError for others. */
function specTest(
  program: string,
  tests: OrdersTests,
  { options, given }: CommandLine<SpecOptions>,
  env: readonly string[],
): OrdersTest {
  const other = tests.given.find((name) => Object.hasOwn(checkOptions, name) && !Object.hasOwn(specOptions, name));
  if (other !== undefined) throw new DristaError(messages.notForSpec(optionSpelled(other)));
  const { check, ...spec } = specRequest(program, {
    options: { ...options, ...askedOf(tests, [...options.env, ...env]) } as SpecOptions,
    given: [...given, ...tests.given],
    rest: tests.rest,
  });
  return { check, spec };
}

/** Tests that expect outcomes, or a refusal, say nothing of orders; those that expect errors are for repair. */
function isWanted({ verdict, outcomes }: TestCheck, aim: OrdersAim): boolean {
  return outcomes === undefined && (verdict === 'verified' || (aim === 'repair' && verdict === 'error'));
}

/** The options that the command line gives for all tests. `env`: the variables of the test, which come first. */
function askedOf({ options, given }: OrdersTests, env: readonly string[]): Partial<CheckOptions> {
  const asked = Object.entries(options).filter(([name]) => given.includes(name));
  return { ...Object.fromEntries(asked), env: [...env, ...(options.env ?? [])] };
}

function requestOf(program: string, { options, given, rest }: OrdersTests): CheckRequest {
  const all: CheckOptions = { ...optionValues(checkOptions, {}), ...options };
  const request = newRequest({ options: all, given, words: [program], rest });
  if (request.entry.visibility === 'calls') throw new DristaError(messages.notLinked(program));
  if (request.settings.volatile !== 'plain') throw new DristaError(messages.volatileOrders(program));
  return request;
}
