import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createKnowledge } from '../../src/guidance/index.js';
import { answerRoute, type Route } from '../../src/http/define-route.js';
import { type PagesOptions, startPages } from '../../src/http/index.js';
import type { PageProgram } from '../../src/http/page-program.js';
import { ROUTES, type RouteInput, type RouteName, type RouteOutput } from '../../src/http/routes/index.js';
import { systemClock } from '../../src/kernel/clock.js';
import { createEntryCatalog } from '../../src/learning/index.js';
import type { Program } from '../../src/program/program.js';
import { guidanceProject } from './guidance-project.js';
import { journalIn } from './journal-fixture.js';
import { projectMemory } from './project-memory.js';
import { scratchFolder } from './scratch-folder.js';
import { ROOT } from './source-files.js';

type TestPages = PageProgram & Pick<Program, 'layOut'>;

/** A project without any data. */
export function emptyProgram(changed: Partial<TestPages> = {}): TestPages {
  const projectFolder = scratchFolder('project');
  const { journal } = journalIn({ folder: path.join(projectFolder, '.claude/journal') });
  return {
    projectFolder,
    clock: systemClock,
    settings: { storage: { memoriesFolder: scratchFolder('memories') } } as Program['settings'],
    memory: projectMemory(projectFolder),
    pageRuns: async () => undefined,
    existingDecisions: async () => undefined,
    journal,
    entries: createEntryCatalog({ journal, learning: async () => ({ listExperiences: async () => [] }) }),
    existingLearning: async () => undefined,
    knowledge: async () => {
      const { folder, dataFolder } = guidanceProject({});
      return createKnowledge({ folders: { projectFolder: folder, dataFolder }, redact: (text) => text });
    },
    layouts: { of: async () => ({ positions: new Map(), computing: false }) },
    doctorReport: async () => null,
    hookFigures: async () => [],
    layOut: async () => new Float32Array(),
    logger: {
      log(level, event, details) {
        if (level === 'error') throw new Error(event, { cause: details });
      },
    },
    ...changed,
  };
}

/** As the server runs a route: the input is parsed first. */
export async function askRoute<Name extends RouteName>(name: Name, input: RouteInput<Name>, program: PageProgram) {
  const route: Route = ROUTES[name];
  return (await answerRoute(route, route.input.parse(input), program)) as RouteOutput<Name>;
}

type TestOptions = PagesOptions & Required<Pick<PagesOptions, 'stateFolder' | 'assetsFolder'>>;

export function pagesOptions(changed: Partial<TestOptions> = {}): TestOptions {
  return {
    program: emptyProgram(),
    stateFolder: path.join(scratchFolder('state'), 'witan'),
    assetsFolder: builtPages(),
    ...changed,
  };
}

interface ServedPages extends Awaited<ReturnType<typeof startPages>> {
  readonly options: TestOptions;
  readonly port: number;
  readonly key: string;
}

/** Pages on a real socket, ended with the test. */
export async function servePages(changed: Partial<TestOptions> = {}): Promise<ServedPages> {
  const options = pagesOptions(changed);
  const pages = await startPages(options);
  onTestFinished(() => pages.own?.close());
  const { port } = new URL(pages.url);
  return { ...pages, options, port: Number(port), key: await keyOf(pages.address('/')) };
}

interface BuiltPages extends ServedPages {
  newAddress(path?: string): Promise<string>;
}

/** The same with the pages that the build made, for a browser. */
export async function serveBuiltPages(changed: Partial<TestOptions> = {}): Promise<BuiltPages> {
  const pages = await servePages({ assetsFolder: path.join(ROOT, 'dist/web'), ...changed });
  return { ...pages, newAddress: async (path = '/') => pages.address(path) };
}

/** Exchanges the code of an address for the key, as the page does. */
export async function keyOf(address: string): Promise<string> {
  const { origin, hash } = new URL(address);
  const { key } = (await postJson(`${origin}/key`, { code: hash.slice('#k='.length) })).body as { key: string };
  return key;
}

export async function postJson(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

/** What the build makes, in small. */
function builtPages(): string {
  const folder = scratchFolder('web');
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Witan</title>');
  writeFileSync(path.join(folder, 'main-ABC.js'), 'document.title = "Witan";');
  writeFileSync(path.join(folder, 'notes.txt'), 'not for pages');
  return folder;
}
