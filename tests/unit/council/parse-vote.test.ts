import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseVote } from '../../../src/council/index.js';
import { reportCases } from '../../support/report-cases.js';
import { seedOr } from '../../support/seed.js';

const object = '{"option": "SQLite", "confidence": 0.8, "rationale": "one file", "continue_debate": false}';
const whole = { option: 'SQLite', confidence: 0.8, rationale: 'one file', continue_debate: false };

/** The scorecard tries 100,000. */
const CASES = Number(process.env.WITAN_CASES ?? 5_000);

describe('parseVote', () => {
  it.each([
    ['a plain line', `Reasons.\nVOTE: ${object}`],
    ['bold marker', `**VOTE:** ${object}`],
    ['bold marker, colon outside', `**VOTE**: ${object}`],
    ['bold around everything', `**VOTE: ${object}**`],
    ['inline code', `\`VOTE: ${object}\``],
    ['a heading', `### VOTE:\n${object}`],
    ['a list item', `- VOTE: ${object}`],
    ['a code fence around it', `\`\`\`\nVOTE: ${object}\n\`\`\``],
    ['fenced JSON below it', `VOTE:\n\`\`\`json\n${object}\n\`\`\``],
    ['an object over several lines', `VOTE: ${JSON.stringify(whole, null, 2)}`],
    ['Windows line ends', `Text\r\nVOTE: ${object}\r\n`],
    ['a boxed formula', `\\boxed{VOTE: ${object}}`],
    [
      'a trailing comma',
      'VOTE: {"option": "SQLite", "confidence": 0.8, "rationale": "one file", "continue_debate": false,}',
    ],
    [
      'a line break in a string',
      'VOTE: {"option": "SQLite", "confidence": 0.8, "rationale": "one\nfile", "continue_debate": false}',
    ],
    ['text behind it', `VOTE: ${object} That is my vote.`],
    ['a missing last brace', `VOTE: ${object.slice(0, -1)}`],
    ['a missing last brace in a code fence', `VOTE:\n\`\`\`json\n${object.slice(0, -1)}\n\`\`\`\nThat is all.`],
    ['a missing last brace and more text', `VOTE: ${object.slice(0, -1)}\n\nI could still be convinced.`],
    ["Python's words", `VOTE: ${object.replace('false', 'False').replace('}', ', "changed_because": None}')}`],
    ["Python's words and quotes", `VOTE: ${object.replaceAll('"', "'").replace('false', 'False')}`],
    ['a heading without a colon', `## VOTE\n\n${object}`],
    ['a bold heading without a colon', `**VOTE**\n\`\`\`json\n${object}\n\`\`\``],
    ['a final vote', `FINAL VOTE:\n${object}`],
    ['a final vote in bold', `**Final vote:** ${object}`],
    ['a full-width colon', `VOTE：${object}`],
    ['a German heading', `**Stimme:** ${object}`],
    ['a Spanish heading', `## VOTO\n${object}`],
    ['a Japanese heading', `投票：${object}`],
    ['a vote behind its thoughts', `<think>\nVOTE: {"option": "B", "confidence": 1}\n</think>\nVOTE: ${object}`],
    ['a vote behind thoughts that only end', `Hm.\nVOTE: {"option": "B", "confidence": 1}\n</think>\nVOTE: ${object}`],
    ['a vote behind a tag that is talked about', `We emit a <think> tag.\nVOTE: ${object}`],
  ])('reads %s', (_, answer) => {
    expect(parseVote(answer)).toEqual({ kind: 'vote', vote: whole });
  });

  it.each(['\u00ad', '\u061c', '\u200b', '\u3164', '\u{e0041}', '\ufe00'])(
    'reads an option with the hidden character %j as the one that it looks like',
    (hidden) => {
      const parsed = parseVote(
        `VOTE: ${JSON.stringify({ ...whole, option: `SQL${hidden}ite`, ranking: [`A${hidden}`] })}`,
      );
      expect(parsed).toEqual({ kind: 'vote', vote: { ...whole, ranking: ['A'] } });
    },
  );

  it('keeps a rationale with braces, quotes and a marker', () => {
    const rationale = 'a {nested} "quote" } and VOTE: {';
    const parsed = parseVote(`VOTE: ${JSON.stringify({ ...whole, rationale })}`);
    expect(parsed).toEqual({ kind: 'vote', vote: { ...whole, rationale } });
  });

  it('reads a confidence of 8/10 without quotes', () => {
    expect(parseVote('VOTE: {"option": "A", "confidence": 8/10}')).toMatchObject({ vote: { confidence: 0.8 } });
  });

  it('reads quotes inside a string that are not escaped', () => {
    const parsed = parseVote(
      'VOTE: {"option": "the "fast" path", "confidence": 0.8, "rationale": "it is "fast", really"}',
    );
    expect(parsed).toMatchObject({
      kind: 'vote',
      vote: { option: 'the "fast" path', rationale: 'it is "fast", really' },
    });
  });

  it('reads the number of an option', () => {
    expect(parseVote('VOTE: {"option": 2, "confidence": 0.8}')).toMatchObject({ kind: 'vote', vote: { option: '2' } });
  });

  it('reads pairs of options that have the same name', () => {
    const parsed = parseVote(
      `VOTE: ${JSON.stringify({ ...whole, same: [['O2', 'O3'], 'O1', ['O4'], ['O5', 'O6', 'O7']] })}`,
    );
    const same = [
      ['O2', 'O3'],
      ['O5', 'O6'],
      ['O5', 'O7'],
      ['O6', 'O7'],
    ];
    expect(parsed).toEqual({ kind: 'vote', vote: { ...whole, same } });
  });

  it.each(['Abstain from caching', 'abstain from retries', 'Abstention-based quorum'])(
    'reads the option "%s"',
    (option) => {
      expect(parseVote(`VOTE: ${JSON.stringify({ ...whole, option })}`)).toMatchObject({
        kind: 'vote',
        vote: { option },
      });
    },
  );

  it.each([
    ['8/10', 0.8],
    ['4 / 5', 0.8],
    [90, 0.9],
    ['90%', 0.9],
    ['0.9', 0.9],
    [1, 1],
    [0, 0],
    [100, 1],
    [1.0000001, 1],
    ['1.0000001', 1],
    ['100.0000001%', 1],
    [-0.0000001, 0],
    [1.01, 0.0101],
  ])('reads confidence %s as %s', (confidence, share) => {
    const parsed = parseVote(`VOTE: ${JSON.stringify({ ...whole, confidence })}`);
    expect(parsed).toEqual({ kind: 'vote', vote: { ...whole, confidence: share } });
  });

  it('reads the choice of none of the offered options', () => {
    expect(parseVote('VOTE: {"option": "None", "confidence": 0.9}')).toMatchObject({
      kind: 'vote',
      vote: { option: 'None' },
    });
  });

  it('reads an option without control characters, line separators and direction marks', () => {
    const option = 'SQLite\u0085## What to do now\u2028\u001b[31m\u202eO1';
    const parsed = parseVote(`VOTE: ${JSON.stringify({ option, confidence: 0.5 })}`);
    expect(parsed).toMatchObject({ kind: 'vote', vote: { option: 'SQLite ## What to do now O1' } });
  });

  it('reads the last well-formed vote, also when a broken one follows', () => {
    const answer = `VOTE: {"option": "A", "confidence": 0.5}\nVOTE: {"option": "B", "confidence": 0.6}\nVOTE: {"option": `;
    expect(parseVote(answer)).toMatchObject({ kind: 'vote', vote: { option: 'B' } });
  });

  it('reads changed_because and ranking if they are given', () => {
    const more = { changed_because: 'I had missed the writers', ranking: ['SQLite', 'PostgreSQL'] };
    expect(parseVote(`VOTE: ${JSON.stringify({ ...whole, ...more })}`)).toEqual({
      kind: 'vote',
      vote: { ...whole, ...more },
    });
  });
});

describe('parseVote without a valid vote', () => {
  it.each([
    ['no marker', 'I prefer SQLite.', /no line that starts with VOTE/],
    ['a quoted vote', `> VOTE: ${object}`, /no line that starts with VOTE/],
    ['a marker in mid-sentence', `My VOTE: ${object}`, /no line/],
    ['half a JSON object', 'VOTE: {"option": "SQLite", "conf', /complete JSON/],
    ['no object', 'VOTE: SQLite', /no JSON object/],
    ['no option', 'VOTE: {"confidence": 0.5}', /"option"/],
    ['an option without words', 'VOTE: {"option": "…", "confidence": 0.5}', /names nothing/],
    ['no confidence', 'VOTE: {"option": "SQLite"}', /"confidence"/],
    ['confidence above 100', 'VOTE: {"option": "SQLite", "confidence": 900}', /"confidence"/],
    ['negative confidence', 'VOTE: {"option": "SQLite", "confidence": -1}', /"confidence"/],
    ['the option ABSTAIN', 'VOTE: {"option": "ABSTAIN", "confidence": 0.9}', /abstain/],
    ['an abstention with a full stop', 'VOTE: {"option": "Abstain.", "confidence": 0.9}', /abstain/],
    [
      'an abstention with a reason',
      'VOTE: {"option": "ABSTAIN (not enough information)", "confidence": 0.9}',
      /abstain/,
    ],
    ['a person who abstains', 'VOTE: {"option": "I abstain", "confidence": 0.9}', /abstain/],
    ['an array', 'VOTE: ["SQLite"]', /no JSON object/],
    ['a vote that is only thought', `<thinking>\nVOTE: ${object}\n</thinking>\nI am not sure.`, /no line/],
    ['a vote in thoughts that never end', `<think>\nVOTE: ${object}`, /no line/],
    ['an unclosed object that lacks a field', 'VOTE: {"option": "SQLite", "confidence": 0.8', /complete JSON/],
    ['a share above the whole', 'VOTE: {"option": "SQLite", "confidence": "12/10"}', /"confidence"/],
    ['an abstention from voting', 'VOTE: {"option": "Abstain from voting", "confidence": 0.5}', /abstain/],
    ['the word in a line of its own', `We come to the vote\n${object}`, /no line/],
  ])('reads an abstention: %s', (_, answer, reason) => {
    const parsed = parseVote(answer);
    expect(parsed.kind).toBe('abstention');
    expect(parsed.kind === 'abstention' && parsed.reason).toMatch(reason);
  });
});

describe('parseVote on hostile text', () => {
  const corpus = [
    `VOTE: ${object}`,
    `**VOTE:** \`\`\`json\n${JSON.stringify(whole, null, 2)}\n\`\`\``,
    `> VOTE: ${object}\n\nVOTE: {"option": {"a": [1]}, "confidence": "90%"}`,
    'VOTE: {"option": "\\u0000\\ud800", "confidence": 1e400, "ranking": [null, {}, "x"]}',
    'VOTE: {"__proto__": {"option": "x"}, "confidence": 1}',
  ];

  it('never throws on mutated replies', () => {
    const mutation = fc.tuple(
      fc.constantFrom(...corpus),
      fc.array(
        fc.tuple(fc.nat(400), fc.constantFrom('{', '}', '"', '\\', '\n', '>', 'VOTE:', '`', ',', '\u2028', '', 'é')),
        { maxLength: 8 },
      ),
    );
    fc.assert(
      fc.property(mutation, ([base, edits]) => {
        let text = base;
        for (const [position, inserted] of edits) {
          const at = position % (text.length + 1);
          text = text.slice(0, at) + inserted + text.slice(at + (inserted === '' ? 3 : 0));
        }
        const parsed = parseVote(text);
        if (parsed.kind === 'vote') {
          expect(parsed.vote.option).not.toBe('');
          expect(parsed.vote.confidence >= 0 && parsed.vote.confidence <= 1).toBe(true);
        } else expect(parsed.reason).not.toBe('');
      }),
      { numRuns: CASES, seed: seedOr(20_261_116) },
    );
    reportCases(CASES);
  });

  it.each([
    ['open objects', 'VOTE: {'],
    ['open strings', 'VOTE: {"'],
    ['line breaks', '\n'],
    ['spaces in a broken object', `VOTE: {'${' '.repeat(9900)}'\n`],
    ['emphasis', '*'],
    ['nested objects', '{"a":'],
    ['commas in broken objects', `VOTE: {${','.repeat(9900)}\n`],
    ['escapes', 'VOTE: {"\\'],
    ['markers in lines', 'VOTE: {"option": "x", "confidence": 200}\n'],
  ])('takes time that only grows with the length: %s', (_, piece) => {
    const timed = (length: number) => {
      const text = `VOTE: ${piece.repeat(Math.ceil(length / piece.length))}`;
      const once = () => {
        const start = process.cpuUsage();
        parseVote(text);
        return process.cpuUsage(start).user / 1000;
      };
      return Math.min(once(), once(), once());
    };
    // Quadratic time would take a hundred times as long for ten times the text; noise on a busy machine does not.
    const small = Math.max(timed(100_000), 1);
    expect(timed(1_000_000) / small).toBeLessThan(60);
  });
});
