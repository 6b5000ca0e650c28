import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DeliberationResult, ModelRecord, TrackRecords } from '../../../src/council/index.js';
import type { CountedVote } from '../../../src/council/rounds/count-votes.js';
import { trackRecordWeights } from '../../../src/council/verdict/aggregators.js';
import { scriptedMemory } from '../../support/council-memory.js';
import { scriptedCouncil, vote } from '../../support/scripted-council.js';

const record = (participant: string, votes: number, hits: number, brier: number): ModelRecord => ({
  participant,
  votes,
  hits,
  forecasts: votes,
  brier,
});

const weightOf = (participant: string, records: Partial<TrackRecords>) => {
  const votes = [{ participant }] as unknown as CountedVote[];
  return trackRecordWeights(votes, { outcomes: 50, models: [], topic: null, ...records }).get(participant);
};

describe('the weight of a track record', () => {
  it('is one if nothing is known, and for a coin', () => {
    expect(weightOf('m@new', {})).toBe(1);
    expect(weightOf('m@coin', { models: [record('m@coin', 1000, 500, 0.25)] })).toBe(1);
  });

  it('stays between a half and two, whatever the record', () => {
    expect(weightOf('m@best', { models: [record('m@best', 1e9, 1e9, 0)] })).toBe(2);
    expect(weightOf('m@worst', { models: [record('m@worst', 1e9, 0, 1)] })).toBe(0.5);
  });

  it('says little after few votes', () => {
    const few = weightOf('m@one', { models: [record('m@one', 1, 1, 0.01)] }) ?? 0;
    const many = weightOf('m@one', { models: [record('m@one', 40, 40, 0.01)] }) ?? 0;
    expect(few).toBeGreaterThan(1);
    expect(few).toBeLessThan(1.2);
    expect(many).toBeGreaterThan(1.7);
  });

  it('is lower for one that is as often right but sure of what turns out wrong', () => {
    const calibrated = weightOf('m@one', { models: [record('m@one', 20, 14, 0.15)] }) ?? 0;
    const overconfident = weightOf('m@one', { models: [record('m@one', 20, 14, 0.3)] }) ?? 0;
    expect(overconfident).toBeLessThan(calibrated);
  });

  it('is the same for a second seat of the model', () => {
    expect(weightOf('m@one#2', { models: [record('m@one', 40, 40, 0)] })).toBeGreaterThan(1.5);
  });

  it("follows the record on the question's topic if there is one", () => {
    const models = [record('m@one', 40, 36, 0.1)];
    const topic = { outcomes: 12, models: [record('m@one', 12, 1, 0.7)] };
    expect(weightOf('m@one', { models })).toBeGreaterThan(1.4);
    expect(weightOf('m@one', { models, topic })).toBeLessThan(1);
  });
});

describe('counting by track record', () => {
  const models = [
    record('default@good', 30, 29, 0.03),
    record('default@weak', 30, 2, 0.8),
    record('default@poor', 30, 1, 0.8),
  ];

  it('is left out until ten outcomes are known', async () => {
    const { integrity } = await deliberate({ outcomes: 9, models, topic: null });
    expect(integrity.aggregators).not.toHaveProperty('track_record');
    expect(integrity).not.toHaveProperty('track_record');
    expect(integrity.aggregators_agree).toBe(true);
  });

  it('is shown next to the other counts, changes no winner, and says where it differs', async () => {
    const {
      integrity,
      voting_result: voting,
      transcript_path,
    } = await deliberate({ outcomes: 30, models, topic: null });
    expect(voting?.winning_option).toBe('SQLite');
    expect(integrity.aggregators).toEqual({
      plurality: 'SQLite',
      confidence_weighted: 'SQLite',
      borda: 'SQLite',
      track_record: 'PostgreSQL',
    });
    expect(integrity.aggregators_agree).toBe(false);
    expect(integrity.track_record?.outcomes).toBe(30);
    expect(Object.keys(integrity.track_record?.weights ?? {})).toEqual([
      'default@weak',
      'default@poor',
      'default@good',
    ]);
    expect(integrity.warnings).toContain(
      'weighted by how often each model was right before, the result would be PostgreSQL',
    );
    expect(readFileSync(transcript_path ?? '', 'utf8')).toContain('Weighted by track record (30 outcomes): PostgreSQL');
  });

  it('is left out when the records cannot be read', async () => {
    const memory = scriptedMemory({ trackRecords: () => Promise.reject(new Error('damaged')) });
    const { integrity, status } = await deliberate(undefined, memory);
    expect(status).toBe('complete');
    expect(integrity.aggregators).not.toHaveProperty('track_record');
  });
});

async function deliberate(
  records: TrackRecords | undefined,
  memory = scriptedMemory(records === undefined ? {} : { trackRecords: async () => records }),
): Promise<DeliberationResult> {
  const voters = { weak: () => vote('SQLite'), poor: () => vote('SQLite'), good: () => vote('PostgreSQL') };
  const { council, folder } = await scriptedCouncil(voters, {}, false, undefined, undefined, memory);
  return council.deliberate({
    question: 'Should the job queue use PostgreSQL or SQLite?',
    participants: Object.keys(voters).map((cli) => ({ cli })),
    working_directory: folder,
  });
}
