import { describe, expect, it } from 'vitest';
import { challengeLead } from '../../../../src/council/debate/challenge-lead.js';
import { createOptionList } from '../../../../src/council/options/option-list.js';
import type { Seat } from '../../../../src/council/panel/seat.js';
import { type RoundRecord, type Turn, votesIn } from '../../../../src/council/rounds/debate-record.js';
import type { ModelFailure } from '../../../../src/models/index.js';

type Said = readonly [option: string, confidence: number] | ModelFailure | 'abstains';

const busy: ModelFailure = { kind: 'server_error', status: 503, detail: 'busy' };
const gone: ModelFailure = { kind: 'not_installed', command: 'gone', remedy: 'install it' };
const sure = (option: string): Said => [option, 0.9];

/** Who is asked next and why, or why no one is, after these answers; the first round names every seat. */
function nextAfter(...said: readonly Readonly<Record<string, Said>>[]) {
  const seats = Object.keys(said[0] ?? {}).map(seatOf);
  const rounds = said.map((answers, index): RoundRecord => {
    const turns = seats.flatMap((seat) => {
      const answer = answers[seat.participant];
      return answer === undefined ? [] : [turnOf(seat, index + 1, answer)];
    });
    return { round: index + 1, turns, evidence: { executions: [], outputs: new Map(), notRun: [] } };
  });
  const options = createOptionList({ question: '', ballot: [] });
  for (const round of rounds) options.addVotes(votesIn(round).map(({ option }) => option));
  const next = challengeLead(seats, rounds, options);
  if (next.kind === 'end') return { asked: [], because: next.reason };
  return { asked: next.seats.map(({ participant }) => participant), because: next.because };
}

function seatOf(participant: string): Seat {
  const adapter: Seat['adapter'] = {
    name: participant,
    kind: 'http',
    ask: () => Promise.reject(new Error('a participant was asked')),
    availability: async () => ({ available: true, detail: 'scripted' }),
  };
  const none = { reasoningEffort: undefined, price: undefined };
  return { participant, adapter, model: 'm', stance: 'neutral', family: participant, ...none };
}

function turnOf(seat: Seat, round: number, said: Said): Turn {
  const base = { seat, round, startedAt: new Date(0), durationMs: 1 };
  if (said !== 'abstains' && 'kind' in said) return { ...base, outcome: { kind: 'failed', failure: said } };
  const vote: Extract<Turn['outcome'], { kind: 'answered' }>['vote'] =
    said === 'abstains'
      ? { kind: 'abstention', reason: 'not enough is known' }
      : {
          kind: 'vote',
          vote: { option: said[0], confidence: said[1], rationale: 'it fits', continue_debate: true },
        };
  const answer = { text: 'an answer', vote, draft: undefined, unfinished: undefined, citations: [] };
  return { ...base, outcome: { kind: 'answered', ...answer } };
}

describe('a lead', () => {
  it('is large from three quarters of the votes on, and then no participant is asked again', () => {
    const threeOfFour = { a: sure('Redis'), b: sure('Redis'), c: sure('Redis'), d: sure('SQLite') };
    expect(nextAfter(threeOfFour)).toEqual({ asked: [], because: 'Redis leads with 3 of 4 votes, a large lead' });
    const threeOfFive = { ...threeOfFour, e: sure('SQLite') };
    expect(nextAfter(threeOfFive).asked).toEqual(['a', 'b', 'c']);
  });

  it('is not large while votes are missing that could make it less than three quarters', () => {
    const votes = { a: sure('Redis'), b: sure('Redis'), c: sure('Redis'), d: sure('SQLite') };
    expect(nextAfter({ ...votes, e: busy })).toEqual({ asked: ['e'], because: 'their votes are missing' });
    // Who can never answer is not waited for.
    expect(nextAfter({ ...votes, e: gone }).because).toBe('Redis leads with 3 of 4 votes, a large lead');
  });

  it('waits for missing votes that could outvote it, even if all voters agree', () => {
    const two = { a: sure('Redis'), b: sure('Redis') };
    expect(nextAfter({ ...two, c: busy, d: busy, e: busy }).asked).toEqual(['c', 'd', 'e']);
    expect(nextAfter({ ...two, c: busy, d: busy }).asked).toEqual(['c', 'd']);
    expect(nextAfter({ ...two, c: busy })).toEqual({ asked: [], because: 'all votes agree' });
  });

  it('says the second time why only some of its voters are asked again', () => {
    const votes: Record<string, Said> = { a: ['Redis', 0.6], b: ['Redis', 0.9], c: ['SQLite', 0.8] };
    expect(nextAfter(votes)).toEqual({
      asked: ['a', 'b'],
      because: 'Redis leads with 2 of 3 votes and is put to the test',
    });
    expect(nextAfter(votes, { a: ['Redis', 0.6], b: ['Redis', 0.9] })).toEqual({
      asked: ['a'],
      because:
        'Redis leads with 2 of 3 votes, and those are asked again who are less sure than a participant that disagrees',
    });
  });
});

describe('a tie', () => {
  const equallySure = { a: sure('Redis'), b: sure('SQLite') };

  it('does not stay between two that are equally sure', () => {
    expect(nextAfter(equallySure, equallySure)).toEqual({
      asked: ['a', 'b'],
      because:
        'Redis and SQLite are tied, and those are asked again who are not surer than a participant that disagrees',
    });
    expect(nextAfter(equallySure, { a: ['Redis', 0.95], b: ['SQLite', 0.9] }).asked).toEqual(['b']);
  });

  it('names all its options', () => {
    const three = { ...equallySure, c: sure('PostgreSQL') };
    expect(nextAfter(three)).toEqual({
      asked: ['a', 'b', 'c'],
      because: 'Redis, SQLite and PostgreSQL are tied',
    });
  });

  it.each(['Redis', 'SQLite'])('ends the debate when it is broken, also for %s', (winner) => {
    const unsure = (option: string): Said => [option, 0.2];
    const others = { a: unsure('Redis'), b: unsure('Redis'), c: unsure('SQLite'), d: unsure('SQLite') };
    const next = nextAfter({ ...others, e: sure('PostgreSQL') }, { ...others, e: unsure(winner) });
    expect(next).toEqual({ asked: [], because: `${winner} took the lead when the arguments were weighed again` });
  });
});

describe('a vote that is missing', () => {
  const led = { a: sure('Redis'), b: sure('Redis'), c: sure('SQLite') };

  it('is requested alone once, and then together with the test of the lead', () => {
    expect(nextAfter({ ...led, d: busy }).asked).toEqual(['d']);
    for (const still of [busy, 'abstains'] as const) {
      expect(nextAfter({ ...led, d: busy }, { d: still })).toEqual({
        asked: ['a', 'b', 'd'],
        because: 'Redis leads with 2 of 3 votes and is put to the test, and votes are missing',
      });
    }
  });

  it('is requested alone again only if no participant had answered before', () => {
    const silence = { a: busy, b: busy, c: busy, d: busy };
    expect(nextAfter(silence)).toEqual({ asked: ['a', 'b', 'c', 'd'], because: 'there is no vote so far' });
    expect(nextAfter(silence, { ...led, d: busy }).asked).toEqual(['d']);
  });

  it('is not requested if its voter can no longer answer', () => {
    expect(nextAfter({ a: gone, b: gone })).toEqual({
      asked: [],
      because: 'no participant that could still vote is left',
    });
    expect(nextAfter({ a: busy, b: gone }).asked).toEqual(['a']);
    expect(nextAfter({ ...led, d: gone }).asked).toEqual(['a', 'b']);
  });

  it('is not requested again from a participant whose earlier vote counts', () => {
    // The second failed permanently when it was asked to test the lead: its vote counts, and only the first can be asked.
    const votes: Record<string, Said> = { a: ['Redis', 0.5], b: ['Redis', 0.5], c: ['SQLite', 0.8] };
    expect(nextAfter(votes, { a: ['Redis', 0.5], b: gone }).asked).toEqual(['a']);
  });
});
