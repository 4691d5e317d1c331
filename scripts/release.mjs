/**
 * Makes all that a release has, in build/release/: the package of npm, the Debian package, the bill of materials, and
 * their checksums. docs/how-to/contribute/release.md says what comes before and after.
 *
 *     npm run release
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, run, say, within } from './steps.mjs';

const { version } = JSON.parse(readFileSync(within('package.json'), 'utf8'));
if (!readFileSync(within('CHANGELOG.md'), 'utf8').includes(`\n## [${version}] - `))
  fail(`CHANGELOG.md does not describe ${version}: give it a heading with the date`);
if (run('git', ['status', '--porcelain'], 'a release is made in a clone') !== '')
  fail('there are changes that are not committed: commit or remove them');

const folder = within('build', 'release');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
say(`release ${version}: building ...`);
run('npm', ['pack', '--pack-destination', folder], 'see above');
run('node', [within('scripts', 'deb.mjs')], 'see above');
const deb = `drista_${version}-1_amd64.deb`;
copyFileSync(within('build', deb), join(folder, deb));
copyFileSync(within('build', 'package', 'sbom.cdx.json'), join(folder, `drista-${version}.cdx.json`));
const sums = readdirSync(folder)
  .sort()
  .map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  );
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
say(`release ${version}: build/release/ is complete`);
