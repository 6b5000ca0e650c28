import { symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KnowledgeFailure } from '../../../../src/guidance/graph/failure.js';
import { distrustGraphs, trustGraphs } from '../../../../src/guidance/graph/graph-trust.js';
import { loadHookIndex } from '../../../../src/guidance/hook-index/load-hook-index.js';
import { learnLessons } from '../../../../src/guidance/lessons/learn-lessons.js';
import { createKnowledge } from '../../../../src/guidance/operations/create-knowledge.js';
import type { Result } from '../../../../src/kernel/result.js';
import { NOW, node, project, VERSION_BUMP, when } from '../fixture.js';

function open(nodes: readonly unknown[] = [node()]) {
  const folders = project(nodes);
  return { folders, knowledge: createKnowledge({ folders, redact: (text) => text, now: () => NOW }) };
}

function value<Value>(result: Result<Value, KnowledgeFailure>): Value {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const BLOCKS = ['Lint migrations', 'Tag releases']
  .map((label) => `[PROCESS_KNOWLEDGE]\nlabel: ${label}\nfiles: [db/**]\nrequirement: always\n[/PROCESS_KNOWLEDGE]`)
  .join('\n');

describe('trust', () => {
  const RISK = { label: 'Mind the gap', process_type: 'warning', warning: { risk: 'x' } };
  const openUntrusted = (nodes: Parameters<typeof open>[0]) => {
    const opened = open(nodes);
    distrustGraphs(opened.folders.projectFolder);
    return opened;
  };

  it('is given by the first item that a person adds, and stays when drafts and other items follow', async () => {
    const { folders, knowledge } = openUntrusted([]);
    expect(loadHookIndex(folders).isTrusted).toBe(false);
    value(await knowledge.add(RISK));
    expect(loadHookIndex(folders).isTrusted).toBe(true);
    folders.writeGraph([node({ status: 'draft' }), node({ id: 'other' })]);
    expect(loadHookIndex(folders)).toMatchObject({ isTrusted: true, items: [{}, {}, {}] });
  });

  it('is given by promoting a draft if all drafts were learned in this project', async () => {
    const { folders, knowledge } = openUntrusted([]);
    const turns = [{ role: 'assistant' as const, text: BLOCKS }];
    const learned = await learnLessons({ folders, turns, sessionId: 's', now: NOW, redact: (text) => text });
    expect(learned.lessons).toHaveLength(2);
    expect(loadHookIndex(folders).isTrusted).toBe(false);
    value(await knowledge.promote(learned.lessons[0]?.id ?? ''));
    expect(loadHookIndex(folders).isTrusted).toBe(true);
  });

  it('is not given if drafts came with the project, neither by a new item nor by promoting one of them', async () => {
    const { folders, knowledge } = openUntrusted([node({ status: 'draft' }), node({ id: 'other', status: 'draft' })]);
    value(await knowledge.add(RISK));
    value(await knowledge.promote(VERSION_BUMP.id));
    expect(loadHookIndex(folders).isTrusted).toBe(false);
  });

  it('is not given if drafts that were learned here joined items of the project', async () => {
    const { folders, knowledge } = openUntrusted([node({ id: 'foreign', status: 'draft' })]);
    const turns = [{ role: 'assistant' as const, text: BLOCKS }];
    const { lessons } = await learnLessons({ folders, turns, sessionId: 's', now: NOW, redact: (text) => text });
    value(await knowledge.promote(lessons[0]?.id ?? ''));
    expect(loadHookIndex(folders).isTrusted).toBe(false);
  });

  it('is not given if active items came with the project, and the list says so', async () => {
    const { folders, knowledge } = openUntrusted([node(), node({ id: 'draft', status: 'draft' })]);
    value(await knowledge.add(RISK));
    value(await knowledge.promote('draft'));
    expect(loadHookIndex(folders).isTrusted).toBe(false);
    expect(knowledge.list().faults[0]).toContain('not trusted');
  });

  it('belongs to the real folder, and to no file inside the project', () => {
    const { folders } = openUntrusted([node()]);
    const configured = process.env.XDG_CONFIG_HOME;
    try {
      process.env.XDG_CONFIG_HOME = join(folders.projectFolder, '.config');
      expect(trustGraphs(folders.projectFolder)).toBe(false);
    } finally {
      process.env.XDG_CONFIG_HOME = configured;
    }
    const link = `${folders.projectFolder}-link`;
    symlinkSync(folders.projectFolder, link);
    expect(trustGraphs(link)).toBe(true);
    unlinkSync(link);
    expect(loadHookIndex(folders).isTrusted).toBe(true);
  });
});

it('counts the files that the patterns of an item match, a pattern without a slash by base name', () => {
  const { folders, knowledge } = open();
  for (const file of ['plugin.json', 'a/b/plugin.json', 'a/other.json']) folders.write(file, '{}');
  expect(knowledge.matchingFiles(when({ file_patterns: ['plugin.json'] }))?.count).toBe(2);
  expect(knowledge.matchingFiles(when({ file_patterns: ['./plugin.json'] }))?.count).toBe(1);
  expect(knowledge.matchingFiles(when({ file_patterns: ['gone/**'] }))?.count).toBe(0);
  expect(knowledge.matchingFiles(when({ tool_names: ['Write'] }))?.count).toBeUndefined();
});
