import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { scratchFolder } from './scratch-folder.js';
import { ROOT } from './source-files.js';

export const LAUNCHER = path.join(ROOT, 'dist', 'witan.cjs');
export const FIXTURES = path.join(ROOT, 'tests', 'fixtures', 'mcp');

/** The panel that needs no model, so that every machine gives the same answers. */
export const DEMO = ['steward', 'skeptic', 'builder'].map((model) => ({ cli: 'demo', model }));

export interface ServeSession {
  readonly client: Client;
  readonly project: string;
  readonly configFile: string;
  readonly processId: number;
  readonly call: (name: string, input: Record<string, unknown>) => Promise<Answer>;
}

interface Answer {
  readonly isError: boolean;
  readonly content: Record<string, unknown>;
}

/** The built server with the official client over its standard input and output, in a new project unless one is given. */
export async function startServeSession(config: string | ReturnType<typeof makeProject> = ''): Promise<ServeSession> {
  const { project, configFile } = typeof config === 'string' ? makeProject(config) : config;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, 'serve', '--config', configFile],
    cwd: project,
    env: childEnvironment(),
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  return {
    client,
    project,
    configFile,
    processId: transport.pid ?? 0,
    async call(name, input) {
      const result = await client.callTool({ name, arguments: input });
      return { isError: result.isError === true, content: result.structuredContent as Record<string, unknown> };
    },
  };
}

export function makeProject(config: string): { project: string; configFile: string } {
  const project = scratchFolder('project');
  const configFile = path.join(project, 'given.yaml');
  writeFileSync(configFile, `version: "1.0"\n${config}`);
  return { project, configFile };
}

export function childEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Makes a program of another home one of the session's user: it knows the same databases. */
export function sameUser() {
  const { XDG_CONFIG_HOME = '', HOME = '' } = process.env;
  return { XDG_CONFIG_HOME, XDG_DATA_HOME: `${HOME}/.local/share` };
}

/** Two participants that hang; the file fills with the ids of their processes. */
export function hangingPanel(): { config: string; pidFile: string } {
  const pidFile = path.join(scratchFolder('process-ids'), 'pids');
  const adapter = (name: string) =>
    `  ${name}: { type: cli, command: ${FIXTURES}/hang.sh, args: ["${pidFile}"], output: text, timeout: 300 }\n`;
  return { config: `adapters:\n${adapter('first')}${adapter('second')}`, pidFile };
}

export const HANGING = [
  { cli: 'first', model: 'any' },
  { cli: 'second', model: 'any' },
];

export function processIds(pidFile: string): number[] {
  try {
    return readFileSync(pidFile, 'utf8').split(/\s+/).filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    // A process that ended but whose parent has not asked for its fate is still listed.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${processId}/status`, 'utf8'));
  } catch {
    return false;
  }
}
