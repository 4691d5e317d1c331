/**
 * Builds the extension for VS Code: build/vscode/drista-VERSION.vsix, and what is in it in build/vscode/extension/. A
 * vsix is a zip with the extension's files and two files about them (Open Packaging Conventions, ECMA-376 part 2; VS
 * Code's PackageManifest 2.0.0).
 *
 *     node scripts/vscode.mjs [FOLDER]     FOLDER: it is emptied first; build/vscode if not given
 */
import { copyFileSync, createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Buffer } from 'node:buffer';
import { extname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { packageNamed, within } from './steps.mjs';

const { ZipFile } = await packageNamed('yazl');
const { buildSync } = await packageNamed('esbuild');

const source = within('editors', 'vscode');
const folder = resolve(process.argv[2] ?? within('build', 'vscode'));
const staged = join(folder, 'extension');

/** The version is that of drista, which it belongs to. */
const { version } = JSON.parse(readFileSync(within('package.json'), 'utf8'));
const manifest = { ...JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')), version };

/** Puts all files of the extension into a folder, which VS Code can also load as it is. */
function stage() {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['dist', 'schemas']) mkdirSync(join(staged, name), { recursive: true });
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(source, 'README.md'), join(staged, 'README.md'));
  copyFileSync(within('LICENSE'), join(staged, 'LICENSE.txt'));
  copyFileSync(within('docs', 'config.schema.json'), join(staged, 'schemas', 'config.schema.json'));
  buildSync({
    entryPoints: [join(source, 'src', 'extension.ts')],
    outfile: join(staged, 'dist', 'extension.js'),
    bundle: true,
    platform: 'node',
    // VS Code 1.90 has Node 20.
    target: 'node20',
    external: ['vscode'],
    logLevel: 'error',
  });
}

const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.codePointAt(0)};`);

/** What VS Code and galleries read before they unpack anything. */
function vsixManifest() {
  const { name, publisher, displayName, description, categories, keywords, engines, extensionKind } = manifest;
  const property = (id, value) =>
    `      <Property Id="Microsoft.VisualStudio.Code.${id}" Value="${escaped(value)}" />\n`;
  const asset = (type, path) =>
    `    <Asset Type="Microsoft.VisualStudio.${type}" Path="${path}" Addressable="true" />\n`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}" />
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Tags>${escaped(keywords.join(','))}</Tags>
    <Categories>${escaped(categories.join(','))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <License>extension/LICENSE.txt</License>
    <Properties>
${[
  property('Engine', engines.vscode),
  property('ExtensionKind', extensionKind.join(',')),
  property('ExecutesCode', 'true'),
].join('')}    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code" />
  </Installation>
  <Dependencies />
  <Assets>
${[
  asset('Code.Manifest', 'extension/package.json'),
  asset('Services.Content.Details', 'extension/README.md'),
  asset('Services.Content.License', 'extension/LICENSE.txt'),
].join('')}  </Assets>
</PackageManifest>
`;
}

/** The types of all files, by their extensions. */
function contentTypes(names) {
  const types = { '.json': 'application/json', '.js': 'application/javascript', '.md': 'text/markdown' };
  const all = [...new Set([...names.map((name) => extname(name)), '.vsixmanifest'])].sort();
  const typeOf = (extension) => types[extension] ?? (extension === '.vsixmanifest' ? 'text/xml' : 'text/plain');
  const defaults = all.map((each) => `  <Default Extension="${each}" ContentType="${typeOf(each)}" />\n`).join('');
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
${defaults}</Types>
`;
}

stage();
const names = readdirSync(staged, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(staged.length + 1))
  .sort();
const zip = new ZipFile();
// The same files make the same bytes.
const options = { mtime: new Date(1980, 0, 1), mode: 0o100644 };
zip.addBuffer(Buffer.from(contentTypes(names)), '[Content_Types].xml', options);
zip.addBuffer(Buffer.from(vsixManifest()), 'extension.vsixmanifest', options);
for (const name of names) zip.addFile(join(staged, name), `extension/${name}`, options);
zip.end();
const vsix = join(folder, `drista-${version}.vsix`);
await pipeline(zip.outputStream, createWriteStream(vsix));
console.log(vsix);
