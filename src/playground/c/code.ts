/** The code of functions as the interpreter runs it: instructions on registers, each of which holds one value. */
import type { Kind, Order, RmwOp } from '../../program/label';
import type { CPosition } from './c-lexer';
import type { CType, ScalarType } from './machine-types';

/** The number of a register of its function. */
export type Register = number;

export type Instruction =
  | { readonly o: 'constant'; readonly d: Register; readonly value: bigint }
  | { readonly o: 'move'; readonly d: Register; readonly s: Register }
  | { readonly o: 'convert'; readonly d: Register; readonly s: Register; readonly type: ScalarType }
  /** Operands have the type; so has the result, but for comparisons. */
  | {
      readonly o: 'unary';
      readonly d: Register;
      readonly sign: string;
      readonly s: Register;
      readonly type: ScalarType;
    }
  | {
      readonly o: 'binary';
      readonly d: Register;
      readonly sign: string;
      readonly a: Register;
      readonly b: Register;
      readonly type: ScalarType;
    }
  /** a + b * scale, where a is an address. */
  | { readonly o: 'offset'; readonly d: Register; readonly a: Register; readonly b: Register; readonly scale: bigint }
  /** An element of an array that is in registers from `base` on. */
  | {
      readonly o: 'element';
      readonly d: Register;
      readonly base: Register;
      readonly length: number;
      readonly index: Register;
    }
  | {
      readonly o: 'setElement';
      readonly base: Register;
      readonly length: number;
      readonly index: Register;
      readonly s: Register;
    }
  /** The address of a variable in the function's part of the stack. */
  | { readonly o: 'local'; readonly d: Register; readonly offset: number }
  | { readonly o: 'jump'; to: number }
  /** Jumps if the register is zero, or is not. */
  | { readonly o: 'branch'; readonly s: Register; readonly ifZero: boolean; to: number }
  | { readonly o: 'call'; readonly d: Register; readonly function: string; readonly args: readonly Register[] }
  | { readonly o: 'return'; readonly s: Register | undefined }
  | {
      readonly o: 'access';
      readonly kind: Kind.Load | Kind.Store | Kind.PlainRead | Kind.PlainWrite;
      /** Of a read. */
      readonly d: Register | undefined;
      readonly address: Register;
      /** Of a write. */
      readonly value: Register | undefined;
      readonly type: ScalarType;
      readonly order: Order;
    }
  | {
      readonly o: 'update';
      /** What it has read. */
      readonly d: Register;
      /** Of a compare-exchange: 1 if it has written. */
      readonly success: Register | undefined;
      readonly op: RmwOp;
      readonly address: Register;
      readonly value: Register;
      readonly expected: Register | undefined;
      readonly type: ScalarType;
      readonly order: Order;
      readonly failOrder: Order;
    }
  | { readonly o: 'fence'; readonly order: Order }
  | { readonly o: 'object'; readonly kind: Kind; readonly d: Register; readonly address: Register }
  | { readonly o: 'create'; readonly d: Register; readonly function: string; readonly argument: Register }
  | { readonly o: 'join'; readonly d: Register; readonly id: Register }
  | { readonly o: 'choose'; readonly d: Register; readonly s: Register }
  | { readonly o: 'observe'; readonly name: string; readonly s: Register; readonly signed: boolean }
  | { readonly o: 'exit'; readonly s: Register }
  /** The execution ends here: an assumption does not hold. */
  | { readonly o: 'assume' }
  /** The execution ends here with an error. */
  | { readonly o: 'fail'; readonly what: 'assertion' | 'abort'; readonly text: string };

/** A variable that lies in memory. */
export interface Variable {
  readonly name: string;
  readonly type: CType;
  /** From the beginning of the function's part of the stack. */
  readonly offset: number;
}

export interface FunctionCode {
  readonly name: string;
  readonly at: CPosition;
  readonly code: readonly Instruction[];
  /** Of each instruction. */
  readonly places: readonly CPosition[];
  readonly registers: number;
  readonly parameters: number;
  readonly variables: readonly Variable[];
  /** Bytes on the stack. */
  readonly frame: number;
  /** Of each instruction: the registers that are live before it, and after it (liveness.ts). */
  readonly liveBefore: readonly (readonly Register[])[];
  readonly liveAfter: readonly (readonly Register[])[];
}
