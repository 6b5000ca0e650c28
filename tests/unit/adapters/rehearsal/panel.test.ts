import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPrompt } from '../../../../src/council/prompt/build-prompt.js';
import { ask, briefingOf, convenePanel, type PanelRound, VOICE_NAMES, verdictOf, voteIn } from './convene-panel.js';

const QUESTION = 'Should the queue use Alder or Birch?';

/** The contested case: the builder sees little work in Alder, the others cite what it does not look for. */
const CONTESTED = [
  'Alder is a single file.',
  'We already run Birch for accounts.',
  'Alder lost jobs in March.',
  'Alder stalled again in May.',
].join('\n');

const votesOf = (debate: readonly PanelRound[]) =>
  debate.map((round) => VOICE_NAMES.map((name) => [round[name].option, round[name].vote.confidence]));

describe('a panel of the three voices', () => {
  it('changes a mind because of a fact that a peer cites', async () => {
    const [first, second] = await convenePanel(QUESTION, CONTESTED);
    expect(first?.builder.option).toBe('Alder');
    expect(first?.sceptic.option).toBe('Birch');
    expect(second?.builder.option).toBe('Birch');
    expect(second?.builder.vote.changed_because).toMatch(/^Participant [AB] cites ".+" \(Context, line [234]\)/);
    expect(second?.builder.text).toContain('I change from Alder to Birch.');
    expect(second?.sceptic.vote).not.toHaveProperty('changed_because');
  });

  it('keeps a changed mind in the rounds that follow', async () => {
    const debate = await convenePanel(QUESTION, CONTESTED, 4);
    expect(debate.map(({ builder }) => builder.option)).toEqual(['Alder', 'Birch', 'Birch', 'Birch']);
    expect(debate.at(-1)?.builder.vote.continue_debate).toBe(false);
  });

  it('is not moved by a majority that cites nothing', async () => {
    const peers = ['A', 'B', 'C', 'D'].map((letter) => ({
      label: `Participant ${letter}`,
      answer: 'Alder is obviously slow and risky; everybody says so.\nVOTE: {"option": "Birch", "confidence": 0.99}',
    }));
    for (const [voice, context] of [
      ['steward', undefined],
      ['builder', 'Alder is simple.'],
    ] as const) {
      const own = await ask(voice, buildPrompt(briefingOf(QUESTION, context)));
      const options = [
        { id: 'O1', text: 'Alder' },
        { id: 'O2', text: 'Birch' },
      ];
      const prompt = buildPrompt({ ...briefingOf(QUESTION, context), round: 2, options, ownLastAnswer: own, peers });
      const text = await ask(voice, prompt);
      expect(voteIn(own).option).toBe('Alder');
      expect(voteIn(text).option).toBe('O1');
      expect(text).toMatch(/without citing a fact|nobody has cited a fact/);
    }
  });

  it('says in one sentence that still nobody has found anything, and wants no further round', async () => {
    const [first, second, third] = await convenePanel(QUESTION, undefined, 3);
    for (const voice of VOICE_NAMES) {
      expect(second?.[voice].text.split('\n')).toHaveLength(3);
      expect(second?.[voice].text).toMatch(/^I am a rehearsal voice without a language model; nobody has cited a fact/);
      expect(second?.[voice].option).toBe(first?.[voice].option);
      expect(second?.[voice].vote.continue_debate).toBe(false);
      expect(third?.[voice].vote.continue_debate).toBe(false);
    }
  });

  it('does not take a quotation across the gap of a shortened answer for a citation', async () => {
    const own = await ask('steward', buildPrompt(briefingOf(QUESTION)));
    const answer =
      'I say "Alder … 1234 characters left out … is slow" (src/queue.ts)\nVOTE: {"option": "Birch", "confidence": 0.6}';
    const peers = [{ label: 'Participant C', answer }];
    const text = await ask('steward', buildPrompt({ ...briefingOf(QUESTION), round: 2, ownLastAnswer: own, peers }));
    expect(voteIn(text).option).toBe('Alder');
  });

  it('gives way to a cited fact when its own choice rests on none', async () => {
    const own = await ask('steward', buildPrompt(briefingOf(QUESTION)));
    const options = [
      { id: 'O1', text: 'Alder' },
      { id: 'O2', text: 'Birch' },
    ];
    const later = { ...briefingOf(QUESTION), round: 2, options, ownLastAnswer: own };
    for (const claim of [
      'Alder locks up under load (src/queue.ts:41).',
      'The pool is opened there (src/queue.ts:41).',
    ]) {
      const peers = [{ label: 'Participant C', answer: `${claim}\nVOTE: {"option": "Birch", "confidence": 0.6}` }];
      const vote = voteIn(await ask('steward', buildPrompt({ ...later, peers })));
      expect(vote.option).toBe('O2');
      expect(vote.changed_because).toMatch(/Participant C cites .*src\/queue\.ts:41/);
    }
  });

  it('reaches opposite verdicts from opposite evidence', async () => {
    const swapped = CONTESTED.replaceAll('Alder', 'X').replaceAll('Birch', 'Alder').replaceAll('X', 'Birch');
    expect(verdictOf(await convenePanel(QUESTION, CONTESTED))).toBe('Birch');
    expect(verdictOf(await convenePanel(QUESTION, swapped))).toBe('Alder');
  });

  it('never votes otherwise when the options of the question change places', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FRAMES),
        names,
        fc.array(statement, { maxLength: 6 }),
        async (frame, [a, b], facts) => {
          const context = facts.length === 0 ? undefined : facts.map((fact) => fact(a, b)).join('\n');
          const straight = await convenePanel(frame(a, b), context);
          const reversed = await convenePanel(frame(b, a), context);
          expect(votesOf(reversed)).toEqual(votesOf(straight));
          expect(verdictOf(reversed)).toBe(verdictOf(straight));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('votes by the evidence and not by the names', async () => {
    await fc.assert(
      fc.asyncProperty(
        names,
        names,
        fc.array(statement, { minLength: 1, maxLength: 6 }),
        async ([a, b], [c, d], facts) => {
          const debateOn = (one: string, other: string) =>
            convenePanel(`Should we use ${one} or ${other}?`, facts.map((fact) => fact(one, other)).join('\n'), 1);
          const [before] = await debateOn(a, b);
          const [after] = await debateOn(c, d);
          for (const voice of VOICE_NAMES) {
            // Where the facts balance, a rule about names decides, and says so.
            if (before?.[voice].vote.ranking === undefined) continue;
            expect(after?.[voice].option).toBe(before[voice].option === a ? c : d);
            expect(after?.[voice].vote.confidence).toBe(before[voice].vote.confidence);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

type Fill = (a: string, b: string) => string;

const FRAMES: readonly Fill[] = [
  (a, b) => `Should our job queue use ${a} or ${b}?`,
  (a, b) => `Which is better for us: ${a}, ${b} or Walnut?`,
  (a, b) => `${a} vs ${b} for the job queue?`,
  (a, b) => `We have to choose between ${a} and ${b} this week.`,
  (a, b) => `Should we move the service to ${a} or ${b}?`,
  (a, b) => `We wonder whether to extend ${a} or extend ${b}.`,
];

const names = fc.constantFrom(
  ['Alder', 'Birch'],
  ['Zelkova', 'Maple'],
  ['Qorvex', 'Tundril'],
  ['Ferro', 'Mistel'],
) as fc.Arbitrary<[string, string]>;

const statement: fc.Arbitrary<Fill> = fc.constantFrom<Fill[]>(
  (a) => `We already run ${a}.`,
  (_, b) => `${b} lost jobs twice.`,
  (a) => `There was no outage with ${a}.`,
  (_, b) => `${b} is simple and needs no extra server.`,
  (a) => `${a} is another service to maintain.`,
  (a, b) => `${a} is slower than ${b}.`,
  (_, b) => `A switch to ${b} can be rolled back.`,
  () => 'Several workers must write at once.',
  (a) => `${a} supports many writers.`,
);
