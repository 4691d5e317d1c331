/**
 * Writes the pages of docs/reference/ that are made from what the code and the schemas say: options.md from the table
 * of commands, json.md from docs/*.schema.json.
 *
 *     node scripts/reference.mjs [--check]     --check: fails if a page is not as it would be written
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageNamed, top, within } from './steps.mjs';
import { transpile } from './transpile.mjs';

const { format } = await packageNamed('prettier');

const require = createRequire(import.meta.url);
await transpile();
const { optionsOf } = require(within('dist', 'src', 'cli', 'command.js'));
const { commands } = require(within('dist', 'src', 'cli', 'commands'));
const { argumentOf, meaningOf, membersText } = require(within('dist', 'src', 'cli', 'help-text.js'));

const notice = '<!-- Made by scripts/reference.mjs: `npm run reference` writes it anew. -->';

/** Text in which nothing is markup. */
const escaped = (text) => text.replace(/[\\*_<>[\]|]/g, '\\$&');

/** The options of a command by groups, each as an item of a list. */
function optionsText(command) {
  const all = optionsOf(command);
  const groups = [...new Set(all.map(([, { group }]) => group))];
  return groups.flatMap((group) => [
    `### ${group.replace(/:$/, '')}`,
    all
      .filter(([, option]) => option.group === group)
      .map(([name, option]) => {
        const short = option.alias === undefined ? '' : `\`-${option.alias}\`, `;
        const members = membersText(name, option, command.options);
        return [
          `- ${short}\`--${name}${argumentOf(option)}\`: ${escaped(meaningOf(option))}`,
          ...members.map(({ written, meaning }) => `  - \`${written}\`: ${escaped(meaning)}`),
        ].join('\n');
      })
      .join('\n'),
  ]);
}

function environmentText({ environment = [] }) {
  const items = environment.map(([name, text]) => `- \`${name}\`: ${escaped(text)}`);
  return items.length === 0 ? [] : ['### Environment', items.join('\n')];
}

/** The usage, whose indented paragraphs are examples. */
function usageText({ usage, epilogue }) {
  const [calls, ...others] = usage.split('\n\n');
  const paragraphs = others.map((text) => (text.startsWith('    ') ? `\`\`\`\n${text}\n\`\`\`` : text));
  return [`\`\`\`\n${calls}\n\`\`\``, ...paragraphs, epilogue];
}

function optionsPage() {
  const parts = commands()
    .filter(({ help }) => help !== undefined)
    .flatMap((command) => [
      `## drista${command.name === '' ? '' : ` ${command.name}`}`,
      ...usageText(command.help),
      ...optionsText(command).map((text) =>
        // Groups of different commands have the same names, and each heading is an address.
        text.startsWith('### ') && command.name !== '' ? `${text} (${command.name})` : text,
      ),
      ...environmentText(command.help),
    ]);
  const compilers =
    '## drista cc, drista c++\n\n[The drop-in compiler](drop-in-compiler.md) has the options of `drista cc` and ' +
    '`drista c++`. All others are those of the compiler.';
  return [
    '# Options',
    notice,
    'What `--help` says of each command. [What a check explores](exploration.md) describes some options at length.',
    ...parts,
    compilers,
  ].join('\n\n');
}

/** The type of a value in words. */
function typeOf({ const: value, enum: values, type, items }) {
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  if (values !== undefined) return values.map((each) => `\`${each}\``).join(', ');
  return type === 'array' ? `list of ${items.type ?? typeOf(items)}s`.replace(/ys$/, 'ies') : type;
}

/** The fields of an object, and of objects in it, as nested lists. */
function fieldsText({ properties, required = [] }, indent = '') {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const { description } = schema;
    const optional = required.length > 0 && !required.includes(name) ? ', may be absent' : '';
    const said = description === undefined ? '' : `: ${escaped(description)}`;
    const inner = schema.properties === undefined ? schema.items : schema;
    const nested = inner?.properties === undefined ? [] : fieldsText(inner, `${indent}  `);
    return [`${indent}- \`${name}\` (${typeOf(schema)}${optional})${said}`, ...nested];
  });
}

function jsonPage() {
  const section = (title, file, said) => {
    const schema = JSON.parse(readFileSync(within('docs', file), 'utf8'));
    const required = schema.required ?? schema.else?.required;
    return [`## ${title}`, `${said} Schema: [${file}](../${file}).`, fieldsText({ ...schema, required }).join('\n')];
  };
  return [
    '# JSON',
    notice,
    ...section('The report of a check', 'report.schema.json', '`drista --report json=FILE`.'),
    ...section('The results of tests', 'tests.schema.json', '`drista test --report json=FILE`.'),
    ...section(
      'Memory orders',
      'orders.schema.json',
      '`drista weaken --report json=FILE`, `drista repair --report json=FILE`.',
    ),
    ...section('Specifications', 'spec.schema.json', '`drista spec --report json=FILE`.'),
    ...section(
      'The configuration of tests',
      'config.schema.json',
      '`drista.config.json`, or `drista` in package.json.',
    ),
  ].join('\n\n');
}

for (const [name, text] of [
  ['options.md', optionsPage()],
  ['json.md', jsonPage()],
]) {
  const file = join(top, 'docs', 'reference', name);
  const settings = { ...JSON.parse(readFileSync(within('.prettierrc.json'), 'utf8')), proseWrap: 'always' };
  const formatted = await format(text, { ...settings, parser: 'markdown' });
  if (!process.argv.includes('--check')) writeFileSync(file, formatted);
  else if (readFileSync(file, 'utf8') !== formatted) {
    console.error(`reference: docs/reference/${name} is not up to date: \`npm run reference\` writes it anew`);
    process.exitCode = 1;
  }
}
