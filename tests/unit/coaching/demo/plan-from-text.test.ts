import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEMO_NOTE, planFromText } from '../../../../src/coaching/demo/plan-from-text.js';
import { responseSchema } from '../../../../src/coaching/prompts/coach-agent.js';
import { STAGES } from '../../../../src/coaching/vocabulary.js';
import { ROOT } from '../../../support/source-files.js';

interface LabeledPlans {
  readonly projects: Readonly<Record<string, readonly string[]>>;
  readonly plans: readonly {
    readonly project: string;
    readonly issue_summary: string;
    readonly plan: string;
    readonly phases: readonly LabeledPhase[];
  }[];
}

interface LabeledPhase {
  readonly title: string;
  readonly files: readonly string[];
}

/** How many plans are split into the phases that a person chose, and in how many of them the files are the same, too. */
function countRight(file: string) {
  const { projects, plans } = JSON.parse(readFileSync(join(ROOT, 'tests/data', file), 'utf8')) as LabeledPlans;
  const split = plans.filter((plan) => isSame(plan.phases, read(plan), ({ title }) => title.toLowerCase()));
  const files = split.filter((plan) => isSame(plan.phases, read(plan), (phase) => [...phase.files].sort().join()));
  return { plans: plans.length, split: split.length, files: files.length };

  function read({ project, issue_summary: issueSummary, plan: planText }: LabeledPlans['plans'][number]) {
    const { phases } = planFromText({ planText, issueSummary, stage: 'novice', files: projects[project] ?? [] });
    return phases.map(({ title, expected_files }) => ({ title, files: expected_files }));
  }
}

function isSame(
  wanted: readonly LabeledPhase[],
  found: readonly LabeledPhase[],
  textOf: (phase: LabeledPhase) => string,
) {
  return JSON.stringify(wanted.map(textOf)) === JSON.stringify(found.map(textOf));
}

const PLAN = '# Login\n\n1. **Check the token** in `src/auth.ts:4-9`\n   - also when it is empty\n2. Test it\n';
const FILES = ['src/auth.ts', 'Makefile'];
const plan = (planText: string, stage: (typeof STAGES)[number] = 'novice') =>
  planFromText({ planText, issueSummary: 'Login fails', stage, files: FILES });

describe('a plan without a model', () => {
  it('has the phases that a person would choose for 38 of 40 plans', () => {
    expect(countRight('coach-plans-tuning.json')).toEqual({ plans: 40, split: 40, files: 40 });
    const { plans, split, files } = countRight('coach-plans-held-out.json');
    expect(plans).toBe(40);
    expect(split).toBeGreaterThanOrEqual(38);
    expect(files).toBeGreaterThanOrEqual(38);
  });

  it('has them for most plans in forms that its rules were not made for', () => {
    expect(countRight('coach-plans-fresh.json').files).toBe(20);
    expect(countRight('coach-plans-judge.json').files).toBeGreaterThanOrEqual(18);
  });

  it('describes a phase with the text below its title, and says that it is a demo', () => {
    const [first, second] = plan(PLAN).phases;
    expect(first?.title).toBe('Check the token');
    expect(first?.description).toBe(
      `**Check the token** in \`src/auth.ts:4-9\`\n- also when it is empty\n\n${DEMO_NOTE}`,
    );
    expect(second).toMatchObject({ title: 'Test it', description: DEMO_NOTE });
  });

  it('begins with more hints for a learner of a lower stage, and has all hints for each', () => {
    expect(STAGES.map((stage) => plan(PLAN, stage).phases[0]?.hint_level)).toEqual([
      'line',
      'region',
      'file',
      'none',
      'none',
    ]);
    for (const stage of STAGES) {
      const hints = plan(PLAN, stage).phases[0]?.hints;
      expect(hints?.file_hints).toEqual([{ path: 'src/auth.ts', style: 'suggested' }]);
      expect(hints?.line_hints).toMatchObject([{ path: 'src/auth.ts', start: 4, end: 9, style: 'focus' }]);
      expect(hints?.line_hints[0]?.hover_text).toContain(DEMO_NOTE);
    }
  });

  it('takes a word with a letter for the number of a phase only if it is set apart', () => {
    const titlesOf = (text: string) => plan(text).phases.map(({ title }) => title);
    expect(titlesOf('1. Fix e-mail\n2. Set X-Header: 1')).toEqual(['Fix e-mail', 'Set X-Header']);
    expect(titlesOf('## Part A: Read\nx\n## Part B - Write\ny')).toEqual(['Read', 'Write']);
  });

  it('names no memory, and is more difficult with more phases and files', () => {
    const steps = (count: number) =>
      Array.from({ length: count }, (_, index) => `${index + 1}. Do a/f${index}.ts`).join('\n');
    expect(plan(PLAN)).toMatchObject({ memory_connection: null, estimated_difficulty: 'beginner' });
    expect(plan(steps(4)).estimated_difficulty).toBe('intermediate');
    expect(plan(steps(12)).estimated_difficulty).toBe('advanced');
  });

  it('is one phase with the title of the issue if the plan has no structure or no text', () => {
    expect(plan('Look at the token in auth.ts.').phases).toMatchObject([
      { title: 'Login fails', expected_files: ['src/auth.ts'] },
    ]);
    expect(plan('').phases).toMatchObject([{ title: 'Login fails', description: DEMO_NOTE }]);
  });

  it('expects no file outside the project', () => {
    const hostile = [
      '../secret/a.ts',
      'src/../../etc/a.ts',
      '/etc/a.conf',
      '~/a/b.ts',
      'C:\\a\\b.ts',
      'node_modules/a/b.js',
      '.git/hooks/x.sh',
      'https://a.example/b/c.ts',
      'file:///etc/a.txt',
      'a/../b.ts',
    ];
    expect(
      plan(hostile.map((path) => `1. Edit \`${path}\``).join('\n')).phases.flatMap((phase) => phase.expected_files),
    ).toEqual([]);
  });

  it('has the shape of an answer of the coach for any text', () => {
    const pieces = [
      '# ',
      '## Plan',
      '\n',
      '\n\n',
      '- [ ] ',
      '1. ',
      '**',
      '`',
      '```\n',
      '| a | b |\n|-|-|\n',
      'src/a.ts:9-2 ',
      'x',
      ': ',
      '<!--',
      '\t',
      '> ',
      '0 ',
    ];
    const texts = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string())).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, (text) => responseSchema.safeParse(plan(text)).success && plan(text).phases.length > 0),
    );
  });

  it('reads a plan of any length and depth to its end', () => {
    const pieces = [
      '# a\n',
      '- a\n',
      '|a|\n',
      '|a|\n|-|\n',
      '> ',
      '- ',
      '**',
      '-',
      'a',
      'a/',
      '. ',
      'a:',
      '\n',
      '`',
      '[ ] ',
      '<!--',
    ];
    for (const piece of pieces) {
      const { phases } = plan(piece.repeat(3_000));
      expect(phases.length).toBeGreaterThan(0);
      expect(phases.length).toBeLessThanOrEqual(30);
    }
  });
});
