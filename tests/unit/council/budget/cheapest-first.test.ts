import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DeliberationRequest, ProgressEvent } from '../../../../src/council/index.js';
import {
  answered,
  failed,
  type Script,
  type ScriptedModel,
  scriptedCouncil,
  untilAborted,
  vote,
} from '../../../support/scripted-council.js';

const question = 'Should the job queue use PostgreSQL or SQLite?';
const sure = (option: string) => vote(option, { confidence: 0.9 });

/** Four models; by price: small, middle, large, and one of unknown price. */
function panelOf(scripts: Partial<Record<'large' | 'unpriced' | 'middle' | 'small', Script>>, families?: string) {
  const model = (script: Script, family: string, price?: number): ScriptedModel => ({
    script,
    models: [
      {
        family: families ?? family,
        ...(price === undefined ? {} : { price: { inputPerMillion: price, outputPerMillion: price * 5 } }),
      },
    ],
  });
  const agree: Script = () => sure('SQLite');
  return {
    large: model(scripts.large ?? agree, 'claude', 10),
    unpriced: model(scripts.unpriced ?? agree, 'qwen'),
    middle: model(scripts.middle ?? agree, 'gpt', 2),
    small: model(scripts.small ?? agree, 'gpt', 0.1),
  };
}

async function deliberate(models: Record<string, ScriptedModel>, more: Partial<DeliberationRequest> = {}) {
  const events: ProgressEvent[] = [];
  const { council, folder, prompts } = await scriptedCouncil(models);
  const participants = Object.keys(models).map((cli) => ({ cli, model: 'm' }));
  const result = await council.deliberate(
    { question, participants, cheapest_first: true, working_directory: folder, ...more },
    { onProgress: (event) => events.push(event) },
  );
  const asked = Object.entries(prompts).flatMap(([name, seen]) => (seen.length > 0 ? [name] : []));
  return { result, asked, prompts, events };
}

describe('cheapest_first', () => {
  it('ends with the two cheapest of different families when they agree and are sure', async () => {
    const { result, asked } = await deliberate(panelOf({}));
    expect(asked).toEqual(['large', 'small']);
    expect(result).toMatchObject({
      status: 'complete',
      rounds_completed: 1,
      participants: ['m@large', 'm@small'],
      voting_result: { winning_option: 'SQLite' },
      integrity: {
        quorum: { needed: 1, voters: 2, met: true },
        missing: [],
        not_asked: ['m@unpriced', 'm@middle'],
        same_family_panel: false,
      },
      cost: { calls: 2 },
    });
    expect(readFileSync(result.transcript_path ?? '', 'utf8')).toContain(
      '- Not asked, because the cheapest of different families came first: m@unpriced, m@middle',
    );
  });

  it.each<[string, Parameters<typeof panelOf>[0], string]>([
    ['disagree', { small: () => sure('PostgreSQL') }, 'the first two disagree'],
    ['are unsure', { small: () => vote('SQLite', { confidence: 0.79 }) }, 'one of the first two is unsure'],
    ['fail', { small: () => failed({ kind: 'refused', detail: 'no' }) }, 'one of the first two gave no vote'],
    ['abstain', { large: () => 'I cannot decide.' }, 'one of the first two gave no vote'],
  ])('asks the others too, blind as well, when the two %s', async (_, scripts, reason) => {
    const { result, asked, prompts, events } = await deliberate(panelOf(scripts));
    expect(asked).toEqual(['large', 'unpriced', 'middle', 'small']);
    for (const [first] of Object.values(prompts)) {
      expect(first).toContain('What to do in round 1');
      expect(first).not.toContain('Participant ');
    }
    expect(result.integrity.not_asked).toBeUndefined();
    expect(result.participants).toHaveLength(4);
    expect(events.filter(({ kind }) => kind === 'widened')).toEqual([
      { kind: 'widened', round: 1, reason, asked: ['m@unpriced', 'm@middle'] },
    ]);
    expect(events.find(({ kind }) => kind === 'round_started')).toMatchObject({ asked: ['m@large', 'm@small'] });
  });

  it('leads to the same debate as without it once all participants are asked', async () => {
    const models = () => panelOf({ small: (_, call) => sure(call === 1 ? 'PostgreSQL' : 'SQLite') });
    const { result: widened, prompts } = await deliberate(models());
    const { result: usual, prompts: usualPrompts } = await deliberate(models(), { cheapest_first: false });
    expect(widened.voting_result?.final_tally).toEqual(usual.voting_result?.final_tally);
    expect(widened.rounds_completed).toBe(usual.rounds_completed);
    expect(prompts.small?.[0]).toBe(usualPrompts.small?.[0]);
    expect(widened.full_debate.map(({ participant, round }) => [participant, round])).toEqual(
      usual.full_debate.map(({ participant, round }) => [participant, round]),
    );
  });

  it('asks the two cheapest if all are of one family, and says so', async () => {
    const { result, asked } = await deliberate(panelOf({}, 'claude'));
    expect(asked).toEqual(['middle', 'small']);
    expect(result.integrity.same_family_panel).toBe(true);
    expect(result.integrity.warnings.join()).toContain('one model family');
  });

  it('asks both of a panel of two, as always', async () => {
    const { large, small } = panelOf({});
    const { result, events } = await deliberate({ large, small });
    expect(result.integrity.not_asked).toBeUndefined();
    expect(events.find(({ kind }) => kind === 'round_started')).not.toHaveProperty('asked');
  });

  it('does not widen beyond the cost cap', async () => {
    const dear = answered(sure('SQLite'), { inputTokens: 500, outputTokens: 1_200 });
    const models = panelOf({ small: () => sure('PostgreSQL'), large: () => dear });
    const { result, asked } = await deliberate(models, { max_cost_usd: 0.07 });
    expect(asked).toEqual(['large', 'small']);
    expect(result.status).toBe('partial');
    expect(result.integrity.warnings[0]).toContain('leaves no room for the other participants');
    expect(result.integrity.not_asked).toBeUndefined();
    // Their voices were needed: two of four are no more than two of four.
    expect(result.integrity.missing).toEqual([
      { participant: 'm@unpriced', reason: expect.stringContaining('not asked: the cost cap of $0.07') },
      { participant: 'm@middle', reason: expect.stringContaining('not asked: the cost cap of $0.07') },
    ]);
    expect(result.integrity.quorum).toEqual({ needed: 2, voters: 2, met: true });
  });

  it('counts participants as missing that could not be asked before the time was up', async () => {
    const models = panelOf({ small: untilAborted, large: () => sure('SQLite') });
    const { result, asked } = await deliberate(models, { max_seconds: 0.2 });
    expect(asked).toEqual(['large', 'small']);
    expect(result.integrity.quorum).toEqual({ needed: 2, voters: 1, met: false });
    expect(result.integrity.missing.map(({ participant }) => participant)).toEqual([
      'm@unpriced',
      'm@middle',
      'm@small',
    ]);
    expect(result.integrity.warnings[0]).toContain('the time cap of 0.2 s was reached');
  });

  it('asks all participants, and says why, if one of the two was given a side', async () => {
    const participants = ['large', 'unpriced', 'middle', 'small'].map((cli) => ({
      cli,
      model: 'm',
      ...(cli === 'small' ? { stance: 'for' as const } : {}),
    }));
    const { result, asked, events } = await deliberate(panelOf({}), { participants });
    expect(asked).toHaveLength(4);
    expect(result.integrity.not_asked).toBeUndefined();
    expect(events[0]).toMatchObject({ notice: expect.stringContaining('given a side') });
  });
});
