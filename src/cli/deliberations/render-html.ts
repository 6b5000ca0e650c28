import { createRequire } from 'node:module';
import path from 'node:path';
import type { ExportedDeliberation } from '../../council/index.js';
import { packageFolder } from '../../kernel/installation.js';

/** The components of the pages are a bundle of their own, which only this command loads. */
export async function renderHtml(exported: ExportedDeliberation): Promise<string> {
  const file = path.join(packageFolder() ?? '.', 'dist', 'export.cjs');
  const bundle = createRequire(import.meta.url)(file) as { renderHtml(given: ExportedDeliberation): string };
  return bundle.renderHtml(exported);
}
