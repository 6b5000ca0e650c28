import { describe, expect, it } from 'vitest';
import { renderVerdict } from '../../../../src/cli/deliberate/render-verdict.js';
import { ansiColor, type Color, noColor } from '../../../../src/cli/text/color.js';
import { displayWidth } from '../../../../src/cli/text/display-width.js';
import { layOutPage } from '../../../../src/cli/text/page.js';
import type { DeliberationResult } from '../../../../src/council/index.js';
import { plainText } from '../../../../src/kernel/plain-text.js';
import { pastDecision } from '../../../support/council-memory.js';
import { exampleResult } from '../../../support/example-result.js';
import { convergence, failedResult, noQuorumResult, tiedResult, unanimousResult, vote } from '../results.js';

const render = (
  result: DeliberationResult,
  width = 100,
  { color = noColor, transcript = 'transcripts/example.md' }: { color?: Color; transcript?: string | null } = {},
) => {
  const page = layOutPage(width, color);
  renderVerdict(result, { transcript, view: 'witan view last' }, page);
  return page.text();
};

describe('the verdict', () => {
  it('shows the winner, how it won, the voters and the confidence of those who chose it, then the reasons', () => {
    expect(render(unanimousResult())).toMatchInlineSnapshot(`
      "PostgreSQL: unanimous, 3 of 3 voted, confidence 0.74
        why       several workers must take jobs at once
        why       locking under load is the risk
        against   one more service to run
        changed   builder moved from SQLite to PostgreSQL: SQLite has one writer
        cost      unknown for 2 calls
        without debate the vote would have been PostgreSQL 2 : 1
      Transcript  transcripts/example.md
      View        witan view last
      "
    `);
  });

  it('shows the recalled decisions, what contradicts them, and how to record the outcome of this one', () => {
    const decisions = [
      pastDecision({ note: 'turned out wrong: \u001b[2Jone writer was not enough' }),
      pastDecision({ winning_option: null, decided_at: '2026-05-02T10:00:00.000Z' }),
    ];
    const text = render(
      unanimousResult({ decision_id: '20261116-101502-3f9ac1', graph_context_summary: { summary: 'two', decisions } }),
      200,
    );
    expect(text).toContain(
      '  past      2 similar decisions: PostgreSQL (2026-03-01, turned out wrong: one writer was not enough); no option (2026-05-02)\n',
    );
    expect(text).toContain('Outcome     witan decisions outcome 20261116-101502-3f9ac1 right|wrong|mixed\n');
  });

  it('says of a tie that there is no winner, and gives both sides', () => {
    expect(render(tiedResult())).toMatchInlineSnapshot(`
      "A tie: PostgreSQL and SQLite have 1 each, 2 of 2 voted
        views     steward prefers PostgreSQL: many writers
        views     skeptic prefers SQLite: no server to run
        cost      unknown for 2 calls
        without debate there would have been no winner (PostgreSQL : SQLite, 1 : 1)
      Transcript  transcripts/example.md
      View        witan view last
      "
    `);
  });

  it('claims no result without a quorum, even if some participants voted', () => {
    const text = render(noQuorumResult());
    expect(text).toMatch(/^No result: 1 of 4 voted, a quorum needs 2; /);
    expect(text).toContain('missing   llama3:8b: timed out after 60 s\n');
    expect(text.split('\n')[0]).not.toContain('PostgreSQL');
  });

  it('says why each participant of a failed deliberation is missing', () => {
    expect(render(failedResult(), 100, { transcript: null })).toMatchInlineSnapshot(`
      "Failed: no participant gave a valid answer; sonnet@claude and gpt-5@codex failed
        missing   sonnet: not logged in: run claude once and sign in
        missing   gpt-5: not installed: codex was not found; npm install -g @openai/codex
        cost      unknown for 2 calls
      Transcript  not written
      View        witan view last
      "
    `);
  });

  it('shows the split, the other side and the warnings of a partial majority', () => {
    const base = unanimousResult();
    const participants = ['a@one', 'b@two', 'c@three', 'd@four'];
    const text = render({
      ...base,
      verdict: 'PostgreSQL: majority 2 : 1, 3 of 4 voted, confidence 0.70; d@four failed',
      against: [{ participant: 'c@three', option: 'SQLite', reason: 'it is simpler' }],
      status: 'partial',
      participants,
      integrity: {
        ...base.integrity,
        missing: [{ participant: 'd@four', reason: 'rate limited: try later' }],
        warnings: ['one vote decides the result', 'd@four is missing: rate limited: try later'],
      },
      voting_result: base.voting_result && {
        ...base.voting_result,
        final_tally: { PostgreSQL: 2, SQLite: 1 },
      },
      convergence_info: convergence('majority_decision'),
      cost: { ...exampleResult().cost, usd: 0.0312, tokens: 9000, calls: 7, seconds: 40 },
    });
    expect(text).toMatch(/^PostgreSQL: majority 2 : 1, 3 of 4 voted, confidence 0\.70; d@four failed\n/);
    expect(text).toContain('\n  partial: the last answer of 1 of 4 participants is missing\n');
    expect(text).toContain('against   c prefers SQLite: it is simpler\n');
    expect(text).toContain('missing   d: rate limited: try later\n');
    expect(text.match(/^ {2}warning .*$/gm)).toEqual(['  warning   one vote decides the result']);
    expect(text).toContain('cost      $0.0312 for 7 calls\n');
  });

  it('says who did not have to be asked, and how much of an unknown sum is known', () => {
    const base = unanimousResult();
    const spent = {
      role: 'participant',
      calls: 2,
      failed_calls: 0,
      retries: 0,
      input_tokens: 9,
      output_tokens: 9,
    } as const;
    const text = render({
      ...base,
      integrity: { ...base.integrity, not_asked: ['opus@claude', 'gpt-6@codex'] },
      cost: {
        ...base.cost,
        calls: 4,
        by_participant: [
          { ...spent, participant: 'a', usd: 0.25 },
          { ...spent, participant: 'b', usd: 'unknown' },
        ],
      },
    });
    expect(text).toContain('  not asked opus@claude, gpt-6@codex: the cheapest of different families came first\n');
    expect(text).toContain('  cost      unknown for 4 calls, of which $0.25 is known\n');
  });

  it('says which participants were asked to challenge the lead, and why no further one was', () => {
    const base = unanimousResult();
    const [first = '', second = ''] = base.participants;
    const challenge = {
      rounds: [{ round: 2, asked: [first, second], because: 'PostgreSQL leads with 2 of 3 votes' }],
      ended: 'PostgreSQL withstood the challenge',
      standing: base.participants.slice(2),
    };
    const text = render({ ...base, integrity: { ...base.integrity, challenge } });
    expect(text).toMatch(/^ {2}asked {5}in round 2 \S+, \S+: PostgreSQL leads with 2 of 3 votes$/m);
    expect(text).toContain('  asked     then no participant: PostgreSQL withstood the challenge\n');
    const untested = { rounds: [], ended: 'all votes agree', standing: [] };
    expect(render({ ...base, integrity: { ...base.integrity, challenge: untested } })).toContain(
      '  asked     no participant again: all votes agree\n',
    );
  });

  it('says that a cost is unknown instead of leaving it out', () => {
    const base = unanimousResult();
    const text = render({ ...base, cost: { ...base.cost, usd: 'unknown', calls: 3, by_participant: [] } });
    expect(text).toContain('  cost      unknown for 3 calls\n');
    expect(render({ ...base, cost: { ...base.cost, usd: 0 } })).not.toContain('cost  ');
  });

  it('says of a debate that a cap ended what ended it, once', () => {
    const base = unanimousResult({ status: 'partial' });
    const end = 'the debate ended early: the time cap of 30 s was reached';
    const text = render({ ...base, integrity: { ...base.integrity, warnings: [end] } });
    expect(text.split('\n')[1]).toBe(`  partial: ${end}`);
    expect(text.split(end)).toHaveLength(2);
    const missing = [{ participant: 'builder@demo', reason: 'timed out after 30 s' }];
    expect(render({ ...base, integrity: { ...base.integrity, warnings: [end], missing } }, 120)).toContain(
      `partial: ${end}; the last answer of 1 of 3 participants is missing`,
    );
  });

  it('shows what the answers to an open question agree on, dispute and say alone, and the recommended answer once', () => {
    const answer = 'Page by key with an opaque cursor.';
    const text = render(
      unanimousResult({
        verdict: 'Recommended: Page by key with an opaque cursor; the votes: keyset: unanimous, 3 of 3 voted',
        summary: {
          consensus: 'By key.',
          key_agreements: ['offsets are slow'],
          key_disagreements: ['whether cursors expire'],
          unique_points: ['only the builder asks about sorting'],
          final_recommendation: answer,
          written_by: 'sonnet@claude',
        },
      }),
    );
    expect(text).toMatch(/^Recommended: Page by key with an opaque cursor; the votes: keyset/);
    expect(text).toContain('  agreed    offsets are slow\n  disputed  whether cursors expire\n');
    expect(text).toContain('  only one  only the builder asks about sorting\n');
    expect(text.split('Page by key')).toHaveLength(2);
  });

  it('asks for no outcome without a quorum', () => {
    const decision_id = '20261116-101502-3f9ac1';
    expect(render(unanimousResult({ decision_id }))).toContain('Outcome ');
    expect(render({ ...noQuorumResult(), decision_id })).not.toContain('Outcome ');
  });

  it('does not let a model control the terminal in any field', () => {
    const evil = '\u001b[2J\u001b]0;owned\u0007\r\nPostgreSQL: unanimous\u202e';
    const base = unanimousResult();
    const text = render({
      ...base,
      verdict: evil,
      because: [{ participant: evil, option: evil, reason: evil }],
      against: [{ participant: evil, option: evil, reason: evil }],
      participants: [evil, ...base.participants.slice(1)],
      integrity: { ...base.integrity, warnings: [evil], missing: [{ participant: evil, reason: evil }] },
      summary: { ...base.summary, final_recommendation: evil, key_disagreements: [evil] },
      counterfactual: { ...base.counterfactual, flips: [{ participant: evil, from: evil, to: evil, because: evil }] },
      voting_result: base.voting_result && {
        ...base.voting_result,
        options: [{ id: 'O1', text: evil, aliases: [] }],
        final_tally: { [evil]: 3 },
        votes_by_round: [vote(1, evil, 'O1', 0.7, evil)],
        winning_option: evil,
      },
    });
    expect(plainText(text)).toBe(text);
    // A line of its own would pass for our verdict.
    expect(text.split('\n').filter((line) => line.startsWith('PostgreSQL'))).toHaveLength(1);
  });

  it('wraps long and wide texts within the window and cuts pages short', () => {
    const base = unanimousResult();
    const long = `${'many words '.repeat(80)}${'議論'.repeat(60)}`;
    const text = render(
      { ...base, summary: { ...base.summary, final_recommendation: long, key_disagreements: ['議論'.repeat(60)] } },
      60,
    );
    expect(Math.max(...text.split('\n').map(displayWidth))).toBeLessThanOrEqual(60);
    expect(text).toContain('…');
    expect(text.split('\n').length).toBeLessThan(30);
  });

  it('says the same with and without color', () => {
    const painted = render(unanimousResult(), 100, { color: ansiColor });
    expect(painted).toContain('\u001b[');
    expect(plainText(painted)).toBe(render(unanimousResult()));
  });
});
