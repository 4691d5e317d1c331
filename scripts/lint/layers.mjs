/**
 * ESLint rules that keep the architecture of src/ (docs/explanation/architecture.md): folders import only from lower
 * folders, type imports included; no file imports itself through others; no two files and no two exported types have
 * the same name.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const src = resolve(import.meta.dirname, '../../src');

/**
 * The folders of src/, lowest first. A file may import from its own folder and from those before it. A file that is
 * named itself has a place of its own.
 */
export const layers = [
  'base',
  'debug-info',
  'effects',
  'compiler',
  'channel',
  'program',
  'object',
  'graph',
  'model',
  'explore/common',
  'explore/store',
  'explore/equivalence',
  'explore/histories',
  'explore/session',
  'explore/symmetry',
  'explore/extend',
  'explore/realise',
  'explore/prune',
  'explore/strategy',
  'explore/strategy/walks',
  'explore/strategy/state-space/key',
  'explore/strategy/state-space/reduction',
  'explore/strategy/state-space/steps',
  'explore/strategy/state-space/liveness',
  'explore/strategy/state-space/known',
  'explore/strategy/state-space/frontier',
  'explore/strategy/state-space/explicit',
  'explore/strategy/state-space',
  'comparison/sequences',
  'comparison/vc-dpor',
  'comparison',
  'explore',
  'symbolic',
  'minimise',
  'parallel',
  'cluster',
  'report',
  'report/svg',
  'report/html',
  'report/html/page',
  'outcomes',
  'spec',
  'litmus',
  'playground/c',
  'playground',
  'playground/page',
  'fuzz',
  'safe',
  'orders',
  'check',
  'testing',
  'cli',
  'cli/commands',
  'cli/main',
];

/** Where a module is among the layers. */
function placeOf(module) {
  return layers.includes(module) ? module : dirname(module);
}

/** All files of src/, as paths relative to it, without extension. */
function modules() {
  return readdirSync(src, { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -3));
}

/** What a relative import in the module leads to; undefined: not a module of src/. */
function target(from, specifier) {
  const path = relative(src, resolve(src, dirname(from), specifier));
  return [path, join(path, 'index')].find((name) => existsSync(join(src, `${name}.ts`)));
}

function importsOf(module) {
  const text = readFileSync(join(src, `${module}.ts`), 'utf8');
  return [...text.matchAll(/\b(?:from|import\()\s*'(\.[^']*)'/g)].flatMap(
    ([, specifier]) => target(module, specifier) ?? [],
  );
}

/** A shortest chain of imports that leads from the module back to it; undefined: there is none. */
function cycleThrough(graph, start) {
  const before = new Map();
  const open = [start];
  for (const module of open) {
    for (const next of graph.get(module) ?? []) {
      if (next === start) {
        const chain = [start];
        for (let m = module; m !== undefined; m = before.get(m)) chain.unshift(m);
        return chain;
      }
      if (before.has(next)) continue;
      before.set(next, module);
      open.push(next);
    }
  }
  return undefined;
}

function exportedTypes(module) {
  const text = readFileSync(join(src, `${module}.ts`), 'utf8');
  return [...text.matchAll(/^export (?:abstract )?(?:class|interface|type|enum) (\w+)/gm)].map(([, name]) => name);
}

let known;

/** What the rules need to know of src/ as a whole; it is read once. */
function project() {
  if (known !== undefined) return known;
  const all = modules();
  const files = new Map(),
    types = new Map();
  for (const module of all) {
    const file = module.split('/').at(-1);
    // A command has its name on the command line.
    if (file !== 'index' && !module.startsWith('cli/commands/')) files.set(file, [...(files.get(file) ?? []), module]);
    for (const type of exportedTypes(module)) types.set(type, [...(types.get(type) ?? []), module]);
  }
  known = { graph: new Map(all.map((module) => [module, importsOf(module)])), files, types };
  return known;
}

function moduleOf(context) {
  const path = relative(src, context.filename);
  return path.startsWith('..') || !path.endsWith('.ts') ? undefined : path.slice(0, -3);
}

/** A rule that reports on a module of src/ as a whole, or on an import of it. */
function rule(description, messages, check) {
  return {
    meta: { type: 'problem', docs: { description }, messages, schema: [] },
    create(context) {
      const module = moduleOf(context);
      return module === undefined ? {} : check(context, module);
    },
  };
}

const layerRule = rule(
  'folders of src/ import only from lower folders',
  {
    unknown:
      'the folder {{folder}} has no place among the layers: ' +
      'add it to scripts/lint/layers.mjs and docs/explanation/architecture.md',
    upwards: '{{from}} may not import from {{to}}, which is above it (scripts/lint/layers.mjs)',
  },
  (context, module) => {
    const from = placeOf(module);
    const check = (node, source) => {
      const to =
        typeof source?.value === 'string' && source.value.startsWith('.') ? target(module, source.value) : undefined;
      if (to === undefined) return;
      const folder = dirname(to);
      if (layers.indexOf(folder) > layers.indexOf(from))
        context.report({ node, messageId: 'upwards', data: { from, to: folder } });
    };
    return {
      Program(node) {
        if (!layers.includes(from)) context.report({ node, messageId: 'unknown', data: { folder: from } });
      },
      ImportDeclaration: (node) => {
        check(node, node.source);
      },
      ExportNamedDeclaration: (node) => {
        check(node, node.source);
      },
      ExportAllDeclaration: (node) => {
        check(node, node.source);
      },
      ImportExpression: (node) => {
        check(node, node.source);
      },
      TSImportType: (node) => {
        check(node, node.source ?? node.argument?.literal);
      },
    };
  },
);

const cycleRule = rule(
  'no file imports itself through others',
  {
    cycle: 'these files import each other: {{chain}}',
  },
  (context, module) => ({
    Program(node) {
      const chain = cycleThrough(project().graph, module);
      if (chain !== undefined) context.report({ node, messageId: 'cycle', data: { chain: chain.join(' -> ') } });
    },
  }),
);

const nameRule = rule(
  'no two files and no two exported types of src/ have the same name',
  {
    file: 'another file is called so too: {{where}}',
    type: 'the type {{name}} is exported elsewhere too: {{where}}',
  },
  (context, module) => ({
    Program(node) {
      const { files, types } = project();
      const others = (all) => (all ?? []).filter((other) => other !== module);
      const twins = module.startsWith('cli/commands/') ? [] : others(files.get(module.split('/').at(-1)));
      if (twins.length > 0) context.report({ node, messageId: 'file', data: { where: twins.join(', ') } });
      for (const name of new Set(exportedTypes(module))) {
        const where = others(types.get(name));
        if (where.length > 0) context.report({ node, messageId: 'type', data: { name, where: where.join(', ') } });
      }
    },
  }),
);

export default { rules: { layers: layerRule, cycles: cycleRule, names: nameRule } };
