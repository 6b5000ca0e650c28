import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const LAUNCHER = path.resolve(import.meta.dirname, '../../../dist/witan.cjs');

/** The built server in a project, behind the official client. */
export async function openSession(project) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, 'serve'],
    cwd: project,
    env: { PATH: process.env.PATH, HOME: `${project}-home`, OLLAMA_HOST: 'http://127.0.0.1:1' },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return {
    async call(name, input) {
      const options = { timeout: 600_000 };
      const { isError, structuredContent } = await client.callTool({ name, arguments: input }, undefined, options);
      if (isError) throw new Error(`${name}: ${structuredContent.error.message}`);
      return structuredContent;
    },
    close: () => client.close(),
  };
}
