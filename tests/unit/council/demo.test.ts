import { describe, expect, it } from 'vitest';
import { createRuns, openRunStore } from '../../../src/council/index.js';
import { systemClock } from '../../../src/kernel/clock.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import type { ModelBriefing } from '../../../src/models/index.js';
import { scriptedMemory } from '../../support/council-memory.js';
import { oldDemoDatabase } from '../../support/old-demo-record.js';
import { failed, type ScriptedModel, SETTINGS, scriptedCouncil, vote } from '../../support/scripted-council.js';

const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';
const demo: ScriptedModel = { kind: 'demo', script: () => vote('PostgreSQL') };
const MARK = 'demo: scripted voices without a language model; not advice';

async function deliberateWith(real: ScriptedModel['script']) {
  const memory = scriptedMemory();
  const { council, folder } = await scriptedCouncil({ real, demo }, {}, false, undefined, undefined, memory);
  const participants = [{ cli: 'real' }, { cli: 'demo' }];
  const result = await council.deliberate({ question: QUESTION, participants, working_directory: folder, rounds: 1 });
  return { result, remembered: memory.remembered.map(({ deliberation_id: id }) => id) };
}

describe('a panel with a real model and a demo participant', () => {
  it('is a demo when the real one fails: marked, and not remembered', async () => {
    const { result, remembered } = await deliberateWith(() =>
      failed({ kind: 'server_error', status: 503, detail: 'down' }),
    );
    expect(result).toMatchObject({ demo: true, decision_id: null, status: 'partial' });
    expect(result.integrity.warnings).toContain(MARK);
    expect(remembered).toEqual([]);
  });

  it('is a demo when the real one answers without a vote', async () => {
    const { result } = await deliberateWith(() => 'I cannot decide this.');
    expect(result).toMatchObject({ demo: true, decision_id: null });
  });

  it('is not a demo when the real model votes', async () => {
    const { result, remembered } = await deliberateWith(() => vote('SQLite'));
    expect(result).not.toHaveProperty('demo');
    expect(result.integrity.warnings).not.toContain(MARK);
    expect(remembered).toEqual([result.deliberation_id]);
  });
});

describe('a run that an earlier version recorded as a rehearsal', () => {
  it('is recognized as a demo when it is replayed', async () => {
    const store = await openRunStore({
      file: oldDemoDatabase('runs'),
      version: '0.2.0',
      clock: systemClock,
      logger: silentLogger,
    });
    const redactor = { redact: async (text: string) => text, redactNow: (text: string) => text };
    const runs = createRuns(store, { redactor, settings: SETTINGS, projectFolder: '/tmp/shop' });
    const { result } = await runs.replay('last');
    expect(result).toMatchObject({ demo: true, decision_id: null, voting_result: { winning_option: 'PostgreSQL' } });
    await store.close();
  });
});

describe('the briefing of a participant', () => {
  it('has the ballot, the votes of the others and its own, whatever the prompt says', async () => {
    const seen: ModelBriefing[] = [];
    const { council, folder } = await scriptedCouncil({
      script: ({ briefing }) => {
        if (briefing !== undefined) seen.push(briefing);
        return vote('O1');
      },
      peer: () => vote('SQLite', { rationale: 'one file' }),
    });
    const participants = [{ cli: 'script' }, { cli: 'peer' }];
    await council.deliberate({ question: QUESTION, participants, working_directory: folder, rounds: 2 });
    const options = [
      { id: 'O1', text: 'PostgreSQL' },
      { id: 'O2', text: 'SQLite' },
    ];
    expect(seen).toEqual([
      { round: 1, options, canSearch: false, findings: [], ownVote: undefined, peers: [] },
      {
        round: 2,
        options,
        canSearch: false,
        findings: [],
        ownVote: { option: 'O1', rationale: 'O1 fits' },
        peers: [{ label: 'Participant A', option: 'SQLite', rationale: 'one file' }],
      },
    ]);
  });
});
