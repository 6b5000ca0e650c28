import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { createKnowledge } from '../../../../src/guidance/index.js';
import {
  type GuidanceProject,
  guidanceProject,
  VERSION_CHECKLIST,
  writeCall,
} from '../../../support/guidance-project.js';
import { testProgram } from '../../../support/test-program.js';
import { fire } from '../../hooks/fire.js';
import { testShell } from '../test-shell.js';

const NOW = new Date('2026-11-16T10:15:02Z');
const DRAFT = {
  ...VERSION_CHECKLIST,
  id: 'process_draft_2026-11-10',
  label: 'Tag before publishing',
  status: 'draft',
  priority: 'HIGH',
  created_at: '2026-11-10T09:00:00Z',
};
const EXPIRED = { ...DRAFT, id: 'process_old_draft', label: 'Long forgotten', created_at: '2026-09-01T09:00:00Z' };

let project: GuidanceProject;
beforeEach(() => {
  project = guidanceProject({
    deployment: [VERSION_CHECKLIST, DRAFT, EXPIRED, { id: 'n1', type: 'Entity', label: 'kept' }],
  });
});

async function witan(...words: string[]) {
  const folders = { projectFolder: project.folder, dataFolder: project.dataFolder };
  const shell = testShell({
    openProgram: async () =>
      testProgram({ knowledge: async () => createKnowledge({ folders, redact: (text) => text, now: () => NOW }) }),
  });
  const exitCode = await runCommandLine(['knowledge', ...words], shell);
  return { exitCode, stdout: shell.stdout.text(), stderr: shell.stderr.text() };
}

const json = async (...words: string[]) => JSON.parse((await witan(...words, '--json')).stdout);
const nodes = () =>
  JSON.parse(readFileSync(join(project.folder, '.claude/graphs/deployment_graph.json'), 'utf8')).nodes as Record<
    string,
    unknown
  >[];

describe('witan knowledge', () => {
  it('lists items, filtered, and says why some are not shown', async () => {
    const { stdout } = await witan('list');
    expect(stdout).toMatch(/^priority +status +type +shown +paused +label$/m);
    // The id stands whole in a line of its own, however narrow the window is.
    expect(stdout).toMatch(
      /^CRITICAL +active +checklist +0 +0 +Version Bump.*\n {2}process_deployment_version_bump_2025-10-17$/m,
    );
    expect(stdout).toMatch(/^HIGH +draft +checklist +0 +0 +Long forgotten\n {2}process_old_draft \(not shown: .+\)$/m);
    expect((await witan('show', EXPIRED.id)).stdout).toMatch(/not shown now: .+/);
    expect((await json('list', '--status', 'draft')).count).toBe(2);
    expect((await json('list', '--priority', 'critical')).results).toMatchObject([
      { id: VERSION_CHECKLIST.id, times_shown: 0 },
    ]);
  });

  it('says that a promoted item is not shown, and until when', async () => {
    await witan('feedback', DRAFT.id, 'snooze', '--until', '2026-12-24');
    const { stdout } = await witan('promote', DRAFT.id);
    expect(stdout).toBe(
      `Active now, but not shown (it is snoozed until 2026-12-24T00:00:00.000Z): Tag before publishing (${DRAFT.id})\n`,
    );
  });

  it('promotes, edits and archives several items, by the beginnings of their ids without process_', async () => {
    const { stdout } = await witan('promote', 'draft_2026', 'old_');
    expect(stdout).toContain(`Active now: Tag before publishing (${DRAFT.id})\n`);
    expect(nodes().filter(({ status }) => status === 'active')).toHaveLength(3);
    await witan('edit', 'draft_', 'old_', '--priority', 'LOW');
    expect(nodes().filter(({ priority }) => priority === 'LOW')).toHaveLength(2);
    expect(await json('archive', 'draft_', 'old_')).toMatchObject({ count: 2 });
    expect(nodes().filter(({ status }) => status === 'archived')).toHaveLength(2);
  });

  it('changes nothing if one of several ids is unknown or fits more than one item', async () => {
    const before = JSON.stringify(nodes());
    expect((await witan('archive', DRAFT.id, 'no_such_item')).exitCode).not.toBe(0);
    const { exitCode, stderr } = await witan('archive', DRAFT.id, 'process_');
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('type more of the id');
    expect(JSON.stringify(nodes())).toBe(before);
  });

  it('accepts not-helpful as feedback', async () => {
    const { stdout } = await witan('feedback', DRAFT.id, 'not-helpful');
    expect(stdout).toContain('Confidence is 0.8 now');
    expect(await json('show', DRAFT.id)).toMatchObject({ wrong: 1 });
  });

  it('marks a draft without conditions, in the list and in full', async () => {
    project = guidanceProject({ deployment: [{ ...DRAFT, trigger_conditions: {} }] });
    expect((await witan('list')).stdout).toMatch(
      /^HIGH +draft +checklist[^\n]*\n {2}process_draft_2026-11-10 \(not shown: it names no condition\)$/m,
    );
    expect((await witan('show', DRAFT.id)).stdout).toContain('not shown at calls: it names no condition');
    expect((await json('show', DRAFT.id)).not_shown).toBe('names no condition');
  });

  it('uses "shown" in the same sense in the list and in full', async () => {
    await fire('pre-tool-use', writeCall(project, 'plugin.json'), { now: () => NOW });
    expect((await witan('list')).stdout).toMatch(/^CRITICAL +active +checklist +0 +1 +Version Bump/m);
    expect((await witan('show', VERSION_CHECKLIST.id)).stdout).toContain('shown 0, paused a call 1');
  });

  it('lists the words that a filter accepts', async () => {
    const { exitCode, stderr } = await witan('list', '--status', 'drafts');
    expect([exitCode, stderr]).toEqual([
      2,
      'witan: --status: "drafts" is not one of draft, active, archived; did you mean "draft"?\n',
    ]);
  });

  it('shows an item in full by the beginning of its id', async () => {
    const { stdout } = await witan('show', 'process_deployment');
    expect(stdout).toContain('- [ ] marketplace.json (current_version)');
    expect(stdout).toContain('appears for files: **/plugin.json');
    expect(stdout).toContain('known from: Release 0.7.0 shipped');
  });

  it('fails with one line for an unknown id', async () => {
    const { exitCode, stderr } = await witan('show', 'process_nothing');
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^witan: There is no item "process_nothing"; .+\n$/);
  });

  it('finds items by their words', async () => {
    expect((await json('search', 'publishing tag')).results[0]).toMatchObject({ id: DRAFT.id });
    expect((await witan('search', 'unheard-of')).stdout).toBe('No process knowledge.\n');
  });

  it('adds an item that the next matching call shows, and leaves the other nodes alone', async () => {
    const words = [
      '--priority',
      'CRITICAL',
      '--tool',
      'Write',
      '--file',
      'db/**',
      '--item',
      'A copy was made',
      '--item',
      'A way back',
    ];
    const added = await json('add', 'Migration checklist', ...words, '--graph', 'deployment');
    expect(added).toMatchObject({
      label: 'Migration checklist',
      status: 'active',
      content: { type: 'checklist', items: ['A copy was made', 'A way back'] },
    });
    expect(nodes()[3]).toEqual({ id: 'n1', type: 'Entity', label: 'kept' });
    const answer = await fire('pre-tool-use', writeCall(project, 'db/1.sql'));
    expect(answer?.permissionDecisionReason).toContain('A way back');
  });

  it.each([
    ['pattern', ['--when', 'a release is tagged', '--do', 'publish from the tag', '--because', 'others build it']],
    ['warning', ['--risk', 'the old number ships', '--mitigation', 'search for it']],
    [
      'requirement',
      ['--constraint', 'numbers change together', '--because', 'they are compared', '--validate', 'grep'],
    ],
  ])('finds the type from the given fields: %s', async (type, words) => {
    const { content } = await json('add', `A ${type}`, '--tool', 'Bash', ...words);
    expect(content.type).toBe(type);
    expect(JSON.stringify(content)).toContain(words[1]);
  });

  it('refuses an incomplete item, and says what is missing', async () => {
    const { exitCode, stderr } = await witan('add', 'Nothing in it', '--type', 'checklist');
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^witan: .*checklist/);
  });

  it('changes the given fields and keeps the rest', async () => {
    await witan('edit', DRAFT.id, '--priority', 'LOW', '--valid-until', '2027-01-01', '--label', 'Tag first');
    expect(nodes()[1]).toEqual({ ...DRAFT, priority: 'LOW', valid_until: '2027-01-01', label: 'Tag first' });
    await witan('edit', DRAFT.id, '--valid-until', 'none');
    expect(nodes()[1]?.valid_until ?? null).toBeNull();
    expect((await witan('edit', DRAFT.id)).stderr).toMatch(/nothing to change/);
  });

  it('promotes, archives and removes expired drafts', async () => {
    expect((await witan('promote', DRAFT.id)).stdout).toBe(`Active now: Tag before publishing (${DRAFT.id})\n`);
    expect((await witan('archive', VERSION_CHECKLIST.id)).stdout).toMatch(/^Archived: Version Bump/);
    expect((await json('cleanup')).archived).toEqual([EXPIRED.id]);
    expect(nodes().map(({ status }) => status)).toEqual(['archived', 'active', 'archived', undefined]);
  });

  it('changes the confidence by feedback, and snoozes an item', async () => {
    expect((await json('feedback', DRAFT.id, 'wrong')).confidence).toBeLessThan(1);
    expect((await witan('feedback', DRAFT.id, 'snooze', '--until', '2026-12-01')).stdout).toMatch(
      /^Not shown until 2026-12-01/,
    );
    expect((await witan('feedback', DRAFT.id, 'great')).exitCode).toBe(2);
  });

  it('creates nothing in a project without knowledge', async () => {
    project = guidanceProject({});
    expect((await witan('list')).stdout).toBe('No process knowledge.\n');
    expect(readdirSync(project.folder)).toEqual([]);
  });

  it('deletes only when that was confirmed', async () => {
    expect(await witan('delete', DRAFT.id)).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/add --yes/) });
    expect((await witan('delete', DRAFT.id, '--yes')).exitCode).toBe(0);
    expect(nodes()).toHaveLength(3);
  });

  it('deletes items that the list reports as faulty', async () => {
    project = guidanceProject({ deployment: [{ ...DRAFT, process_type: 'poem' }, EXPIRED] });
    expect((await witan('list')).stdout).toContain(`! deployment: ${DRAFT.id}: process_type is "poem"`);
    expect(await witan('delete', 'process_draft', '--yes')).toMatchObject({
      exitCode: 0,
      stdout: `Deleted: ${DRAFT.label} (${DRAFT.id})\n`,
    });
    expect(nodes()).toMatchObject([{ id: EXPIRED.id }]);
  });

  it('says why an item was shown: the parts of its score and what matched', async () => {
    expect((await witan('why', VERSION_CHECKLIST.id)).stdout).toContain('It has not been shown yet.');
    await fire('pre-tool-use', writeCall(project, 'plugin.json'));
    const { stdout } = await witan('why', VERSION_CHECKLIST.id);
    expect(stdout).toMatch(/Score 1\.7 = \(tool 1 x 0\.4 \+ file 1 x 0\.4/);
    expect(stdout).toContain('file **/plugin.json');
  });

  it('does not claim an effect that too few cases cannot show', async () => {
    expect((await witan('list', '--effect')).stdout).toMatch(/^Too few occasions to say/);
    expect(await json('list', '--effect')).toMatchObject({ is_enough: false, shown: { occasions: 0 } });
  });
});
