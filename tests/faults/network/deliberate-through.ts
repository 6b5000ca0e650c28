import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DeliberationResult } from '../../../src/council/index.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { openProgram } from '../../../src/program/open-program.js';
import { HTTP_VENDORS, type HttpVendor, TEST_KEY } from '../../support/http-vendors.js';
import { startLoopbackModelServer } from '../../support/loopback-model-server.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { vote } from '../../support/scripted-council.js';
import { type Fault, startFaultyProxy } from './faulty-proxy.js';

export interface Circumstances {
  readonly fault: Fault;
  readonly scheme?: 'http' | 'https';
  /** Nothing listens at the address. */
  readonly isGone?: boolean;
  /** Seconds that the adapter waits for an answer. */
  readonly timeout: number;
  /** Seconds that the deliberation may last. */
  readonly cap?: number;
}

/**
 * One deliberation for each of the HTTP adapters, all at once, in a program with its configuration read from a file: two
 * voices without a model, and a model of the adapter behind a faulty proxy.
 */
export async function deliberateThrough(
  vendors: readonly HttpVendor[],
  circumstances: Circumstances,
): Promise<Record<string, DeliberationResult>> {
  const folder = scratchFolder('network');
  const routes = await Promise.all(vendors.map((vendor) => openRoute(vendor, circumstances)));
  const configFile = path.join(folder, 'given.yaml');
  // What the demo voices vote by.
  writeFileSync(path.join(folder, 'notes.md'), 'We already run PostgreSQL.\nSQLite stalled twice under load.\n');
  writeFileSync(configFile, configuration(routes, circumstances));
  const program = await openProgram({
    projectFolder: folder,
    configFile,
    environment: {},
    logger: silentLogger,
    hasMemory: false,
  });
  try {
    const results = routes.map(async ({ vendor, name }) => {
      const result = await program.council.deliberate({
        question: 'Should our job queue use PostgreSQL or SQLite?',
        participants: [
          { cli: 'demo', model: 'steward' },
          { cli: 'demo', model: 'skeptic' },
          { cli: name, model: vendor.model },
        ],
        rounds: 1,
        working_directory: folder,
        ...(circumstances.cap === undefined ? {} : { max_seconds: circumstances.cap }),
      });
      return [vendor.title, result] as const;
    });
    return Object.fromEntries(await Promise.all(results));
  } finally {
    await program.close();
    await Promise.all(routes.map(({ close }) => close()));
  }
}

interface Route {
  readonly vendor: HttpVendor;
  readonly name: string;
  readonly port: number;
  readonly close: () => Promise<unknown>;
}

async function openRoute(vendor: HttpVendor, { fault, isGone = false }: Circumstances): Promise<Route> {
  const server = await startLoopbackModelServer();
  // One adapter may speak two interfaces; each reads its own part of the answer.
  const forms = HTTP_VENDORS.filter((other) => adapterName(other) === adapterName(vendor));
  const body = JSON.stringify(Object.assign({}, ...forms.map(({ wire }) => wire.answer(vote('PostgreSQL')))));
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  server.script({ body, headers });
  const proxy = await startFaultyProxy(fault, server.url);
  if (isGone) await proxy.close();
  return {
    vendor,
    name: adapterName(vendor),
    port: proxy.port,
    close: () => Promise.all([server.close(), isGone ? undefined : proxy.close()]),
  };
}

/** The name under which the registry finds the adapter; any other one means a back end of the user. */
export function adapterName({ title, api }: HttpVendor): string {
  return api === undefined ? title.replace(/ .*/, '') : `own-${api}`;
}

function configuration(routes: readonly Route[], { scheme = 'http', timeout }: Circumstances): string {
  const entries = new Map(
    routes.map(({ vendor, name, port }) => {
      const api = vendor.api === undefined ? '' : `, api: ${vendor.api}`;
      const address = `base_url: "${scheme}://127.0.0.1:${port}", api_key: "${TEST_KEY}"`;
      return [name, `  ${name}: { type: http, ${address}${api}, timeout: ${timeout}, max_retries: 1 }\n`];
    }),
  );
  const anyModel = [...entries.keys()].map((name) => `${name}: []`).join(', ');
  return [
    'version: "1.0"\nadapters:\n',
    ...entries.values(),
    `model_registry: { ${anyModel} }\n`,
    'council: { summary: extractive }\nsemantics: { embedding: builtin }\n',
  ].join('');
}
