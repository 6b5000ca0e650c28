import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeliberationResult } from '../../../src/council/index.js';
import { shortenResult as shorten } from '../../../src/mcp/tools/council/shorten-result.js';
import { exampleResult } from '../../support/example-result.js';

const MAX_BYTES = 80_000;

const shortenResult = (result: DeliberationResult, maxRounds: number, maxBytes = MAX_BYTES) =>
  shorten({ ...result, view_url: null }, { detail: 'debate', maxRounds, maxBytes });

const sizeOf = (value: object) => Buffer.byteLength(JSON.stringify(value));

function debate(rounds: number, response: string) {
  return Array.from({ length: rounds * 2 }, (_, index) => ({
    round: Math.floor(index / 2) + 1,
    participant: index % 2 === 0 ? 'm@one' : 'm@two',
    response,
    timestamp: '2026-11-16T10:15:02.000Z',
    duration_ms: 5,
  }));
}

describe('shortenResult', () => {
  it('keeps the last rounds and says that earlier ones are left out', () => {
    const short = shortenResult(exampleResult({ full_debate: debate(5, 'short'), total_rounds: 5 }), 3);
    expect(short.full_debate.map(({ round }) => round)).toEqual([3, 3, 4, 4, 5, 5]);
    expect(short).toMatchObject({ full_debate_truncated: true, total_rounds: 5 });
  });

  it('keeps the last answer of a participant that was not asked again, however early it was', () => {
    const standing = debate(1, 'I stand by it')
      .slice(0, 1)
      .map((entry) => ({ ...entry, participant: 'm@three' }));
    const long = 'x'.repeat(4_000);
    const full_debate = [...debate(5, 'short').slice(0, 2), ...standing, ...debate(5, 'short').slice(2)];
    const short = shortenResult(exampleResult({ full_debate, total_rounds: 5 }), 3);
    expect(short.full_debate.map(({ round }) => round)).toEqual([1, 3, 3, 4, 4, 5, 5]);
    expect(short.full_debate.slice(0, 1)).toEqual(standing);
    // Where not even the heads of all answers fit, those go first that their authors followed up.
    const many = [...standing, ...debate(40, long)].map((entry) => ({ ...entry, response: long }));
    const tight = shortenResult(exampleResult({ full_debate: many, total_rounds: 40 }), 40, 8_000);
    expect(sizeOf(tight)).toBeLessThanOrEqual(8_000);
    expect(tight.full_debate.length).toBeLessThan(many.length);
    expect(tight.full_debate[0]).toMatchObject({ round: 1, participant: 'm@three' });
    expect(tight.full_debate.at(-1)).toMatchObject({ round: 40, participant: 'm@two' });
  });

  it('leaves a debate that fits as it is', () => {
    const result = exampleResult({ full_debate: debate(2, 'short') });
    expect(shortenResult(result, 3)).toEqual({ ...result, view_url: null });
  });

  it.each([
    ['plain text', 'x'],
    ['text that JSON must escape', '"\n\u0001'],
    ['characters of two units', '🦉'],
  ])('cuts answers of %s until the whole fits, each with a mark', (_, unit) => {
    const result = exampleResult({ full_debate: debate(3, unit.repeat(20_000)) });
    const short = shortenResult(result, 3, 30_000);
    expect(sizeOf(short)).toBeLessThanOrEqual(30_000);
    expect(short.full_debate).toHaveLength(6);
    expect(short.full_debate_truncated).toBe(true);
    for (const { response } of short.full_debate) {
      expect(response).toMatch(/…$/);
      expect(Buffer.from(response).toString()).toBe(response);
    }
  });

  it('always cuts what a look at the project brought, and keeps why one brought nothing', () => {
    const { records, ...counts } = executions(2, 'y'.repeat(1_000));
    const tool_executions = { ...counts, records };
    const short = shortenResult(exampleResult({ tool_executions }), 3);
    expect(short.tool_executions).toMatchObject(counts);
    for (const record of short.tool_executions.records ?? []) {
      expect(record).toMatchObject({ success: true, output: `${'y'.repeat(199)}…` });
    }
  });

  it('cuts what was found in the project before it cuts the votes, and keeps its counts', () => {
    const result = exampleResult({
      tool_executions: executions(300, 'y'.repeat(1_000)),
      citations: Array.from({ length: 300 }, (_, index) => citation(index)),
      voting_result: voting(2, 'because'),
      full_debate: debate(2, 'short').map((entry) => ({ ...entry, draft: 'a draft' })),
    });
    const short = shortenResult(result, 3);
    expect(sizeOf(short)).toBeLessThanOrEqual(MAX_BYTES);
    expect(short.tool_executions).toMatchObject({ total: 300, by_type: { read_file: 300 } });
    expect(short.tool_executions.records?.length).toBeGreaterThan(0);
    expect(short.citations?.[0]).toMatchObject({ verified: false });
    expect(short.voting_result).toEqual(result.voting_result);
    expect(JSON.stringify(short.full_debate)).not.toContain('draft');
  });

  it('cuts the words of earlier votes before those of the last round', () => {
    const short = shortenResult(
      exampleResult({ voting_result: voting(3, 'because '.repeat(600)), total_rounds: 3 }),
      3,
    );
    const rationales = short.voting_result?.votes_by_round.map(({ round, vote }) => [
      round,
      vote.rationale.length > 4_000,
    ]);
    expect(rationales).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3].map((round) => [round, round === 3]));
    expect(short.integrity.warnings.at(-1)).toContain('shortened');
    expect(sizeOf(short)).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('keeps the head of a long question, and all of a debate that still fits', () => {
    const result = exampleResult({
      question: `Tea or coffee? ${'x'.repeat(200_000)}`,
      full_debate: debate(2, 'short'),
    });
    const short = shortenResult(result, 3);
    expect(short.question).toMatch(/^Tea or coffee\? x+…$/);
    expect(short.full_debate).toEqual(result.full_debate);
    expect(short.full_debate_truncated).toBe(false);
  });

  it.each([
    ['debate', MAX_BYTES],
    ['verdict', 8_000],
  ] as const)(
    'stays within the limit of a %s and keeps verdict and transcript, whatever is long',
    (detail, maxBytes) => {
      fc.assert(
        fc.property(bigResult, (result) => {
          const { view_url, ...short } = shorten({ ...result, view_url: null }, { detail, maxRounds: 3 });
          expect(view_url).toBeNull();
          expect(sizeOf(short)).toBeLessThanOrEqual(maxBytes);
          expect(Object.keys(result)).toEqual(expect.arrayContaining(Object.keys(short)));
          expect(short).toMatchObject({
            verdict: result.verdict,
            status: result.status,
            deliberation_id: result.deliberation_id,
            transcript_path: result.transcript_path,
            voting_result: { winning_option: 'SQLite' },
          });
        }),
        { numRuns: 60 },
      );
    },
  );
});

const text = fc
  .tuple(fc.constantFrom('x', 'words and ', '"\\\n', '🦉', '\u0001'), fc.constantFrom(0, 3, 40, 500, 20_000))
  .map(([unit, times]) => unit.repeat(times));
const texts = fc.array(text, { maxLength: 60 });

const bigResult: fc.Arbitrary<DeliberationResult> = fc
  .record({
    ...{ question: text, warnings: texts, reasons: texts, aliases: texts, agreements: texts, answer: text },
    ...{ rationale: text, names: fc.array(text, { maxLength: 100 }), rounds: fc.integer({ min: 1, max: 5 }) },
  })
  .map(({ question, warnings, reasons, aliases, agreements, answer, rationale, names, rounds }) => {
    const empty = exampleResult();
    const counted = voting(rounds, rationale);
    return exampleResult({
      question,
      total_rounds: rounds,
      integrity: {
        ...empty.integrity,
        warnings,
        missing: reasons.map((reason) => ({ participant: 'm@one', reason })),
      },
      counterfactual: {
        ...empty.counterfactual,
        flips: reasons.map((because) => ({ participant: 'm@one', from: 'SQLite', to: 'PostgreSQL', because })),
      },
      summary: { ...empty.summary, key_agreements: agreements },
      voting_result: {
        ...counted,
        options: names.map((name, index) => ({ id: `option-${index}`, text: name, aliases })),
        final_tally: Object.fromEntries(names.map((name) => [name, 1])),
        abstentions: reasons.map((reason) => ({ round: 1, participant: 'm@one', reason })),
      },
      full_debate: debate(rounds, answer),
    });
  });

function voting(rounds: number, rationale: string): NonNullable<DeliberationResult['voting_result']> {
  return {
    options: [],
    final_tally: {},
    votes_by_round: Array.from({ length: rounds * 4 }, (_, index) => ({
      round: Math.floor(index / 4) + 1,
      participant: `m@${index % 4}`,
      vote: { option: 'SQLite', confidence: 0.7, rationale, changed_because: rationale, continue_debate: true },
      carried_forward: false,
      timestamp: '2026-11-16T10:15:02.000Z',
    })),
    abstentions: [],
    consensus_reached: true,
    winning_option: 'SQLite',
  };
}

function executions(count: number, output: string): DeliberationResult['tool_executions'] {
  const record = {
    round: 1,
    participant: 'm@one',
    tool: 'read_file',
    arguments: { path: 'src/queue.ts' },
    started_at: '2026-11-16T10:15:02.000Z',
    duration_ms: 3,
    same_round: true,
    success: true as const,
    output,
  };
  const records = Array.from({ length: count }, () => record);
  return { total: count, by_round: { 1: count }, by_type: { read_file: count }, records, not_run: [] };
}

function citation(index: number): DeliberationResult['citations'][number] {
  const verified = index % 3 !== 2;
  return {
    round: 1,
    participant: 'm@one',
    path: `f${index}.ts`,
    start_line: 1,
    end_line: 1,
    verified,
    line_exists: verified,
  };
}
