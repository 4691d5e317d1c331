/** The syntax tree of a C program. */
import type { CPosition } from './c-lexer';
import type { CType } from './machine-types';

export type CExpression = { readonly at: CPosition } & (
  | { readonly is: 'number'; readonly value: bigint; readonly type: CType }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'unary'; readonly sign: string; readonly of: CExpression }
  | { readonly is: 'step'; readonly sign: '++' | '--'; readonly of: CExpression; readonly after: boolean }
  | { readonly is: 'binary'; readonly sign: string; readonly a: CExpression; readonly b: CExpression }
  | { readonly is: 'assign'; readonly sign: string; readonly to: CExpression; readonly value: CExpression }
  | { readonly is: 'choice'; readonly if: CExpression; readonly yes: CExpression; readonly no: CExpression }
  | {
      readonly is: 'call';
      readonly name: string;
      readonly args: readonly CExpression[];
      readonly texts: readonly string[];
    }
  | { readonly is: 'index'; readonly of: CExpression; readonly index: CExpression }
  | { readonly is: 'member'; readonly of: CExpression; readonly name: string; readonly through: boolean }
  | { readonly is: 'cast'; readonly type: CType; readonly of: CExpression }
  | { readonly is: 'size'; readonly of: CExpression }
);

/** An initial value, or those of the parts. */
export type Initializer = CExpression | { readonly at: CPosition; readonly list: readonly Initializer[] };

export interface CDeclaration {
  readonly at: CPosition;
  readonly name: string;
  readonly type: CType;
  readonly initial: Initializer | undefined;
  /** A local variable that lives as long as the program. */
  readonly isStatic: boolean;
}

export type CStatement = { readonly at: CPosition } & (
  | { readonly is: 'expression'; readonly value: CExpression }
  | { readonly is: 'declare'; readonly variables: readonly CDeclaration[] }
  | { readonly is: 'block'; readonly of: readonly CStatement[] }
  | { readonly is: 'if'; readonly if: CExpression; readonly yes: CStatement; readonly no: CStatement | undefined }
  | {
      readonly is: 'loop';
      readonly first: CStatement | undefined;
      readonly while: CExpression | undefined;
      readonly step: CExpression | undefined;
      readonly body: CStatement;
      /** Is the condition looked at after the body? */
      readonly late: boolean;
    }
  | { readonly is: 'break' | 'continue' | 'nothing' }
  | { readonly is: 'return'; readonly value: CExpression | undefined }
);

export interface CFunction {
  readonly at: CPosition;
  readonly name: string;
  readonly returns: CType;
  readonly parameters: readonly { readonly name: string; readonly type: CType }[];
  readonly body: readonly CStatement[];
}

export interface CSource {
  readonly globals: readonly CDeclaration[];
  readonly functions: ReadonlyMap<string, CFunction>;
}
