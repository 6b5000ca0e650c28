import type { CouncilSettings, DeliberationRequest } from '../../src/council/index.js';
import { toolRequest } from './evidence-council.js';
import type { RecordedProject } from './recorded-council.js';
import { answered, failed, type Script, SETTINGS, vote } from './scripted-council.js';

/** A deliberation with a course of its own, to be recorded. */
export interface Scenario {
  readonly title: string;
  readonly models: Readonly<Record<string, Script>>;
  readonly request?: Partial<DeliberationRequest>;
  readonly settings?: Partial<CouncilSettings>;
}

const saying =
  (...replies: readonly ReturnType<Script>[]): Script =>
  (_request, call) =>
    replies[Math.min(call, replies.length) - 1] ?? '';

const MINUTES = JSON.stringify({
  consensus: 'The panel is for one writer.',
  key_agreements: ['the file says so'],
  key_disagreements: [],
  final_recommendation: 'one writer',
});

/** Asks for a file, and finishes its answer with it; also writes the minutes. */
const reader: Script = ({ prompt }) => {
  if (prompt.includes('you write its summary')) return MINUTES;
  if (prompt.includes('## Results of your requests'))
    return answered(`src/queue.ts:2 "writers = 1" says so.\n${vote('one writer')}`, {
      inputTokens: 900,
      outputTokens: 80,
      costUsd: 0.01,
    });
  return `${toolRequest('read_file', { path: 'src/queue.ts' })}\n${vote('one writer', { confidence: 0.3 })}`;
};

/** Asks for the same file, forgets its vote, and is asked again for it. */
const forgetful: Script = ({ prompt }) => {
  if (prompt.includes('Your vote could not be read')) return vote('several writers');
  return `I would look at it too.\n${toolRequest('read_file', { path: 'src/queue.ts' })}`;
};

const looksInVain: Script = ({ prompt }) =>
  prompt.includes('## Results of your requests')
    ? failed({ kind: 'server_error', status: 500, detail: 'overloaded' })
    : `${toolRequest('read_file', { path: 'README.md' })}\n${vote('several writers')}`;

const broken: Script = (_request, call) =>
  call === 1 ? vote('one writer') : failed({ kind: 'server_error', status: 500, detail: 'overloaded' });

const EVIDENCE: Partial<CouncilSettings> = { evidence: { ...SETTINGS.evidence, enabled: true }, summary: 'auto' };
const sure = (option: string, confidence = 0.9) => vote(option, { confidence });
const gone = failed({ kind: 'not_installed', command: 'gone', remedy: 'install it' });

export const SCENARIOS: readonly Scenario[] = [
  {
    title: 'evidence, a forgotten vote, a failure and a written summary',
    models: { reader, forgetful, broken },
    settings: EVIDENCE,
  },
  {
    title: 'results that are shown in the next round only',
    models: { reader, forgetful },
    settings: { evidence: { ...SETTINGS.evidence, enabled: true, sameRound: false } },
  },
  { title: 'an answer that could not be finished', models: { looksInVain, reader }, settings: EVIDENCE },
  {
    title: 'a change of mind and an abstention',
    models: {
      one: saying(vote('PostgreSQL'), vote('SQLite', { changed_because: 'Participant A counted the writers' })),
      two: saying(vote('SQLite')),
      three: saying('I cannot tell.', 'Still not.', 'Hm.', 'No.'),
    },
  },
  {
    title: 'a challenge of the lead',
    models: {
      one: saying(sure('PostgreSQL', 0.6)),
      two: saying(sure('PostgreSQL')),
      three: saying(sure('SQLite', 0.8)),
    },
    request: { challenge: true, rounds: 4 },
    settings: { voteRetries: 0 },
  },
  {
    title: 'a participant that is not installed',
    models: { one: saying(vote('PostgreSQL')), two: saying(vote('SQLite')), three: () => gone },
  },
  {
    title: 'two that settle the question',
    models: { one: saying(sure('SQLite')), two: saying(sure('SQLite')), three: saying(sure('PostgreSQL')) },
    request: { cheapest_first: true },
  },
  {
    title: 'two that do not settle the question',
    models: { one: saying(sure('SQLite')), two: saying(sure('PostgreSQL')), three: saying(sure('PostgreSQL')) },
    request: { cheapest_first: true },
  },
  {
    title: 'options in several wordings, joined by their voters',
    models: {
      one: saying(vote('use a queue table'), vote('use a queue table', { same: [['O1', 'O2']] })),
      two: saying(vote('a table for jobs'), vote('a table for jobs', { same: [['O1', 'O2']] })),
      three: saying(vote('Redis')),
    },
    request: { question: 'What should hold our jobs?' },
  },
  { title: 'no answer at all', models: { one: () => gone, two: () => gone } },
];

export async function runScenario(project: RecordedProject, { models, request, settings }: Scenario) {
  const opened = await project.open(models, settings);
  const result = await opened.council.deliberate({
    question: 'Should the queue have one writer or several?',
    participants: Object.keys(models).map((cli) => ({ cli })),
    rounds: 2,
    working_directory: project.folder,
    ...request,
  });
  return { ...opened, runs: opened.runs, result };
}
