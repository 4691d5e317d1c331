/** The thread in which Z3 works. It answers one question after the other (solver.ts). */
import { workerData, type MessagePort } from 'node:worker_threads';

/** Addresses of Z3's objects. */
type Address = number;

/** The part of the package z3-solver that is used: Z3's interface for C. */
interface Package {
  init(): Promise<{ Z3: Interface }>;
}

interface Interface {
  mk_config(): Address;
  mk_context(config: Address): Address;
  del_context(context: Address): void;
  mk_solver(context: Address): Address;
  solver_inc_ref(context: Address, solver: Address): void;
  solver_from_string(context: Address, solver: Address, text: string): void;
  /** 1: satisfiable, -1: not, 0: unknown (Z3_lbool). */
  solver_check(context: Address, solver: Address): Promise<number>;
  solver_get_model(context: Address, solver: Address): Address;
  model_to_string(context: Address, model: Address): string;
  mk_params(context: Address): Address;
  params_inc_ref(context: Address, params: Address): void;
  mk_string_symbol(context: Address, name: string): Address;
  params_set_uint(context: Address, params: Address, name: Address, value: number): void;
  solver_set_params(context: Address, solver: Address, params: Address): void;
  get_error_code(context: Address): number;
  get_error_msg(context: Address, code: number): string;
}

export interface SolverData {
  /** One Int32 that is 1 when an answer is there. */
  readonly ready: SharedArrayBuffer;
  /** For questions and answers. */
  readonly port: MessagePort;
}

/** What Z3 is asked: whether the assertions, in SMT-LIB, hold together. */
export interface Asked {
  readonly text: string;
  /** How long it may take, in milliseconds. */
  readonly milliseconds: number;
}

/** `model`: values of constants, as Z3 prints them. */
export type Answer = { readonly is: 'started' | 'unsat' } | { readonly is: 'sat'; readonly model: string } | Undecided;

/** Z3 does not know, or has failed. */
interface Undecided {
  readonly is: 'unknown';
  readonly why: string;
}

/** A text is put on the stack of Z3's thread, which has 20 MB. */
const LONGEST_TEXT = 8e6;

const { ready, port } = workerData as SolverData;

function answer(given: Answer): void {
  port.postMessage(given);
  const flag = new Int32Array(ready);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

/**
 * Answers with a context of its own. The package's eval_smtlib2_string would be simpler, but it frees the text before
 * its thread has read it.
 */
async function decide(z3: Interface, { text, milliseconds }: Asked): Promise<Answer> {
  if (text.length > LONGEST_TEXT) return { is: 'unknown', why: 'the question is too long' };
  const context = z3.mk_context(z3.mk_config());
  const failed = (): Undecided | undefined => {
    const code = z3.get_error_code(context);
    return code === 0 ? undefined : { is: 'unknown', why: z3.get_error_msg(context, code) };
  };
  try {
    const solver = z3.mk_solver(context);
    z3.solver_inc_ref(context, solver);
    const params = z3.mk_params(context);
    z3.params_inc_ref(context, params);
    z3.params_set_uint(context, params, z3.mk_string_symbol(context, 'timeout'), milliseconds);
    z3.solver_set_params(context, solver, params);
    z3.solver_from_string(context, solver, text);
    const wrong = failed();
    if (wrong !== undefined) return wrong;
    const found = await z3.solver_check(context, solver);
    if (found === 1) return { is: 'sat', model: z3.model_to_string(context, z3.solver_get_model(context, solver)) };
    return failed() ?? (found === -1 ? { is: 'unsat' } : { is: 'unknown', why: 'it took too long' });
  } finally {
    z3.del_context(context);
  }
}

async function serve(): Promise<void> {
  // The package is optional: only checks with --symbolic look for it.
  const name = 'z3-solver';
  const { Z3 } = await ((await import(name)) as Package).init();
  port.on('message', (asked: Asked) => {
    decide(Z3, asked).then(answer, (error: unknown) => {
      answer({ is: 'unknown', why: String(error) });
    });
  });
  answer({ is: 'started' });
}

serve().catch((error: unknown) => {
  answer({ is: 'unknown', why: String((error as Error).message) });
});
