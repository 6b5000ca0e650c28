import path from 'node:path';
import { build } from 'esbuild';

const MODULES = ['tokenize', 'meaning-part', 'load-builtin-embedding'];

/** The program's own tokenizer and hashing, so that training and use can never differ. */
export async function importRuntime() {
  const resolveDir = path.resolve(import.meta.dirname, '../../src/semantics/embedding/builtin');
  const contents = MODULES.map((name) => `export * from './${name}.js';`).join('\n');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
