import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The built pages, read once: a request can name nothing but these files. */
export interface Assets {
  /** A file of the build, or the document of all pages. */
  answer(path: string): Response;
}

export function readAssets(folder: string): Assets {
  const files = new Map<string, () => Response>();
  for (const name of readdirSync(folder)) {
    const type = TYPES[extname(name)];
    if (type !== undefined) files.set(`/${name}`, fileAnswer(join(folder, name), type));
  }
  const shell = files.get('/index.html');
  if (shell === undefined) throw new Error(`${folder} has no index.html; run \`npm run build\``);
  files.delete('/index.html');
  return {
    answer(path) {
      const file = files.get(path);
      if (file !== undefined) return file();
      return extname(path) === '' ? shell() : Response.json({ error: 'There is no such file.' }, { status: 404 });
    },
  };
}

/** Compressed at the first request, so that starting the server does not wait for it. */
function fileAnswer(file: string, type: string): () => Response {
  let body: Uint8Array<ArrayBuffer> | undefined;
  return () => {
    body ??= Uint8Array.from(gzipSync(readFileSync(file)));
    return new Response(body, { headers: { 'Content-Type': type, 'Content-Encoding': 'gzip' } });
  };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
