/**
 * Stores that wait in a buffer of their processor: total store order as on x86 (Owens, Sarkar, Sewell, A better x86
 * memory model: x86-TSO, TPHOLs 2009), and partial store order (PSO) as in the SPARC V8 manual (appendix K). Both in
 * axioms (Alglave, Maranget, Tautschnig, Herding cats, TOPLAS 2014, figure 21): coherence, atomicity, and an acyclic
 * order of rf between threads, co, fr and the kept part of po (global-order.ts). A thread reads its own store from the
 * buffer, before the store has its place among others: so rf within a thread is no part of the order. Coherence asks
 * that the thread reads no older write.
 *
 * Of po all is kept but
 *
 * - from a store to a load. So two threads may each store, and then read what the other one has overwritten.
 * - pso: from a store to a store of another location that does not release, unless a release fence is between them.
 *
 * seq_cst stores are kept before everything that follows, as compilers make a locked instruction of them. So are
 * read-modify-writes of any order, compare-exchanges that fail too: on x86 they are locked instructions. pso treats
 * them as tso does, and so does Nidhugg's PSO: it waits for all buffers to be empty before a read-modify-write. seq_cst
 * fences order everything. Other fences order no store before a load, and all else is in order under tso without them.
 *
 * What POSIX functions order is what they do on x86 in glibc; POSIX itself (4.12) does not say what a function orders
 * beyond its synchronisation. Most of them perform a locked instruction, or enter the kernel, whenever they change
 * their object. The others are stores and loads here: unlocking a spinlock, locking a recursive mutex once more,
 * initialising and destroying are stores; what changes nothing, as pthread_once after the routine and a signal for
 * nobody, is a load. Creating, beginning, ending and joining a thread order everything. Printing is a store, since the
 * unlocked functions of stdio need no locked instruction. What such stores have read comes before all that follows, as
 * with loads.
 *
 * Every execution of sc is one of tso, and each of tso is one of pso, for they keep less of po in this order. Each of
 * pso is one of rc11:
 *
 * - Where an event happens before one of another thread, it comes before it in the order too. On the way are a write
 *   that releases, later writes to the same location, or a release fence and a write; all of these come after what
 *   precedes them in po. The event that acquires is a read, or follows one, so it comes before what follows in po.
 *   Objects are locations, and creating and joining order everything. So a cycle of happens-before with rf, co or fr is
 *   one of this order. If the last step is rf within a thread, it begins with a write that precedes the read in po, and
 *   that happens before the same event.
 * - psc: a seq_cst event is a load, or all that follows in po comes after it. What precedes a seq_cst event in po
 *   comes before it, unless the event is a load, and then, if what precedes it is seq_cst too. So each pair of psc is
 *   one of this order. (Lahav et al., PLDI 2017, section 5.1, prove that compiling RC11 to x86 like that is correct.)
 * - po ∪ rf has no cycle, for no event can be appended that closes one; nor could the order have one, since loads
 *   come before everything that follows.
 *
 * - Happens-before is that of C11: a program that shares plain data without synchronisation has a race, on x86 too.
 *   With --races ignore, plain accesses are relaxed ones, and wait in the buffer.
 * - A prefix of a consistent graph is consistent: the order of its events has fewer pairs. The witness is a graph, and
 *   the constraints that forceCoherence adds hold in all graphs, since rc11 is weaker.
 * - A read of the last write in co can always be appended: it has no successors in the order.
 */
import { isWrite, type GraphEvent } from '../graph/event';
import { isObjectKind } from '../object';
import { timesHeld } from '../object/mutex';
import { Kind, MutexType, Order, RmwOp } from '../program/label';
import { isRelease } from '../program/memory-order';
import { mutexType, rmwOperation } from '../program/operand';
import { C11HappensBefore } from './c11-happens-before';
import { C11Model } from './c11-model';
import { globalOrder, type KeptOrder } from './global-order';
import { scWhereRobust } from './sequential-consistency';

/** What an event is to the store buffer of its processor. */
type Buffering = 'load' | 'store' | 'releasing store' | 'barrier' | 'release fence' | 'nothing';

function bufferingOf(e: GraphEvent): Buffering {
  const { label: l } = e;
  switch (l.kind) {
    case Kind.Load:
    case Kind.PlainRead:
      return 'load';
    case Kind.Store:
      // A seq_cst store and the barrier after it: also for what precedes the store in po.
      return l.order === Order.SeqCst ? 'barrier' : isRelease(l.order) ? 'releasing store' : 'store';
    case Kind.PlainWrite:
      return 'store';
    case Kind.Rmw:
      return rmwOperation(l) === RmwOp.Append || rmwOperation(l) === RmwOp.Digest ? 'store' : 'barrier';
    case Kind.Fence:
      return l.order === Order.SeqCst ? 'barrier' : isRelease(l.order) ? 'release fence' : 'nothing';
    case Kind.Create:
    case Kind.Begin:
    case Kind.End:
    case Kind.Join:
      return 'barrier';
    default:
      return isObjectKind(l.kind) ? ofObject(e) : 'nothing';
  }
}

function ofObject(e: GraphEvent): Buffering {
  switch (e.label.kind) {
    // System calls, which order memory even where they find nobody to wake (futex(2)).
    case Kind.FutexEnter:
    case Kind.FutexLeave:
    case Kind.FutexAwait:
    case Kind.FutexWake:
      return 'barrier';
    default:
      if (!isWrite(e)) return 'load';
      if (!isPlainInLibc(e)) return 'barrier';
      return e.sync?.releases === 'nothing' ? 'store' : 'releasing store';
  }
}

/** Does glibc change the object by plain stores alone? */
function isPlainInLibc({ label: l, object }: GraphEvent): boolean {
  switch (l.kind) {
    case Kind.MutexInit:
    case Kind.MutexDestroy:
    case Kind.MutexConsistent:
    case Kind.CondInit:
    case Kind.CondDestroy:
    case Kind.RwInit:
    case Kind.RwDestroy:
    case Kind.SemInit:
    case Kind.SemDestroy:
    case Kind.BarrierInit:
    case Kind.BarrierDestroy:
      return true;
    case Kind.MutexLock:
    case Kind.MutexTrylock:
      return timesHeld(object!) > 1;
    case Kind.MutexUnlock:
      return mutexType(l) === MutexType.Spin || timesHeld(object!) > 0;
    default:
      return false;
  }
}

/** What of po a processor with store buffers keeps. `keepsStores`: stores stay in order. */
export function storeOrder(keepsStores: boolean): KeptOrder {
  return {
    acquires(e) {
      const b = bufferingOf(e);
      return b === 'load' || b === 'barrier';
    },
    releases(e) {
      const b = bufferingOf(e);
      return b === 'barrier' || b === 'releasing store' || (keepsStores ? b === 'store' : b === 'release fence');
    },
    also: 'reads',
  };
}

export class Tso extends C11Model {
  constructor(name: 'tso' | 'pso') {
    const happensBefore = new C11HappensBefore('c11');
    super(name, happensBefore, scWhereRobust(happensBefore), globalOrder(storeOrder(name === 'tso')));
  }
}
