import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DeliberationRequest, DeliberationResult } from '../../src/council/index.js';
import type { DecisionGraph } from '../../src/decisions/index.js';
import { silentLogger } from '../../src/kernel/logger.js';
import type { ModelAdapter } from '../../src/models/index.js';
import { openProgram } from '../../src/program/open-program.js';
import { memoryOf } from './project-memory.js';
import { scratchFolder } from './scratch-folder.js';
import { answered, type Script } from './scripted-council.js';

export interface RememberingProject {
  readonly folder: string;
  readonly databaseFile: string;
  /** Every prompt of every scripted model, in order. */
  readonly prompts: string[];
  /** One program from start to end: what it does not store is lost to the next one. */
  deliberate(
    question: string,
    voters: Readonly<Record<string, Script>>,
    more?: Partial<DeliberationRequest>,
  ): Promise<DeliberationResult>;
  /** The program's own decision graph, for as long as the work takes. */
  withGraph<Value>(work: (graph: DecisionGraph) => Promise<Value>): Promise<Value>;
}

/** The whole program over a project of its own, real database and all; only the models are scripted. */
export function rememberingProject(settings = ''): RememberingProject {
  const folder = scratchFolder('remembering');
  const configFile = path.join(folder, 'test-config.yaml');
  // What else runs on the machine must not decide how questions are compared.
  writeFileSync(configFile, `semantics: { embedding: builtin }\ncouncil: { summary: extractive }\n${settings}`);
  const prompts: string[] = [];
  const open = (voters: Readonly<Record<string, Script>>) =>
    openProgram({
      projectFolder: folder,
      configFile,
      environment: {},
      logger: silentLogger,
      providedAdapters: Object.fromEntries(
        Object.entries(voters).map(([name, script]) => [name, scripted(name, script, prompts)]),
      ),
    });
  return {
    folder,
    databaseFile: path.join(memoryOf(folder), 'decisions.db'),
    prompts,
    async deliberate(question, voters, more = {}) {
      const program = await open(voters);
      try {
        const participants = Object.keys(voters).map((cli) => ({ cli }));
        return await program.council.deliberate({ question, participants, working_directory: folder, ...more });
      } finally {
        await program.close();
      }
    },
    async withGraph(work) {
      const program = await open({});
      try {
        return await work((await program.decisions({ create: true })).graph);
      } finally {
        await program.close();
      }
    },
  };
}

function scripted(name: string, script: Script, prompts: string[]): ModelAdapter {
  let calls = 0;
  return {
    name,
    kind: 'http',
    availability: async () => ({ available: true, detail: 'scripted', models: ['m'] }),
    ask: async (request) => {
      prompts.push(request.prompt);
      calls += 1;
      const reply = await script(request, calls);
      return typeof reply === 'string' ? answered(reply) : reply;
    },
  };
}
