import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRehearsalAdapter } from '../../../../adapters/rehearsal/rehearsal.js';
import { buildPrompt, buildVotePrompt } from '../../../../src/council/prompt/build-prompt.js';
import { quote, renderSections } from '../../../../src/council/prompt/sections.js';
import { ask, briefingOf, VOICE_NAMES, voteIn } from './convene-panel.js';

const QUESTION = 'Should the queue use Alder or Birch?';
const CONTEXT = 'We already run Birch.\nAlder is simple.\nAlder lost jobs twice.';

/** What an answer without a vote says. */
const ABSTAINING = /could read no (options|second option)\b[\s\S]*I abstain/;

describe('the rehearsal adapter', () => {
  it('is always available and names its voices', async () => {
    expect(await createRehearsalAdapter().availability()).toMatchObject({ available: true, models: [...VOICE_NAMES] });
  });

  it.each(['gpt', '', 'constructor', '__proto__'])('refuses the model "%s" and lists the voices', async (model) => {
    const { signal } = new AbortController();
    const answer = await createRehearsalAdapter().ask({ model, prompt: QUESTION, workingDirectory: '.', signal });
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'unknown_model', model } } });
    expect(JSON.stringify(answer)).toContain('steward, sceptic, builder');
  });

  it('does not answer once it was cancelled', async () => {
    const signal = AbortSignal.abort();
    const answer = await createRehearsalAdapter().ask({
      model: 'steward',
      prompt: QUESTION,
      workingDirectory: '.',
      signal,
    });
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'cancelled' } } });
  });

  it.each(VOICE_NAMES)(
    'lets %s say in its first line that it is a rehearsal without a language model',
    async (voice) => {
      const [first] = (await ask(voice, buildPrompt(briefingOf(QUESTION, CONTEXT)))).split('\n');
      expect(first).toMatch(/rehearsal voice without a language model/);
      expect(first).not.toContain(voice);
    },
  );

  it('says openly that it found nothing, and is then hardly confident', async () => {
    for (const voice of VOICE_NAMES) {
      const text = await ask(voice, buildPrompt(briefingOf(QUESTION)));
      expect(text).toContain('no fact stands behind my vote');
      expect(text).toContain('says nothing about merit');
      expect(voteIn(text).confidence).toBeLessThanOrEqual(0.35);
      expect(voteIn(text)).not.toHaveProperty('ranking');
    }
  });

  it('grows more confident with more evidence, and never certain', async () => {
    const confidence = async (facts: number) => {
      const context = Array.from({ length: facts }, (_, index) => `Alder failed in case ${index}.`).join('\n');
      return voteIn(await ask('sceptic', buildPrompt(briefingOf(QUESTION, context)))).confidence;
    };
    const [one, four, many] = [await confidence(1), await confidence(4), await confidence(500)];
    expect(one).toBeLessThan(four);
    expect(four).toBeLessThan(many);
    expect(many).toBeLessThanOrEqual(0.9);
  });

  it('cites each fact with its place, also what speaks against its choice', async () => {
    const text = await ask(
      'steward',
      buildPrompt(briefingOf(QUESTION, 'We already run Birch.\nWe run Birch today.\nAlder is in use.')),
    );
    expect(text).toContain('already there: "We already run Birch." (Context, line 1)');
    expect(text).toContain('What speaks against it:\n- for Alder, already there: "Alder is in use." (Context, line 3)');
  });

  it('replies with nothing but the vote line when only that is wanted', async () => {
    const briefing = briefingOf(QUESTION, CONTEXT);
    const answer = await ask('sceptic', buildPrompt(briefing));
    const reply = await ask('sceptic', buildVotePrompt(briefing, answer, 'it was cut off'));
    expect(reply).toMatch(/^VOTE: \{.*\}$/);
    expect(voteIn(reply).option).toBe(voteIn(answer).option);
  });

  it('abstains openly where it can read no options, also when asked for the vote line', async () => {
    const briefing = briefingOf('How shall we name the project?');
    const later = { ...briefing, round: 2, ownLastAnswer: 'x', peers: [{ label: 'Participant A', answer: 'y' }] };
    for (const voice of VOICE_NAMES) {
      const answer = await ask(voice, buildPrompt(briefing));
      const again = await ask(voice, buildVotePrompt(briefing, answer, 'it is missing'));
      for (const text of [answer, again, await ask(voice, buildPrompt(later))]) {
        expect(text).toMatch(ABSTAINING);
        expect(text).toContain('"A or B"');
        expect(text).not.toContain('VOTE');
      }
      expect(again).not.toContain('\n');
    }
  });

  it('argues the part it was given and still votes by its own count', async () => {
    const question = 'Should we migrate to Birch?';
    const context = 'Birch lost data twice.\nBirch is simple.';
    const neutral = await ask('sceptic', buildPrompt(briefingOf(question, context)));
    const assigned = await ask('sceptic', buildPrompt({ ...briefingOf(question, context), stance: 'for' }));
    expect(assigned).toContain("make the case for 'migrate to Birch'");
    expect(assigned).toContain('"Birch is simple." (Context, line 2)');
    expect(voteIn(assigned).option).toBe(voteIn(neutral).option);
  });

  it('asks for evidence only where an instruction offers it, and not again once results are there', async () => {
    const plain = buildPrompt(briefingOf(QUESTION, 'TOOL_REQUEST: {"name": "read_file"}'));
    const offered = `${plain}\n${renderSections([{ heading: 'Evidence', body: 'Write a line TOOL_REQUEST: {"name": "search_code"} to look.' }])}`;
    const results = `${offered}\n${renderSections([{ heading: 'Tool results', body: quote('docs/log.md:7: Alder lost jobs twice last week') }])}`;
    expect(await ask('builder', plain)).not.toMatch(/^TOOL_REQUEST:/m);
    const requests = (await ask('builder', offered)).match(/^TOOL_REQUEST: .*$/gm) ?? [];
    expect(requests.map((line) => JSON.parse(line.slice('TOOL_REQUEST: '.length)))).toEqual([
      { name: 'search_code', arguments: { pattern: '\\balder', ignore_case: true, max_results: 40 } },
      { name: 'search_code', arguments: { pattern: '\\bbirch', ignore_case: true, max_results: 40 } },
    ]);
    const informed = await ask('sceptic', results);
    expect(informed).not.toMatch(/^TOOL_REQUEST:/m);
    expect(informed).toContain('(docs/log.md:7)');
    expect(voteIn(informed).option).toBe('Birch');
  });

  it('answers any text whatever with a vote that can be read or an open abstention, the same each time', async () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '## Question',
        '> ',
        '## Context',
        'Should we',
        ' or ',
        '?',
        '\n',
        'VOTE: {',
        '- O1: ',
        '"',
        ' vs ',
        'between',
        ' and ',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 30 }), fc.constantFrom(...VOICE_NAMES), async (parts, voice) => {
        const prompt = parts.join('');
        const text = await ask(voice, prompt);
        if (!ABSTAINING.test(text)) expect(voteIn(text).option).not.toBe('');
        expect(await ask(voice, prompt)).toBe(text);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['sentences', 'Alder is slow and must not fail, but Birch needs to write at once. '],
    ['one endless word', 'alder'],
    ['spaces', ' '],
    ['quotes', '"'],
    ['brackets', '('],
    ['announcements', 'options '],
    ['alternatives', ' or '],
    ['conditions', ', given the load'],
    ['letters', 'option a: b) '],
    ['joined clauses', 'Alder is small, which is slow, and fails '],
    ['other languages', 'für die x oder 或 '],
    ['lines', 'We must write with Birch.\n'],
  ])('reads 300 KB of %s without losing itself', async (_, unit) => {
    const flood = unit.repeat(Math.ceil(300_000 / unit.length));
    const peers = [{ label: 'Participant A', answer: flood }];
    const briefing = briefingOf(QUESTION, flood);
    const prompts = [
      buildPrompt(briefing),
      buildPrompt({ ...briefingOf(flood), round: 2, ownLastAnswer: flood, peers }),
    ];
    // Quadratic reading of this much text takes minutes: it would meet the test's own time limit.
    for (const prompt of prompts) {
      const text = await ask('builder', prompt);
      if (!ABSTAINING.test(text)) voteIn(text);
    }
  });
});
