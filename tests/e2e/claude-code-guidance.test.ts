import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyMachine, type EmptyMachine } from '../integration/cli-program.js';
import { runClaudeCode, toolResultsOf, whyNoPrograms } from '../support/claude-code.js';
import { guidanceProject, VERSION_CHECKLIST } from '../support/guidance-project.js';
import { type ApiRequest, startLoopbackApi } from '../support/loopback-api.js';
import { type Block, speakTurns } from '../support/loopback-messages-api.js';
import { memoryOf } from '../support/project-memory.js';
import { ROOT } from '../support/source-files.js';

const reason = whyNoPrograms('claude');
if (reason !== undefined) console.log(`skipped: Claude Code is guided: ${reason}`);

const LAST_LINE = 'marketplace.json (current_version)';
const HELD = 'this call was held before it ran';

const FORCE_PUSH = {
  ...VERSION_CHECKLIST,
  id: 'process_git_force_push',
  label: 'No force push without asking',
  trigger_conditions: { tool_names: ['Bash'], action_keywords: ['git push --force'] },
  checklist: { title: 'Before history is rewritten', items: ['Ask the owner of the branch'] },
};

describe.skipIf(reason !== undefined)('Claude Code with guidance', { timeout: 180_000 }, () => {
  let machine: EmptyMachine;
  beforeEach(() => {
    machine = createEmptyMachine();
  });
  afterEach(() => machine.remove());

  const write = (file: string): Block => ({
    type: 'tool_use',
    id: `toolu_${file.replace(/\W/g, '_')}_${Math.random().toString(36).slice(2)}`,
    name: 'Write',
    input: { file_path: join(machine.project, file), content: '{"version": "0.8.0"}\n' },
  });
  const done: Block = { type: 'text', text: 'done' };

  describe.each([
    ['registered by init', async () => void (await machine.witan(['init'])), [] as string[]],
    ['as a plugin', async () => undefined, ['--plugin-dir', join(ROOT, 'plugin')]],
  ])('%s', (_, prepare, args) => {
    it('reads the checklist before plugin.json is written, and a retry writes it', async () => {
      await prepare();
      writeItems(machine);
      // A retry within two seconds is held once more.
      const turns = [[write('plugin.json')], [write('plugin.json')], [write('plugin.json')], [done]];
      const results = toolResultsOf(await converse(machine, turns, { args }));
      expect(results[0]).toContain('Version Bump File Checklist');
      expect(results[0]).toContain(LAST_LINE);
      expect(results[2]).not.toContain(HELD);
      expect(readFileSync(join(machine.project, 'plugin.json'), 'utf8')).toContain('0.8.0');
      // When the refusal was read, nothing had been written yet: a later call made the file.
      expect(results.filter((result) => /created/i.test(result))).toHaveLength(1);
    });

    it('is held at all of three parallel Writes before any file is written', async () => {
      await prepare();
      writeItems(machine);
      const files = ['a/plugin.json', 'b/plugin.json', 'c/plugin.json'];
      const results = toolResultsOf(await converse(machine, [files.map(write), [done]], { args }));
      expect(results).toHaveLength(3);
      for (const result of results) expect(result).toContain(HELD);
      for (const file of files) expect(existsSync(join(machine.project, file))).toBe(false);
    });

    it('is held at `git push --force` before anything is pushed, and a retry pushes', async () => {
      await prepare();
      writeItems(machine, { git: [FORCE_PUSH] });
      const remote = divergedRepository(machine.project);
      const push = (): Block => ({
        type: 'tool_use',
        id: `toolu_push_${Math.random().toString(36).slice(2)}`,
        name: 'Bash',
        input: { command: 'git push --force origin HEAD:main', description: 'Push' },
      });
      const before = headOf(remote);
      const [held] = toolResultsOf(await converse(machine, [[push()], [done]], { args }));
      expect(held).toContain('Ask the owner of the branch');
      expect(headOf(remote)).toBe(before);
      await converse(machine, [[push()], [push()], [push()], [done]], { args });
      expect(headOf(remote)).not.toBe(before);
    });

    it('gets only titles of items that came by a pull, and writes without a pause', async () => {
      await prepare();
      pullItems(machine);
      const requests = await converse(machine, [[write('plugin.json')], [done]], { args });
      expect(existsSync(join(machine.project, 'plugin.json'))).toBe(true);
      const texts = JSON.stringify(requests);
      expect(texts).toContain('Version Bump File Checklist');
      expect(texts).not.toContain(LAST_LINE);
    });

    it('is not stopped at README.md, and hears nothing at a Read', async () => {
      await prepare();
      writeItems(machine);
      writeFileSync(join(machine.project, 'plugin.json'), '{}');
      const read: Block = {
        type: 'tool_use',
        id: 'toolu_read',
        name: 'Read',
        input: { file_path: join(machine.project, 'plugin.json') },
      };
      const requests = await converse(machine, [[write('README.md')], [read], [done]], { args });
      expect(toolResultsOf(requests)).toHaveLength(2);
      // The start of the session names the item, and nothing else does.
      expect(JSON.stringify(requests)).not.toMatch(/this call was held before|recorded about changes like this one/);
      expect(existsSync(join(machine.project, 'README.md'))).toBe(true);
    });

    it('is shown how to record a lesson after a correction by the user, and learns a draft of the words', async () => {
      await prepare();
      const prompt = 'You forgot marketplace.json. From now on update marketplace.json together with plugin.json.';
      const requests = await converse(machine, [[done]], { args, prompt });
      expect(JSON.stringify(requests)).toContain('if this message states a rule that should last');
      const [draft] = nodesOf(machine);
      expect(draft).toMatchObject({ type: 'Concept', status: 'draft', confidence: 0.85 });
      expect(JSON.stringify(draft)).toContain('marketplace.json');
    });

    it('learns a draft with all its fields from a [PROCESS_KNOWLEDGE] block', async () => {
      await prepare();
      await converse(machine, [[{ type: 'text', text: BLOCK }]], { args });
      expect(readdirSync(join(machine.project, '.claude', 'graphs'))).toEqual(['deployment_graph.json']);
      const [draft] = nodesOf(machine);
      expect(draft).toMatchObject({
        label: 'Publish after tagging',
        status: 'draft',
        process_type: 'checklist',
        priority: 'HIGH',
        confidence: 1,
        trigger_conditions: { tool_names: ['Bash'], action_keywords: ['npm publish'] },
        checklist: { items: ['The tag exists', 'CI is green on the tag'] },
      });
    });

    it('knows the CRITICAL item from the start of the next session', async () => {
      await prepare();
      writeItems(machine, { deployment: [VERSION_CHECKLIST] });
      const requests = await converse(machine, [[done]], { args });
      const texts = JSON.stringify(requests.map(({ body }) => [body.system, body.messages]));
      expect(texts).toContain('Version Bump File Checklist');
      expect(texts).toContain(LAST_LINE);
    });
  });

  it('is asked once, not twice, where both the project and the plugin have hooks', async () => {
    await machine.witan(['init']);
    writeItems(machine);
    const args = ['--plugin-dir', join(ROOT, 'plugin')];
    const requests = await converse(machine, [[write('plugin.json')], [done]], { args });
    expect(toolResultsOf(requests)[0]?.split('Version Bump File Checklist')).toHaveLength(2);
    const pauses = readFileSync(join(memoryOf(machine.project, machine.home), 'pauses.jsonl'), 'utf8');
    expect(pauses.trim().split('\n')).toHaveLength(1);
  });
});

const BLOCK = `Here is what I noted.

[PROCESS_KNOWLEDGE]
label: Publish after tagging
type: checklist
priority: HIGH
triad: deployment
description: Steps before a package is published
evidence: A release went out from an untagged commit
trigger_conditions:
  tool_names: [Bash]
  action_keywords: ["npm publish"]
checklist:
  title: Before publishing
  items:
    - The tag exists
    - CI is green on the tag
[/PROCESS_KNOWLEDGE]`;

interface Conversation {
  readonly args: readonly string[];
  readonly prompt?: string;
}

/** One session with a scripted model; the requests that the model was sent. */
async function converse(
  { home, project }: EmptyMachine,
  turns: readonly (readonly Block[])[],
  { args, prompt = 'Bump the version to 0.8.0.' }: Conversation,
): Promise<readonly ApiRequest[]> {
  const service = await startLoopbackApi(speakTurns(turns), { kind: 'answer', text: '' });
  mkdirSync(join(home, '.claude'), { recursive: true });
  try {
    await runClaudeCode({
      home,
      cwd: project,
      url: service.url,
      args: ['-p', prompt, '--allowedTools', 'Write,Read,Bash', ...args],
      environment: { WITAN_HOOK_TIMEOUT_MS: '4000' },
    });
  } finally {
    await service.close();
  }
  return service.requests;
}

/** With the user's own config folder on that machine. */
function withConfigOf({ home }: EmptyMachine, work: () => void): void {
  const configured = process.env.XDG_CONFIG_HOME;
  process.env.XDG_CONFIG_HOME = join(home, '.config');
  try {
    work();
  } finally {
    process.env.XDG_CONFIG_HOME = configured;
  }
}

type Nodes = Parameters<typeof guidanceProject>[0];

/** Items that the user of the machine wrote there. */
function writeItems(machine: EmptyMachine, nodes?: Nodes): void {
  withConfigOf(machine, () => void guidanceProject(nodes, machine.project));
}

/** The same items without a trace of who wrote them: another user trusts them. */
function pullItems(machine: EmptyMachine): void {
  guidanceProject(undefined, machine.project);
}

/** A repository whose remote has another history; the path of the remote. */
function divergedRepository(project: string): string {
  const remote = `${project}-remote.git`;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], { cwd: project });
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', remote]);
  git('init', '--quiet', '--initial-branch=main');
  git('remote', 'add', 'origin', remote);
  git('commit', '--quiet', '--allow-empty', '-m', 'theirs');
  git('push', '--quiet', 'origin', 'main');
  git('commit', '--quiet', '--allow-empty', '--amend', '-m', 'ours');
  return remote;
}

function headOf(remote: string): string {
  return execFileSync('git', ['rev-parse', 'main'], { cwd: remote, encoding: 'utf8' }).trim();
}

function nodesOf({ project }: EmptyMachine): Record<string, unknown>[] {
  const folder = join(project, '.claude', 'graphs');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('_graph.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).nodes as Record<string, unknown>[]);
}
