import path from 'node:path';
// @ts-expect-error: the build scripts are plain JavaScript
import { isStale } from '../../scripts/build/staleness.mjs';
import { ROOT } from './source-files.js';

/**
 * Tests that run `dist` would otherwise fail for reasons that are not in the sources. The scorecard sets WITAN_STALE_DIST:
 * it removes guards from the sources of a copy and builds only where a suite needs it.
 */
export default function refuseStaleDist(): void {
  if (process.env.WITAN_STALE_DIST === '1' || !isStale(ROOT, path.join(ROOT, 'dist'))) return;
  console.error('dist/ is not built from the current sources, and these tests run it: npm run build');
  // Vitest would print its whole configuration above an error.
  process.exit(1);
}
