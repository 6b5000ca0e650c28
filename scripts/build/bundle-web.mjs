import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/** The browser pages: one small shell, and a part for each page that is loaded when it is shown. */
export async function bundleWeb(root, folder) {
  const outdir = path.join(folder, 'web');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/web/main.tsx', 'src/web/pages.css'],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    // A changed file gets another name, so that a page never mixes two versions.
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  mkdirSync(outdir, { recursive: true });
  const outputs = Object.entries(metafile.outputs).map(([file, { entryPoint }]) => ({ file, entryPoint }));
  const nameOf = (entry) => path.basename(outputs.find(({ entryPoint }) => entryPoint === entry).file);
  const html = readFileSync(path.join(root, 'src/web/index.html'), 'utf8')
    .replace('/STYLE', `/${nameOf('src/web/pages.css')}`)
    .replace('/SCRIPT', `/${nameOf('src/web/main.tsx')}`);
  writeFileSync(path.join(outdir, 'index.html'), html);
  copyFileSync(path.join(root, 'src/web/icon.svg'), path.join(outdir, 'icon.svg'));
  return metafile;
}
