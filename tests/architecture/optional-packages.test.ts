import path from 'node:path';
import { expect, it } from 'vitest';
// @ts-expect-error: the build scripts are plain JavaScript
import { bundle, COMMON_JS } from '../../scripts/build/bundle-all.mjs';
import { scratchFolder } from '../support/scratch-folder.js';
import { ROOT } from '../support/source-files.js';

it('builds the same where optional packages are not installed', async () => {
  const { inputs } = await bundle(ROOT, {
    ...COMMON_JS,
    entryPoints: ['node_modules/piscina/dist/worker.js'],
    outfile: path.join(scratchFolder('worker'), 'worker.cjs'),
  });
  expect(Object.keys(inputs).filter((name) => name.includes('@napi-rs'))).toEqual([]);
  expect(Object.keys(inputs)).toContain('node_modules/piscina/dist/worker.js');
});
