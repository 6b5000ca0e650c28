import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Council,
  type CouncilSettings,
  createCouncil,
  createRuns,
  openRunStore,
  type RunStore,
  type Runs,
} from '../../src/council/index.js';
import { systemClock } from '../../src/kernel/clock.js';
import { silentLogger } from '../../src/kernel/logger.js';
import type { ModelAdapter, ModelDirectory } from '../../src/models/index.js';
import { createJaccardSimilarity } from '../../src/semantics/index.js';
import type { SqliteDriver } from '../../src/storage/index.js';
import { PROJECT } from './evidence-council.js';
import { scratchFolder } from './scratch-folder.js';
import { answered, type Script, SETTINGS } from './scripted-council.js';
import { sqliteDrivers } from './sqlite-drivers.js';

export interface RecordedProject {
  readonly folder: string;
  readonly runsFile: string;
  /** Who was asked, in order, by every council of this project. */
  readonly asked: string[];
  /** As one program has it; `close` is its end. */
  open(models: Readonly<Record<string, Script>>, overrides?: Partial<CouncilSettings>): Promise<RecordedCouncil>;
  /** A statement as another process would run it. */
  sql(text: string): void;
}

export interface RecordedCouncil {
  readonly council: Council;
  readonly store: RunStore;
  readonly runs: Runs;
  /** The same database, with another project open. */
  readonly runsOf: (projectFolder: string) => Runs;
  readonly close: () => Promise<void>;
}

/** The real engine with a real database of runs; only the models are scripted. */
export function recordedProject(driver?: SqliteDriver): RecordedProject {
  const folder = scratchFolder('recorded');
  for (const [name, text] of Object.entries(PROJECT)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const runsFile = path.join(folder, '.witan', 'runs.db');
  const asked: string[] = [];
  const redactor = { redact: async (text: string) => text, redactNow: (text: string) => text };
  return {
    folder,
    runsFile,
    asked,
    async open(models, overrides = {}) {
      let opened: RunStore | undefined;
      const openStore = async () => {
        opened ??= await openRunStore({
          file: runsFile,
          version: '0.0.0-test',
          clock: systemClock,
          logger: silentLogger,
          ...(driver === undefined ? {} : { driver }),
        });
        return opened;
      };
      const settings: CouncilSettings = {
        ...SETTINGS,
        transcriptsFolder: path.join(folder, 'transcripts'),
        dataFolder: path.join(folder, '.witan'),
        ...overrides,
      };
      const council = createCouncil({
        directory: directoryOf(models, asked),
        settings,
        similarity: createJaccardSimilarity(),
        clock: systemClock,
        logger: silentLogger,
        redactor,
        isInsideCouncil: false,
        runs: { open: openStore },
      });
      const store = () => {
        if (opened === undefined) throw new Error('nothing was recorded yet');
        return opened;
      };
      return {
        council,
        get store() {
          return store();
        },
        get runs() {
          return createRuns(store(), { redactor, settings, projectFolder: folder });
        },
        runsOf: (projectFolder) => createRuns(store(), { redactor, settings, projectFolder }),
        close: async () => opened?.close(),
      };
    },
    sql(text) {
      const [chosen] = driver === undefined ? sqliteDrivers : [driver];
      const connection = chosen?.open(runsFile, { readOnly: false });
      connection?.exec(text);
      connection?.close();
    },
  };
}

function directoryOf(models: Readonly<Record<string, Script>>, asked: string[]): ModelDirectory {
  return {
    names: () => Object.keys(models),
    models: () => [],
    adapter: async (name) => {
      const script = models[name];
      return script === undefined ? undefined : adapterOf(name, script, asked);
    },
  };
}

function adapterOf(name: string, script: Script, asked: string[]): ModelAdapter {
  return {
    name,
    kind: 'http',
    availability: async () => ({ available: true, detail: 'scripted', models: ['m'] }),
    ask: async (request) => {
      asked.push(name);
      const reply = await script(request, asked.filter((other) => other === name).length);
      return typeof reply === 'string' ? answered(reply) : reply;
    },
  };
}
