/**
 * All inputs where conditions hold, if these are few: after a comparison with a constant, say. What an expression can
 * be is computed from them then, and under further conditions too.
 */
import { conditionName, type Condition } from './conditions';
import type { Expressions, Input } from './expression';
import type { Solver } from './solver';

/** The most inputs of a list: at first, and after lists that became too long. */
const FIRST = 24,
  MAX_INPUTS = 256;

interface List {
  readonly conditions: ReadonlySet<string>;
  readonly bytes: ReadonlySet<string>;
  readonly inputs: readonly Input[];
}

export class Solutions {
  private readonly lists: List[] = [];
  /** How many questions may be asked for a list: as many as were asked without one. */
  private credit = 0;
  private most = FIRST;

  constructor(private readonly expressions: Expressions) {}

  /**
   * Inputs of the bytes, among them all where the conditions hold; undefined: these are not known to be few. The
   * conditions are about these bytes.
   */
  of(conditions: readonly Condition[], bytes: ReadonlySet<string>, solver: () => Solver): readonly Input[] | undefined {
    const names = new Set(conditions.map(conditionName));
    const found = this.lists.find(
      (list) => [...list.conditions].every((c) => names.has(c)) && [...bytes].every((b) => list.bytes.has(b)),
    );
    if (found !== undefined) return found.inputs;
    this.credit++;
    const covered = new Set(conditions.flatMap((c) => [...this.expressions.bytesOf(c.expression)]));
    if (this.credit < this.most || covered.size < bytes.size) return undefined;
    const inputs: Input[] = [];
    while (inputs.length <= this.most) {
      const more = solver().assign(this.expressions, conditions, bytes, inputs);
      if (more === 'unknown') break;
      if (more === undefined) {
        this.lists.push({ conditions: names, bytes, inputs });
        return inputs;
      }
      inputs.push(more);
    }
    this.credit = 0;
    this.most = Math.min(MAX_INPUTS, 2 * this.most);
    return undefined;
  }
}
