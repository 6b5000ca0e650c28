import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import type { ProjectFolders } from '../../../src/guidance/hook-index/hook-index.js';
import { decideInjection } from '../../../src/guidance/injection/decide-injection.js';
import { type Injection, NO_MEMORY, type SessionMemory } from '../../../src/guidance/injection/injection.js';
import type { KnowledgeItem } from '../../../src/guidance/item/item.js';
import { readItem } from '../../../src/guidance/item/read-item.js';
import type { ToolCall } from '../../../src/guidance/relevance/tool-action.js';
import { trustNodes } from '../../support/guidance-project.js';
import { memoryOf } from '../../support/project-memory.js';
import { storedIndex } from '../../support/stored-index.js';

export const NOW = new Date('2026-11-20T12:00:00Z');

/** The specification's complete example of a node. */
export const VERSION_BUMP = {
  id: 'process_version_bump_checklist_2025-10-17',
  type: 'Concept',
  label: 'Version Bump File Checklist',
  description: 'All files that must be updated when the version is bumped.',
  confidence: 1,
  evidence: 'Missed marketplace.json in v0.7.0-alpha.1 (caught by user)',
  created_by: 'claude-code-session',
  created_at: '2025-10-17T12:14:08.181048',
  process_type: 'checklist',
  priority: 'CRITICAL',
  trigger_conditions: {
    tool_names: ['Write', 'Edit'],
    file_patterns: ['**/plugin.json'],
    action_keywords: ['version bump', 'release'],
  },
  checklist: {
    title: 'Version Bump Complete Checklist',
    items: ['pyproject.toml (version field)', 'plugin.json (version field)', 'marketplace.json (current_version)'],
    format: 'checkbox',
  },
};

export type NodeChanges = Readonly<Record<string, unknown>>;

export function node(changes: NodeChanges = {}): Record<string, unknown> {
  return { ...VERSION_BUMP, ...changes };
}

export function item(changes: NodeChanges = {}): KnowledgeItem {
  const read = readItem(node(changes), 'deployment');
  if (read.item === undefined) throw new Error(read.faults.join('; '));
  return read.item;
}

/** An item with these conditions and priority. */
export function when(trigger_conditions: NodeChanges, changes: NodeChanges = {}): KnowledgeItem {
  return item({ trigger_conditions, ...changes });
}

export function call(
  toolName: string,
  input: string | Record<string, unknown>,
  changes: Partial<ToolCall> = {},
): ToolCall {
  const name = toolName === 'Bash' ? 'command' : toolName === 'NotebookEdit' ? 'notebook_path' : 'file_path';
  return {
    sessionId: 'session-1',
    toolUseId: 'call-1',
    toolName,
    toolInput: typeof input === 'string' ? { [name]: input } : input,
    cwd: '/path/to',
    projectFolder: '/path/to',
    recentMessages: [],
    ...changes,
  };
}

export function decide(items: readonly KnowledgeItem[], asked: ToolCall, memory: SessionMemory = NO_MEMORY): Injection {
  return decideInjection(storedIndex(items), asked, { memory, now: NOW });
}

/** Ids of all items that a call shows, paused or not. */
export function shownBy({ show, pauseFor }: Injection): string[] {
  return [...pauseFor, ...show].map(({ item: { id } }) => id);
}

const roots: string[] = [];

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

export interface ProjectFixture extends ProjectFolders {
  graphFile(name?: string): string;
  writeGraph(nodes: readonly unknown[], name?: string): void;
  readNodes(name?: string): Record<string, unknown>[];
  write(file: string, text: string): void;
}

/** A project in a folder of its own; the user trusts the items of the graphs that are written here. */
export function project(nodes: readonly unknown[] = []): ProjectFixture {
  const projectFolder = mkdtempSync(path.join(tmpdir(), 'witan-guidance-'));
  roots.push(projectFolder);
  const graphFile = (name = 'deployment') => path.join(projectFolder, '.claude/graphs', `${name}_graph.json`);
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const writeGraph = (list: readonly unknown[], name?: string) => {
    write(graphFile(name), `${JSON.stringify({ nodes: list, edges: [] }, undefined, 2)}\n`);
    trustNodes(projectFolder, list);
  };
  if (nodes.length > 0) writeGraph(nodes);
  return {
    projectFolder,
    dataFolder: memoryOf(projectFolder),
    graphFile,
    writeGraph,
    write: (file, text) => write(path.resolve(projectFolder, file), text),
    readNodes: (name) =>
      (JSON.parse(readFileSync(graphFile(name), 'utf8')) as { nodes: Record<string, unknown>[] }).nodes,
  };
}
