/**
 * What a loss of power may leave, by brute force: all interleavings of the steps of a program, a crash before and after
 * each step, and all that may be on the disk then. Written for clarity, and independently of the runtime.
 */
import type { DiskProgram, DiskStep, Name } from './disk-program';

/** A file: the bytes at the beginning of its two pages ('' is zero), and all that may be on the disk, the latest last. */
interface File {
  readonly pages: readonly [readonly string[], readonly string[]];
  readonly sizes: readonly number[];
}

/** By name: the number of the file. */
type Names = Readonly<Partial<Record<Name, number>>>;

interface State {
  readonly files: readonly File[];
  /** All that the names may be on the disk, the latest last. */
  readonly names: readonly Names[];
  /** By thread: where it stands, and the files that it has opened. */
  readonly at: readonly number[];
  readonly open: readonly Readonly<Partial<Record<Name, { readonly file: number; readonly synced: boolean }>>>[];
}

const empty: File = { pages: [[''], ['']], sizes: [0] };

/** All states that crashes of the program may leave, each as the lister prints it. */
export function statesLeft(program: DiskProgram): Set<string> {
  const left = new Set<string>();
  const seen = new Set<string>();
  const visit = (state: State): void => {
    const key = JSON.stringify(state);
    if (seen.has(key)) return;
    seen.add(key);
    for (const line of survivors(state)) left.add(line);
    for (const [t, steps] of program.entries()) {
      if (state.at[t] === steps.length) continue;
      for (const next of performed(state, t, steps[state.at[t]], program)) visit(next);
    }
  };
  visit({
    files: [],
    names: [{}],
    at: program.map(() => 0),
    open: program.map(() => ({})),
  });
  return left;
}

/** What comes of the step; a write that is synced may be interrupted, so its own result is what may be on the disk. */
function performed(state: State, t: number, step: DiskStep, program: DiskProgram): State[] {
  const after = { ...state, at: state.at.map((n, u) => (u === t ? n + 1 : n)) };
  const names = state.names.at(-1)!;
  const renamed = (to: Names): State => ({ ...after, names: [...state.names, to] });
  switch (step.op) {
    case 'open': {
      if (state.open[t][step.name] !== undefined) return [after];
      const file = names[step.name] ?? state.files.length;
      const open = state.open.map((o, u) => (u === t ? { ...o, [step.name]: { file, synced: step.synced } } : o));
      if (file < state.files.length) return [{ ...after, open }];
      return [{ ...renamed({ ...names, [step.name]: file }), open, files: [...state.files, empty] }];
    }
    case 'write':
    case 'truncate': {
      const opened = state.open[t][step.name];
      if (opened === undefined) return [after];
      const changed =
        step.op === 'write' ? written(state, opened.file, step) : truncated(state, opened.file, step.size);
      if (step.op !== 'write' || !opened.synced) return [{ ...after, files: changed }];
      return [stopped({ ...state, files: changed }, program), { ...after, files: durable(changed, opened.file) }];
    }
    case 'fsync': {
      const opened = state.open[t][step.name];
      return [opened === undefined ? after : { ...after, files: durable(state.files, opened.file) }];
    }
    case 'rename': {
      const file = names[step.from];
      if (file === undefined || file === names[step.to]) return [after];
      return [renamed({ ...without(names, step.from), [step.to]: file })];
    }
    case 'link': {
      const file = names[step.from];
      return [file === undefined || names[step.to] !== undefined ? after : renamed({ ...names, [step.to]: file })];
    }
    case 'unlink': {
      if (names[step.name] === undefined) return [after];
      return [renamed(without(names, step.name))];
    }
    case 'sync folder':
      return [{ ...after, names: [names] }];
    case 'sync':
      return [{ ...after, names: [names], files: state.files.map((_, i) => durable(state.files, i)[i]) }];
  }
}

function without(names: Names, name: Name): Names {
  return { ...(name === 'a' ? {} : { a: names.a }), ...(name === 'b' ? {} : { b: names.b }) };
}

/** A state in which no thread goes on. */
function stopped(state: State, program: DiskProgram): State {
  return { ...state, at: program.map(({ length }) => length) };
}

function written(state: State, file: number, step: { readonly page: 0 | 1; readonly byte: string }): File[] {
  return state.files.map((f, i) => {
    if (i !== file) return f;
    const pages = f.pages.map((p, at) => (at === step.page ? [...p, step.byte] : p)) as unknown as File['pages'];
    const size = Math.max(f.sizes.at(-1)!, step.page * 4096 + 1);
    return { pages, sizes: [...f.sizes, size] };
  });
}

function truncated(state: State, file: number, size: number): File[] {
  return state.files.map((f, i) => {
    if (i !== file) return f;
    const [first, second] = f.pages;
    return {
      pages: [size === 0 ? [...first, ''] : first, [...second, '']],
      sizes: [...f.sizes, size],
    };
  });
}

function durable(files: readonly File[], file: number): File[] {
  return files.map((f, i) =>
    i === file ? { pages: [[f.pages[0].at(-1)!], [f.pages[1].at(-1)!]], sizes: [f.sizes.at(-1)!] } : f,
  );
}

/** All that may be left in the state. */
function survivors({ files, names }: State): string[] {
  const lines: string[] = [];
  for (const each of names) {
    const there = [...new Set(Object.values(each).filter((file) => file !== undefined))];
    const choices = there.map((file) => contents(files[file]));
    const choose = (chosen: readonly string[]): void => {
      if (chosen.length < there.length) {
        for (const one of choices[chosen.length]) choose([...chosen, one]);
        return;
      }
      const text = (name: Name): string =>
        each[name] === undefined ? '' : `${name}:${chosen[there.indexOf(each[name])]} `;
      lines.push(text('a') + text('b'));
    };
    choose([]);
  }
  return lines;
}

/** All contents that a file may have on the disk, as the lister prints them. */
function contents({ pages: [first, second], sizes }: File): string[] {
  return sizes.flatMap((size) => {
    if (size === 0) return ['0:'];
    const bytes = first.map((b) => b || '0');
    if (size <= 4096) return bytes.map((b) => `${size}:${b}`);
    return bytes.flatMap((b) => second.map((c) => `${size}:${b}${c || '0'}`));
  });
}
