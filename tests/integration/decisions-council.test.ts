import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { section } from '../support/evidence-council.js';
import { rememberingProject } from '../support/remembering-council.js';
import { failed, type Script, vote } from '../support/scripted-council.js';

const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';
const SIMILAR = 'Should the queue of jobs run on SQLite or on PostgreSQL?';
const all = (option: string): Record<string, Script> => ({
  one: () => vote(option, { confidence: 0.9 }),
  two: () => vote(option, { confidence: 0.9 }),
});

describe('a council that remembers', () => {
  it('shows a later program what an earlier one decided', async () => {
    const project = rememberingProject();
    const first = await project.deliberate(QUESTION, all('PostgreSQL'));
    expect(first.graph_context_summary).toBeNull();
    expect(first.decision_id).toBe(first.deliberation_id);
    const second = await project.deliberate(SIMILAR, all('PostgreSQL'));
    expect(second.graph_context_summary?.decisions).toMatchObject([
      { id: first.deliberation_id, question: QUESTION, winning_option: 'PostgreSQL', note: null },
    ]);
    expect(section(project.prompts.at(-1), 'Past decisions')).toMatch(/^> .*PostgreSQL/m);
    expect(second.integrity.warnings.filter((warning) => /decision/.test(warning))).toEqual([]);
  });

  it('says that a decision turned out wrong wherever it is shown', async () => {
    const project = rememberingProject();
    const { deliberation_id: id } = await project.deliberate(QUESTION, all('SQLite'));
    await project.withGraph((graph) => graph.setOutcome(id, { outcome: 'wrong', note: 'one writer was not enough' }));
    const second = await project.deliberate(SIMILAR, all('PostgreSQL'));
    const told = section(project.prompts.at(-1), 'Past decisions') ?? '';
    expect(told).toContain('turned out wrong: one writer was not enough');
    expect(second.graph_context_summary?.decisions[0]?.note).toContain('turned out wrong');
    expect(second.graph_context_summary?.summary).toContain('speaks against relying on it');
  });

  it('has linked what it stored by the time the program ends', async () => {
    const project = rememberingProject();
    const first = await project.deliberate(QUESTION, all('PostgreSQL'));
    const second = await project.deliberate(SIMILAR, all('PostgreSQL'));
    const { neighbors, unlinked } = await project.withGraph(async (graph) => ({
      neighbors: await graph.neighborsOf(second.deliberation_id),
      unlinked: (await graph.stats()).unlinked,
    }));
    expect(neighbors.map(({ id }) => id)).toEqual([first.deliberation_id]);
    expect(unlinked).toBe(0);
  });

  it('deliberates with a warning when its database is damaged', async () => {
    const project = rememberingProject();
    mkdirSync(path.dirname(project.databaseFile), { recursive: true });
    writeFileSync(project.databaseFile, 'this is no database, whatever its name says'.repeat(100));
    const result = await project.deliberate(QUESTION, all('PostgreSQL'));
    expect(result).toMatchObject({ status: 'complete', decision_id: null, graph_context_summary: null });
    expect(result.voting_result?.winning_option).toBe('PostgreSQL');
    const warnings = result.integrity.warnings.filter((warning) => warning.includes('decisions.db'));
    expect(warnings).toEqual([
      expect.stringMatching(/^past decisions could not be looked at, and this one not remembered: .*decisions import/),
    ]);
    expect(existsSync(result.transcript_path ?? '')).toBe(true);
  });

  it('keeps no database where the decision graph is turned off', async () => {
    const project = rememberingProject('decision_graph: { enabled: false }\n');
    const result = await project.deliberate(QUESTION, all('PostgreSQL'));
    expect(result).toMatchObject({ decision_id: null, graph_context_summary: null });
    expect(existsSync(project.databaseFile)).toBe(false);
  });

  it('remembers no deliberation in which no participant answered', async () => {
    const project = rememberingProject();
    const silent: Script = () => failed({ kind: 'server_error', status: 500, detail: 'down' });
    await project.deliberate(QUESTION, { one: silent, two: silent });
    expect(await project.withGraph(async (graph) => (await graph.stats()).decisions)).toBe(0);
  });

  it('weighs votes by track record once ten outcomes are known, next to the other counts', async () => {
    const project = rememberingProject();
    const split: Record<string, Script> = {
      sound: () => vote('PostgreSQL', { confidence: 0.9 }),
      rash: () => vote('SQLite', { confidence: 0.9 }),
      hasty: () => vote('SQLite', { confidence: 0.9 }),
    };
    for (let decided = 0; decided < 10; decided++) {
      const topic = TOPICS[decided] ?? '';
      const { deliberation_id: id, integrity } = await project.deliberate(`${topic}: PostgreSQL or SQLite?`, split, {
        mode: 'quick',
      });
      expect(integrity.aggregators).not.toHaveProperty('track_record');
      await project.withGraph((graph) => graph.setOutcome(id, { outcome: 'wrong' }));
    }
    const { integrity, voting_result: voting } = await project.deliberate(QUESTION, split, { mode: 'quick' });
    expect(voting?.winning_option).toBe('SQLite');
    expect(integrity.aggregators.plurality).toBe('SQLite');
    const weights = integrity.track_record?.weights ?? {};
    expect(integrity.track_record?.outcomes).toBe(10);
    expect(weights['m@rash']).toBeLessThan(0.8);
    expect(weights['m@rash']).toBe(weights['m@hasty']);
    expect(weights['m@sound']).toBeGreaterThanOrEqual(1);
    expect(integrity.aggregators).toHaveProperty('track_record');
  });
});

const TOPICS = [
  'Where do invoices go',
  'Storage for the chat history',
  'Keeping sensor readings',
  'Sessions of the web shop',
  'Audit trail of the bank desk',
  'Search index of recipes',
  'Tickets of the help desk',
  'Scores of the chess league',
  'Maps of hiking trails',
  'Backups of photo albums',
];
