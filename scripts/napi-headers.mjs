/** Prints the folder of napi.h, for binding.gyp: node-addon-api in a clone, the package's own where it is installed. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

try {
  console.log(dirname(createRequire(import.meta.url).resolve('node-addon-api/package.json')));
} catch {
  console.log(join('build', 'package', 'napi'));
}
