import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { distrustItem, trustItems } from '../../src/guidance/graph/item-trust.js';
import { isProcessNode, readItem } from '../../src/guidance/item/read-item.js';
import { memoryOf } from './project-memory.js';
import { scratchFolder } from './scratch-folder.js';

/** A CRITICAL checklist for plugin.json, as a person would write it into a graph file. */
export const VERSION_CHECKLIST = {
  id: 'process_deployment_version_bump_2025-10-17',
  type: 'Concept',
  label: 'Version Bump File Checklist',
  description: 'Every file that carries the version number',
  confidence: 1,
  evidence: 'Release 0.7.0 shipped with the old number in marketplace.json',
  created_by: 'a person',
  created_at: '2025-10-17T09:00:00Z',
  status: 'active',
  process_type: 'checklist',
  priority: 'CRITICAL',
  trigger_conditions: {
    tool_names: ['Write', 'Edit'],
    file_patterns: ['**/plugin.json'],
    action_keywords: ['version bump'],
  },
  checklist: {
    title: 'Version bump, all files',
    items: ['pyproject.toml (version)', 'plugin.json (version)', 'marketplace.json (current_version)'],
    format: 'checkbox',
  },
};

export interface GuidanceProject {
  readonly folder: string;
  readonly dataFolder: string;
}

/** A project folder with graph files that the user trusts; `nodes` by the name of the graph. */
export function guidanceProject(
  nodes: Readonly<Record<string, readonly object[]>> = { deployment: [VERSION_CHECKLIST] },
  folder = scratchFolder('guidance'),
): GuidanceProject {
  for (const [graph, list] of Object.entries(nodes)) {
    const file = join(folder, '.claude', 'graphs', `${graph}_graph.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ _meta: { triad_name: graph }, nodes: list, links: [] }, null, 2));
  }
  trustNodes(folder, Object.values(nodes).flat());
  return { folder, dataFolder: memoryOf(folder) };
}

/** As if the user had written or reviewed these nodes on this machine. */
export function trustNodes(folder: string, nodes: readonly unknown[], dataFolder = memoryOf(folder)): void {
  trustItems({ projectFolder: folder, dataFolder }, itemsOf(nodes));
}

/** As if they had come by a pull. */
export function distrustNodes(folder: string, nodes: readonly unknown[]): void {
  const folders = { projectFolder: folder, dataFolder: memoryOf(folder) };
  for (const item of itemsOf(nodes)) distrustItem(folders, item);
}

const itemsOf = (nodes: readonly unknown[]) =>
  nodes.filter(isProcessNode).flatMap((node) => readItem(node, 'any').item ?? []);

let calls = 0;

/** An event as Claude Code sends it, with the fields that every event has. */
export function hookEvent({ folder }: GuidanceProject, name: string, fields: object = {}): string {
  return JSON.stringify({
    session_id: 'efdc8fa6-1f76-4e17-9fc1-f178ce104351',
    transcript_path: join(folder, 'no-transcript-yet.jsonl'),
    cwd: folder,
    permission_mode: 'acceptEdits',
    hook_event_name: name,
    ...fields,
  });
}

export function writeCall(project: GuidanceProject, file: string, toolUseId = `toolu_${++calls}`): string {
  return hookEvent(project, 'PreToolUse', {
    tool_name: 'Write',
    tool_input: { file_path: join(project.folder, file), content: '{}' },
    tool_use_id: toolUseId,
  });
}
