/**
 * Where every atomic access is seq_cst (and there are neither fences nor operations on objects other than locking and
 * unlocking mutexes), RC11 allows exactly the sequentially consistent executions (Lahav et al., PLDI 2017, 4.1), which
 * the sc procedure decides faster. So an exploration under rc11 or c20 begins like that, and begins afresh when an
 * event of another kind turns up.
 */
import { ExplorationRestart } from '../common/restart';
import { modelOf } from '../../model';
import type { Model, ModelName } from '../../model/model';
import { isObjectKind } from '../../object';
import { Kind, Order, RmwOp, type Label } from '../../program/label';

export class ScReduction {
  /** The model to explore with. */
  model: Model;

  constructor(private readonly asked: ModelName) {
    this.model = modelOf('sc');
  }

  keep(): ModelName {
    return this.model.name;
  }

  recall(model: ModelName): void {
    if (this.model.name !== this.asked) this.model = modelOf(model);
  }

  /** Tells of an event that the program may perform. */
  see(l: Label): void {
    if (this.model.name === this.asked || isSequential(l)) return;
    this.model = modelOf(this.asked);
    throw new ExplorationRestart({ kind: 'weaker-model' });
  }
}

function isSequential(l: Label): boolean {
  switch (l.kind) {
    case Kind.Fence:
      return false;
    case Kind.Load:
    case Kind.Store:
      return l.order === Order.SeqCst;
    case Kind.Rmw:
      return l.order === Order.SeqCst && (l.op !== RmwOp.Cas || l.failOrder === Order.SeqCst);
    // Of a mutex each operation happens before the next; others' may be neighbours without such an order.
    case Kind.MutexInit:
    case Kind.MutexLock:
    case Kind.MutexUnlock:
    case Kind.MutexDestroy:
      return true;
    default:
      return !isObjectKind(l.kind);
  }
}
