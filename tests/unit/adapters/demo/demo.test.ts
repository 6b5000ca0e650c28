import { describe, expect, it } from 'vitest';
import { createDemoAdapter } from '../../../../adapters/demo/demo.js';
import { parseVote } from '../../../../src/council/vote/parse-vote.js';
import type { ModelBriefing } from '../../../../src/models/index.js';

const OPTIONS = [
  { id: 'O1', text: 'Alder' },
  { id: 'O2', text: 'Birch' },
];
const CONTESTED = [
  'docs/a.md:1: Alder is a single file.',
  'docs/a.md:2: We already run Birch for accounts.',
  'docs/b.md:7: - Alder lost jobs in March.',
  'docs/b.md:8: - Alder stalled again in May.',
];

function briefing(lines: readonly string[], more: Partial<ModelBriefing> = {}): ModelBriefing {
  const findings = lines.length === 0 ? [] : [lines.join('\n')];
  return { round: 1, options: OPTIONS, canSearch: false, findings, ownVote: undefined, peers: [], ...more };
}

async function ask(model: string, given: ModelBriefing | undefined): Promise<string> {
  const { signal } = new AbortController();
  const request = { model, prompt: 'not read', workingDirectory: '.', signal };
  const answer = await createDemoAdapter().ask(given === undefined ? request : { ...request, briefing: given });
  return answer.ok ? answer.value.text : answer.error.failure.kind;
}

async function voteOf(model: string, given: ModelBriefing) {
  const parsed = parseVote(await ask(model, given));
  return parsed.kind === 'vote' ? parsed.vote : parsed.reason;
}

const optionsOf = (given: ModelBriefing) =>
  Promise.all(
    ['steward', 'skeptic', 'builder'].map(async (voice) => {
      const vote = await voteOf(voice, given);
      return typeof vote === 'string' ? vote : given.options.find(({ id }) => id === vote.option)?.text;
    }),
  );

describe('the demo panel', () => {
  it('searches the documents for the words in which the options differ, and only then votes', async () => {
    const text = await ask('steward', briefing([], { canSearch: true }));
    expect(text).toContain('TOOL_REQUEST: {"name":"search_code","arguments":{"pattern":"\\\\balder|\\\\bbirch"');
    expect(parseVote(text).kind).toBe('abstention');
  });

  it('has three fixed rules: what is in use, what went wrong, how much work it is', async () => {
    expect(await optionsOf(briefing(CONTESTED))).toEqual(['Birch', 'Birch', 'Alder']);
  });

  it('votes the same when the order of the options changes', async () => {
    const options = [
      { id: 'O1', text: 'Birch' },
      { id: 'O2', text: 'Alder' },
    ];
    expect(await optionsOf(briefing(CONTESTED, { options }))).toEqual(['Birch', 'Birch', 'Alder']);
  });

  it('changes a vote in a later round for a sentence that another participant cites', async () => {
    const peers = [{ label: 'Participant A', option: 'O2', rationale: '"Alder lost jobs in March." (docs/b.md:7)' }];
    const ownVote = { option: 'O1', rationale: '' };
    expect(await voteOf('builder', briefing(CONTESTED, { round: 2, peers, ownVote }))).toMatchObject({
      option: 'O2',
      changed_because: 'Participant A cites "Alder lost jobs in March." (docs/b.md:7)',
    });
  });

  it.each([
    ['nothing was found', [], 'the documents say nothing for or against Alder or Birch'],
    [
      'no line says anything on its subjects',
      ['a.md:1: Alder exists.'],
      'the documents say nothing for or against Alder or Birch',
    ],
    [
      'a line names both options',
      ['a.md:1: Alder is slower than Birch.'],
      'the documents say nothing for or against Alder or Birch',
    ],
    [
      'trouble is denied',
      ['a.md:1: With Alder no job was ever lost.'],
      'the documents say nothing for or against Alder or Birch',
    ],
    [
      'the sentences balance',
      ['a.md:1: Alder failed in May.', 'a.md:2: Birch failed in June.'],
      'the documents are evenly balanced',
    ],
  ])('abstains with its reason when %s', async (_what, lines, reason) => {
    expect(await optionsOf(briefing(lines))).toEqual(Array.from({ length: 3 }, () => reason));
  });

  it.each([
    ['no option is known', []],
    [
      'the options are yes and no',
      [
        { id: 'O1', text: 'Yes' },
        { id: 'O2', text: 'No' },
      ],
    ],
  ])('abstains without a search when %s', async (_what, options) => {
    expect(await voteOf('builder', briefing([], { options, canSearch: true }))).toMatch(/no options are named/);
  });

  it('keeps its vote if all sentences together are balanced', async () => {
    const lines = ['a.md:1: Alder is a single file.', 'a.md:2: Birch is in production.', 'a.md:3: Alder failed once.'];
    const even = briefing(lines, { round: 2, ownVote: { option: 'O1', rationale: '' } });
    expect(await voteOf('builder', even)).toMatchObject({ option: 'O1', continue_debate: false });
  });

  it('says in every answer that it is a script', async () => {
    for (const lines of [CONTESTED, []]) {
      expect(await ask('skeptic', briefing(lines))).toMatch(/^I am a demo voice: a script without a language model\./);
    }
  });

  it('fails for an unknown demo participant, and outside of debates', async () => {
    expect(await ask('optimist', briefing([]))).toBe('unknown_model');
    expect(await ask('steward', undefined)).toBe('unreadable_answer');
  });
});
