import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { learnLessons } from '../../../src/guidance/lessons/learn-lessons.js';
import type { HookRun } from '../../../src/hooks/run-hook.js';
import { type GuidanceProject, guidanceProject, hookEvent } from '../../support/guidance-project.js';
import { fire } from './fire.js';

const BLOCK =
  '[PROCESS_KNOWLEDGE]\nlabel: Tag first\ntype: warning\npriority: HIGH\nwarning:\n  risk: untagged release\n[/PROCESS_KNOWLEDGE]';
const loadLessons: HookRun['loadLessons'] = async () => ({
  learnLessons: (input) => learnLessons({ ...input, redact: (text) => text }),
});
const stop = (project: GuidanceProject, message: string, transcript?: string, load = loadLessons) =>
  fire(
    'stop',
    hookEvent(project, 'Stop', {
      last_assistant_message: message,
      stop_hook_active: false,
      ...(transcript !== undefined && { transcript_path: transcript }),
    }),
    { loadLessons: load },
  );

function drafts({ folder }: GuidanceProject): Record<string, unknown>[] {
  const graphs = join(folder, '.claude', 'graphs');
  if (!existsSync(graphs)) return [];
  return readdirSync(graphs)
    .filter((name) => name.endsWith('_graph.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(graphs, name), 'utf8')).nodes);
}

describe('when the agent stops', () => {
  it('learns a draft from a block in the last message, once, and prints nothing', async () => {
    const project = guidanceProject({});
    expect(await stop(project, BLOCK)).toBeUndefined();
    expect(await stop(project, BLOCK)).toBeUndefined();
    expect(drafts(project)).toEqual([
      expect.objectContaining({ label: 'Tag first', status: 'draft', process_type: 'warning' }),
    ]);
  });

  it('learns from what the user said in the transcript, and reads it once', async () => {
    const project = guidanceProject({});
    const transcript = join(project.folder, 'transcript.jsonl');
    const content = 'From now on change marketplace.json together with plugin.json.';
    writeFileSync(transcript, `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`);
    await stop(project, 'Sorry.', transcript);
    await stop(project, 'Done.', transcript);
    expect(drafts(project)).toEqual([expect.objectContaining({ status: 'draft', confidence: 0.85 })]);
  });

  it('reads turns again that could not be learned from', async () => {
    const project = guidanceProject({});
    expect(await stop(project, BLOCK, undefined, () => Promise.reject(new Error('no time')))).toBeUndefined();
    const log = join(project.dataFolder, 'lessons.jsonl');
    mkdirSync(log);
    expect(await stop(project, BLOCK)).toBeUndefined();
    expect(drafts(project)).toEqual([]);
    rmSync(log, { recursive: true });
    await stop(project, BLOCK);
    expect(drafts(project)).toHaveLength(1);
  });

  it('stores what an earlier stop had to leave behind, though nothing new was said', async () => {
    const project = guidanceProject({});
    mkdirSync(project.dataFolder, { recursive: true });
    const lock = join(project.dataFolder, '.graphs.lock');
    writeFileSync(lock, 'another process');
    await stop(project, BLOCK);
    expect(drafts(project)).toEqual([]);
    rmSync(lock);
    const other = hookEvent(project, 'Stop', { session_id: 'another', last_assistant_message: 'All done.' });
    await fire('stop', other, { loadLessons });
    expect(drafts(project)).toEqual([expect.objectContaining({ label: 'Tag first' })]);
  });

  it('loads nothing and leaves no trace when there is nothing to learn', async () => {
    const project = guidanceProject({});
    const event = hookEvent(project, 'Stop', { last_assistant_message: 'All done.' });
    await fire('stop', event, { loadLessons: () => Promise.reject(new Error('must not be loaded')) });
    expect(readdirSync(project.folder)).toEqual([]);
  });
});

describe('when a session ends or begins', () => {
  it('learns from turns that the transcript lacked at the last stop', async () => {
    const project = guidanceProject({});
    const transcript = join(project.folder, 'transcript.jsonl');
    await stop(project, 'Sorry.', transcript);
    const content = 'From now on change marketplace.json together with plugin.json.';
    const lines = [
      { type: 'user', message: { role: 'user', content } },
      { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'Sorry.' }] } },
    ];
    writeFileSync(transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const end = hookEvent(project, 'SessionEnd', { transcript_path: transcript, reason: 'other' });
    expect(await fire('session-end', end, { loadLessons })).toBeUndefined();
    expect(await fire('session-end', end, { loadLessons })).toBeUndefined();
    expect(drafts(project)).toEqual([expect.objectContaining({ status: 'draft', confidence: 0.85 })]);
  });

  it('counts the drafts of the session before, also those that could not be stored then', async () => {
    const project = guidanceProject({});
    mkdirSync(project.dataFolder, { recursive: true });
    const lock = join(project.dataFolder, '.graphs.lock');
    writeFileSync(lock, 'another process');
    await stop(project, BLOCK);
    rmSync(lock);
    const start = hookEvent(project, 'SessionStart', { session_id: 'the next', source: 'startup' });
    const told = await fire('session-start', start, { loadLessons });
    expect(told?.additionalContext).toContain('1 draft waits for a review');
    expect(drafts(project)).toEqual([expect.objectContaining({ label: 'Tag first' })]);
  });

  it('hears the CRITICAL items though a waiting lesson cannot be stored', async () => {
    const project = guidanceProject();
    mkdirSync(project.dataFolder, { recursive: true });
    writeFileSync(join(project.dataFolder, '.graphs.lock'), 'another process');
    await stop(project, BLOCK);
    const start = hookEvent(project, 'SessionStart', { session_id: 'the next', source: 'startup' });
    for (const load of [loadLessons, () => Promise.reject(new Error('a damaged file'))]) {
      const told = await fire('session-start', start, { loadLessons: load });
      expect(told?.additionalContext).toContain('Version Bump File Checklist');
    }
  });
});
