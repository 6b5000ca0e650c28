import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { execa } from 'execa';
import { scratchFolder } from './scratch-folder.js';

/** A real ChromaDB server, or undefined if `WITAN_CHROMA` names no folder that its npm package is installed in. */
export function findChroma(): string | undefined {
  const { WITAN_CHROMA: folder } = process.env;
  return folder === undefined ? undefined : path.join(folder, 'node_modules', BINDINGS);
}

export const WHY_NO_CHROMA = `ChromaDB is not tested: WITAN_CHROMA names no folder made by "npm install --prefix <folder> chromadb-js-bindings-linux-x64-gnu@1.0.5"`;

const BINDINGS = 'chromadb-js-bindings-linux-x64-gnu';

export interface RunningChroma {
  readonly url: string;
  /** Removes what other tests stored. */
  deleteCollection(): Promise<void>;
  /** How many memories it has. */
  count(): Promise<number>;
  stop(): Promise<void>;
}

export async function startChroma(program: string, { port, folder = scratchFolder('chroma') }: ChromaOptions = {}) {
  const chosen = port ?? (await freePort());
  const argv = ['chroma', 'run', '--path', folder, '--host', '127.0.0.1', '--port', String(chosen)];
  const script = `require(${JSON.stringify(program)}).cli(${JSON.stringify(argv)})`;
  const server = execa(process.execPath, ['-e', script], { stdio: 'ignore', reject: false });
  const url = `http://127.0.0.1:${chosen}`;
  const base = `${url}/api/v2`;
  const collections = `${base}/tenants/default_tenant/databases/default_database/collections`;
  while (!(await isUp(`${base}/heartbeat`))) {
    if (server.exitCode !== undefined && server.exitCode !== null) throw new Error('ChromaDB ended at its start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const running: RunningChroma = {
    url,
    count: async () => {
      const { id } = (await (await fetch(`${collections}/paige_memories`)).json()) as { id: string };
      return Number(await (await fetch(`${collections}/${id}/count`)).text());
    },
    deleteCollection: async () => {
      await fetch(`${collections}/paige_memories`, { method: 'DELETE' });
    },
    stop: async () => {
      server.kill('SIGKILL');
      await server;
    },
  };
  return running;
}

interface ChromaOptions {
  readonly port?: number;
  readonly folder?: string;
}

const isUp = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
