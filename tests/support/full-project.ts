import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProjectFolders } from '../../src/guidance/index.js';
import { silentLogger } from '../../src/kernel/logger.js';
import type { ModelAdapter } from '../../src/models/index.js';
import { openProgram } from '../../src/program/open-program.js';
import type { Program } from '../../src/program/program.js';
import second from '../data/second/decisions.json' with { type: 'json' };
import { guidanceProject } from './guidance-project.js';
import { learnDrafts } from './learned-drafts.js';
import { type LabeledSet, rememberLabeled } from './measure-decisions.js';
import { mixThemes } from './second-themes.js';

const DOCUMENTS = {
  'docs/operations.md':
    'Operations\nSQLite stalled twice under load last year.\nPostgreSQL runs on the database host.\n',
  'package.json': '{ "name": "parcels", "version": "1.4.0" }\n',
  'plugin.json': '{ "version": "1.4.0" }\n',
  'src/queue.ts': 'export const queue = [];\n',
};

/**
 * A project with something of every kind, made by the real program: deliberations, decisions with outcomes, experiences,
 * open hypotheses, and knowledge with drafts. Only the models are scripted.
 */
export async function fillProject(
  folder: string,
  { decisions = 200, experiences = 120 }: FillOptions = {},
): Promise<void> {
  for (const [name, text] of Object.entries(DOCUMENTS)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  guidanceProject(undefined, folder);
  const program = await openProgram({
    projectFolder: folder,
    environment: process.env,
    logger: silentLogger,
    providedAdapters: Object.fromEntries(['alpha', 'beta', 'gamma'].map((name, index) => [name, voter(name, index)])),
  });
  try {
    await decide(program, folder);
    await remember(program, decisions);
    await learn(program, experiences);
    await know(program, { projectFolder: folder, dataFolder: program.settings.storage.dataFolder });
  } finally {
    await program.close();
  }
}

interface FillOptions {
  readonly decisions?: number;
  readonly experiences?: number;
}

async function decide({ council }: Program, folder: string): Promise<void> {
  const participants = ['alpha', 'beta', 'gamma'].map((cli) => ({ cli, model: `${cli}-1` }));
  for (const options of CHOICES) {
    const question = `${options.question} ${options.texts.join(' or ')}?`;
    await council.deliberate({ question, options: options.texts, participants, working_directory: folder, rounds: 2 });
  }
}

const CHOICES = [
  { question: 'Should parcels be exported as', texts: ['CSV', 'JSON'] },
  { question: 'Should the import run', texts: ['hourly', 'nightly'] },
  { question: 'Should our job queue use', texts: ['PostgreSQL', 'SQLite'] },
];

/** Two agree from the start; the third is convinced in the second round. */
function voter(name: string, index: number): ModelAdapter {
  return {
    name,
    kind: 'http',
    availability: async () => ({ available: true, detail: 'scripted', models: [`${name}-1`] }),
    async ask({ prompt }) {
      const usage = { inputTokens: 900, outputTokens: 240, costUsd: 0.0042 };
      if (prompt.includes('you write its summary')) return { ok: true, value: { text: SUMMARY, usage } };
      const isSecond = prompt.includes('What to do in round 2');
      const option = index < 2 || isSecond ? 'O1' : 'O2';
      const because =
        isSecond && index === 2 ? { changed_because: 'The stalls under load were the missing fact.' } : {};
      const vote = { option, confidence: 0.9 - index * 0.1, rationale: REASON, continue_debate: false, ...because };
      const text = `## My view\n\nThe first option has **fewer** risks.\n\n- it was measured\n- it is simple\n\n${REASON}\n\nVOTE: ${JSON.stringify(vote)}`;
      return { ok: true, value: { text, usage } };
    },
  };
}

const SUMMARY = JSON.stringify({
  consensus: 'The panel is for the first option.',
  key_agreements: ['it was measured'],
  key_disagreements: [],
  final_recommendation: 'the first option',
});
const REASON = 'SQLite stalled twice under load last year (docs/operations.md:2).';

async function remember({ decisions }: Program, count: number): Promise<void> {
  if (count === 0) return;
  const labeled = second.slice(0, count);
  const { graph } = await decisions({ create: true });
  await rememberLabeled(graph, { decisions: labeled, questions: [] } as unknown as LabeledSet);
  const { createDecisions } = await import('../../src/decisions/index.js');
  const cluster = async () => ({ labels: new Int32Array(0), probabilities: new Float64Array(0) });
  const clock = { now: () => new Date(), elapsed: () => performance.now() };
  const operations = createDecisions({ graph, cluster, clock });
  for (const [index, { id }] of labeled.slice(0, 40).entries()) {
    await operations.recordOutcome({ decision_id: id, outcome: index % 4 === 0 ? 'wrong' : 'right' });
  }
}

async function learn({ learning, journal }: Program, count: number): Promise<void> {
  const planted = mixThemes({ count, themes: 6, seed: 1, half: 'tuning' });
  const opened = count === 0 ? undefined : await learning();
  for (const { entry } of planted) await opened?.save(entry);
  await journal.startSession();
  await journal.create({
    domain: 'debugging',
    strategy: 'root-cause-analysis',
    goal: 'Stop duplicate parcels in the import',
    hypothesis: 'Two workers take the same job because the SELECT has no lock',
    action: 'Add FOR UPDATE SKIP LOCKED to the query',
    prediction: 'The duplicate test passes 100 times in a row',
  });
  // A new session leaves the open entry behind as an orphan.
  await journal.startSession();
}

async function know({ knowledge }: Program, folders: ProjectFolders): Promise<void> {
  await learnDrafts(folders);
  const opened = await knowledge();
  for (const [label, keyword] of Object.entries(CHECKLISTS)) {
    await opened.add({
      label,
      description: `${label}: what went wrong before.`,
      priority: 'HIGH',
      process_type: 'checklist',
      trigger_conditions: { tool_names: ['Bash'], action_keywords: [keyword] },
      checklist: { title: label, items: ['look first', 'then act'] },
    });
  }
}

const CHECKLISTS = {
  'Before a release': 'npm publish',
  'Before a migration': 'migrate',
  'Before a rollback': 'rollback',
};
