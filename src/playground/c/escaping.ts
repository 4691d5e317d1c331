/**
 * Which local variables must lie in memory, because other threads may get to know their addresses. All others are in
 * registers, of which no events tell.
 */
import type { CExpression, CFunction, CStatement, Initializer } from './syntax-tree';

/** Calls that write to an argument's object before they return, and keep no pointer to it: the argument's place. */
const out: Readonly<Record<string, number>> = {
  pthread_create: 0,
  pthread_join: 1,
  atomic_compare_exchange_strong: 1,
  atomic_compare_exchange_weak: 1,
  atomic_compare_exchange_strong_explicit: 1,
  atomic_compare_exchange_weak_explicit: 1,
};

/** The argument by which the call returns a value; -1: none. */
export function outArgument(name: string): number {
  return Object.hasOwn(out, name) ? out[name] : -1;
}

/** The names of variables whose address is used as a value. Names stand for all variables of that name. */
export function escapingNames({ body }: CFunction, isArray: (name: string) => boolean): Set<string> {
  const found = new Set<string>();
  /** The variable that the expression is, or is an element of. */
  const ownerOf = (e: CExpression): string | undefined =>
    e.is === 'name' ? e.name : e.is === 'index' && e.of.is === 'name' && isArray(e.of.name) ? e.of.name : undefined;
  const visit = (e: CExpression): void => {
    switch (e.is) {
      case 'name':
        if (isArray(e.name)) found.add(e.name);
        return;
      case 'unary':
        if (e.sign === '&') {
          for (let of = e.of; ;) {
            if (of.is === 'name') found.add(of.name);
            if (of.is === 'index') visit(of.index);
            if (of.is !== 'index' && of.is !== 'member') return of.is === 'name' ? undefined : visit(of);
            of = of.of;
          }
        }
        return visit(e.of);
      case 'step':
      case 'cast':
      case 'member':
        return visit(e.of);
      case 'size':
        return;
      case 'binary':
        visit(e.a);
        return visit(e.b);
      case 'assign':
        visit(e.to);
        return visit(e.value);
      case 'choice':
        visit(e.if);
        visit(e.yes);
        return visit(e.no);
      case 'index':
        if (ownerOf(e) === undefined) visit(e.of);
        return visit(e.index);
      case 'call':
        e.args.forEach((arg, i) => {
          if (i === outArgument(e.name) && arg.is === 'unary' && arg.sign === '&' && ownerOf(arg.of) !== undefined) {
            if (arg.of.is === 'index') visit(arg.of.index);
          } else visit(arg);
        });
        return;
      case 'number':
      case 'text':
    }
  };
  const initial = (i: Initializer): void => {
    if ('list' in i) i.list.forEach(initial);
    else visit(i);
  };
  const statement = (s: CStatement): void => {
    switch (s.is) {
      case 'expression':
        return visit(s.value);
      case 'declare':
        for (const variable of s.variables) if (variable.initial !== undefined) initial(variable.initial);
        return;
      case 'block':
        return s.of.forEach(statement);
      case 'if':
        visit(s.if);
        statement(s.yes);
        if (s.no !== undefined) statement(s.no);
        return;
      case 'loop':
        if (s.first !== undefined) statement(s.first);
        if (s.while !== undefined) visit(s.while);
        if (s.step !== undefined) visit(s.step);
        return statement(s.body);
      case 'return':
        if (s.value !== undefined) visit(s.value);
        return;
      default:
    }
  };
  body.forEach(statement);
  return found;
}

/** The names of all local variables that are arrays. */
export function arrayNames(body: readonly CStatement[]): Set<string> {
  const found = new Set<string>();
  const statement = (s: CStatement): void => {
    if (s.is === 'declare') for (const { name, type } of s.variables) if (type.kind === 'array') found.add(name);
    if (s.is === 'block') s.of.forEach(statement);
    if (s.is === 'if') {
      statement(s.yes);
      if (s.no !== undefined) statement(s.no);
    }
    if (s.is === 'loop') {
      if (s.first !== undefined) statement(s.first);
      statement(s.body);
    }
  };
  body.forEach(statement);
  return found;
}
