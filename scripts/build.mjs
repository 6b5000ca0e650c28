// Builds dist/: the launcher, its two bundles with their code caches, the library and its types.
//   node scripts/build.mjs             always
//   node scripts/build.mjs --if-stale  only if a source is newer than the last build
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleAll } from './build/bundle-all.mjs';
import { emitTypes } from './build/emit-types.mjs';
import { refreshKernel } from './build/refresh-kernel.mjs';
import { isStale, stampOf } from './build/staleness.mjs';
import { thirdPartyLicenses } from './build/third-party-licenses.mjs';
import { warmCaches } from './build/warm-caches.mjs';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');

if (!process.argv.includes('--if-stale') || isStale(root, dist)) await build();

async function build() {
  const started = performance.now();
  await refreshKernel(root);
  const stamp = stampOf(root);
  // Built in another folder and then moved, so that a program that starts during the build never sees half of it.
  const draft = path.join(root, 'node_modules', '.cache', `witan-dist-${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const [metafiles] = await Promise.all([bundleAll(root, draft), emitTypes(root, path.join(draft, 'types'))]);
  writeFileSync(path.join(draft, 'THIRD_PARTY_LICENSES.txt'), thirdPartyLicenses(root, metafiles));
  writeFileSync(path.join(draft, 'build.json'), `${JSON.stringify(stamp)}\n`);
  const previous = `${draft}-previous`;
  try {
    renameSync(dist, previous);
  } catch {
    // There was no earlier build.
  }
  renameSync(draft, dist);
  rmSync(previous, { recursive: true, force: true });
  await warmCaches(dist);
  console.error(`built dist in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
