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
    const content = 'No, you forgot to update marketplace.json. Always change it together with plugin.json.';
    writeFileSync(transcript, `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`);
    await stop(project, 'Sorry.', transcript);
    await stop(project, 'Done.', transcript);
    expect(drafts(project)).toEqual([expect.objectContaining({ status: 'draft', confidence: 0.85 })]);
  });

  it('reads turns again that could not be learned from', async () => {
    const project = guidanceProject({});
    expect(await stop(project, BLOCK, undefined, () => Promise.reject(new Error('no time')))).toBeUndefined();
    writeFileSync(project.dataFolder, 'in the way');
    expect(await stop(project, BLOCK)).toBeUndefined();
    expect(drafts(project)).toEqual([]);
    rmSync(project.dataFolder);
    await stop(project, BLOCK);
    expect(drafts(project)).toHaveLength(1);
  });

  it('stores what an earlier stop had to leave behind, though nothing new was said', async () => {
    const project = guidanceProject({});
    mkdirSync(project.dataFolder);
    const lock = join(project.dataFolder, '.graphs.lock');
    writeFileSync(lock, 'somebody');
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
