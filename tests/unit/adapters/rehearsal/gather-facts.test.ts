import { describe, expect, it } from 'vitest';
import { findOptions } from '../../../../adapters/rehearsal/find-options.js';
import { gatherFacts } from '../../../../adapters/rehearsal/gather-facts.js';
import { readBriefing } from '../../../../adapters/rehearsal/read-briefing.js';
import { buildPrompt } from '../../../../src/council/prompt/build-prompt.js';
import { quote, renderSections } from '../../../../src/council/prompt/sections.js';
import { briefingOf } from './convene-panel.js';

const QUESTION = 'Should the queue use Alder or Birch?';

function factsIn(prompt: string): string[] {
  const briefing = readBriefing(prompt);
  return gatherFacts(findOptions(briefing), briefing.material).map(
    ({ option, concern, direction, where }) => `${direction > 0 ? '+' : '-'}${option.text} ${concern} (${where})`,
  );
}

const inContext = (context: string, question = QUESTION) => factsIn(buildPrompt(briefingOf(question, context)));
const inSection = (heading: string, body: string, question = QUESTION) =>
  factsIn(`${buildPrompt(briefingOf(question))}\n${renderSections([{ heading, body: quote(body) }])}`);

describe('facts read from the material', () => {
  it.each([
    ['We already run Alder.', ['+Alder existing (Context, line 1)']],
    ['We could use Alder.', []],
    ['Alder lost jobs twice.', ['-Alder risk (Context, line 1)']],
    ['With Alder there was no data loss.', ['+Alder risk (Context, line 1)']],
    ["Alder doesn't fail.", ['+Alder risk (Context, line 1)']],
    ['Birch needs no extra server.', ['+Birch effort (Context, line 1)']],
    ['Birch is another service to maintain.', ['-Birch effort (Context, line 1)']],
    ['Alder is simpler than Birch.', ['+Alder effort (Context, line 1)']],
    ['Unlike Birch, Alder is slow.', ['-Alder risk (Context, line 1)']],
    ['Alder is simple, but Birch is reliable.', ['+Alder effort (Context, line 1)', '+Birch risk (Context, line 1)']],
    ['Birch is young. It crashed in March.', ['-Birch risk (Context, line 1)']],
    ['Moving from Alder to Birch is easy.', ['+Birch effort (Context, line 1)']],
    ['Alder and Birch are both slow.', []],
    ['Is Alder slow?', []],
    ['The aldermen are slow.', []],
    ['Alder serves one caller at a time, which blocks the others.', ['-Alder risk (Context, line 1)']],
    ['Alder is small, and fails often.', ['+Alder effort (Context, line 1)', '-Alder risk (Context, line 1)']],
    ['Alder is small, but the network is slow.', ['+Alder effort (Context, line 1)']],
    [
      'Birch, which we already run, is reliable.',
      ['+Birch existing (Context, line 1)', '+Birch risk (Context, line 1)'],
    ],
    ['Birch is a separate server, so it needs maintenance.', ['-Birch effort (Context, line 1)']],
    ['Alder is simple to set up.', ['+Alder effort (Context, line 1)']],
    ['Alder is easy to install and maintain.', ['+Alder effort (Context, line 1)']],
    ['Alder is not easy to set up.', ['-Alder effort (Context, line 1)']],
    ['Nobody knows Birch.', ['-Birch effort (Context, line 1)']],
    ['Nobody on the team has ever used Birch.', ['-Birch effort (Context, line 1)']],
    ['Birch costs nothing.', ['+Birch effort (Context, line 1)']],
    ['Switching Birch on can be rolled back.', ['+Birch reversal (Context, line 1)']],
  ])('reads "%s"', (context, expected) => {
    expect(inContext(context)).toEqual(expected);
  });

  it('sees which option meets a need that is stated elsewhere', () => {
    const context = 'Several workers must write at once.\nAlder allows only one writer.\nBirch supports many writers.';
    expect(inContext(context)).toEqual(['-Alder need (Context, line 2)', '+Birch need (Context, line 3)']);
  });

  it('counts every sentence of one paragraph, and a need stated in it', () => {
    const context =
      'We already run Alder. Four clients write at the same time. Birch allows one writer at a time, which blocks the others. ' +
      'Birch is simple to set up. Alder supports many writers.';
    expect(inContext(context).map((fact) => fact.replace(' (Context, line 1)', ''))).toEqual([
      '+Alder existing',
      '-Birch need',
      '-Birch risk',
      '+Birch effort',
      '+Alder need',
    ]);
  });

  it('credits what is said of the present state to the option that keeps it', () => {
    const facts = inContext(
      'The current importer fails every week.',
      'Should we rewrite it in Rust or keep it in Python?',
    );
    expect(facts).toContain('-keep it in Python risk (Context, line 1)');
  });

  it('does not count an option as simple for being called so', () => {
    expect(inContext('We discussed simple polling.', 'Should we use simple polling or long polling?')).toEqual([]);
  });

  it('takes code that names an option as a sign that the project has it, once for each file', () => {
    const hits = "src/a.ts:3: import { open } from 'birch3';\nsrc/a.ts:9: birch.lock(error);\nsrc/b.ts:1: birch();";
    expect(inSection('Tool results', hits)).toEqual(['+Birch existing (src/a.ts:3)', '+Birch existing (src/b.ts:1)']);
  });

  it('takes no fact from a past decision: a voice would follow its own old words', () => {
    expect(inSection('Past decisions', 'In March we chose Birch for the cache.')).toEqual([]);
  });

  it("does not take a tool's own words for evidence", () => {
    expect(inSection('Tool results', 'search_code {"pattern": "alder"}\nNo matches for alder.')).toEqual([]);
    expect(inSection('Tool results', 'No line matches "alder" in 3 files (ignored files are left out).')).toEqual([]);
  });

  it('gives the lines of a file that was read their place in it', () => {
    const lines = [
      '[0123456789ab begin] Participant A asked in round 1: read_file {"path":"docs/birch.md"}',
      '7: Birch lost jobs twice last week.',
      '[0123456789ab end]',
      'Birch is simple to set up.',
    ];
    expect(inSection('Results of earlier requests', lines.join('\n'))).toEqual([
      '-Birch risk (docs/birch.md:7)',
      '+Birch effort (Results of earlier requests, line 4)',
    ]);
  });

  it('knows no option by a word for doing something in files, where such words are everywhere', () => {
    const question = 'Should we keep Alder or move to Birch for its queue?';
    const hits = 'src/a.ts:3: // It is safe to move this line.\nsrc/b.ts:1: birch();';
    expect(inSection('Tool results', hits, question)).not.toContainEqual(expect.stringContaining('src/a.ts'));
  });
});
