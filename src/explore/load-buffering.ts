/**
 * After all executions without cycles of po ∪ rf were explored: may loads read from stores that come after them? Then
 * the exploration goes on with these executions, where the model has them. Otherwise a note names the loads.
 */
import { describeThread } from '../program/label';
import { siteText } from './common/error-text';
import { earlyStores, likelyEarlyStore } from './histories/early-stores';
import type { SearchContext } from './strategy/strategy';

/** Throws ExplorationRestart if the model has more executions than were explored. */
export function lookForBuffering({ program, session, reduction, options }: SearchContext): void {
  if (reduction.durable.buffering !== undefined) return;
  const { model } = reduction;
  const explores = model.bind !== undefined;
  if (!explores && !isOfC11(options.model)) return;
  const found = earlyStores(program);
  if (found.length === 0) return;
  if (program.hidesData === true) {
    if (!explores) return;
    session.unproved();
    session.note('load buffering was not explored, as the program has code that is not seen');
    return;
  }
  if (explores)
    reduction.buffer({ loads: found.map(({ thread, load }) => [thread, load.loc]), values: [], complete: false });
  const shown = likelyEarlyStore(program);
  if (shown === undefined) return;
  const { thread, load, store } = shown;
  session.note(
    `${options.model} has no load buffering: on some processors ${describeThread(thread)} may read, ` +
      `${siteText(program, load.site)}, what depends on its later store, ${siteText(program, store.site)} ` +
      '(--model imm explores that)',
  );
}

function isOfC11(model: string): boolean {
  return model === 'rc11' || model === 'c20';
}
