import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { HookIndex } from '../../src/guidance/hook-index/hook-index.js';
import { decideInjection } from '../../src/guidance/injection/decide-injection.js';
import { NO_MEMORY } from '../../src/guidance/injection/injection.js';
import type { KnowledgeItem } from '../../src/guidance/item/item.js';
import { readItem } from '../../src/guidance/item/read-item.js';
import { storedIndex } from './stored-index.js';

export type Half = 'tune' | 'held out';

/** Numbers only: entries of the held-out half are never shown, not even by a failing test. */
export interface CallFigures {
  readonly calls: number;
  readonly shown: number;
  readonly falseInjections: number;
  readonly criticalWanted: number;
  readonly criticalFound: number;
  readonly otherWanted: number;
  readonly otherFound: number;
}

interface Call {
  readonly id: string;
  readonly cwd: string;
  readonly tool_name: string;
  readonly tool_input: Record<string, unknown>;
  readonly recent: readonly string[];
  readonly want: readonly string[];
  readonly may: readonly string[];
}

export function measureCalls(half: Half, root = process.cwd()): CallFigures {
  const index = labeledIndex(root);
  const priorities = new Map(index.items.map(({ id, priority }) => [id, priority]));
  const sum = { shown: 0, falseInjections: 0, criticalWanted: 0, criticalFound: 0, otherWanted: 0, otherFound: 0 };
  const calls = read<Call>(root, 'guidance-calls.json').filter(({ id }) => halfOf(id) === half);
  for (const call of calls) {
    const shown = shownFor(index, call);
    sum.shown += shown.length;
    sum.falseInjections += shown.filter((id) => !call.want.includes(id) && !call.may.includes(id)).length;
    for (const id of call.want) {
      const kind = priorities.get(id) === 'CRITICAL' ? 'critical' : 'other';
      sum[`${kind}Wanted`]++;
      if (shown.includes(id)) sum[`${kind}Found`]++;
    }
  }
  return { calls: calls.length, ...sum };
}

function shownFor(index: HookIndex, call: Call): string[] {
  const { show, pauseFor } = decideInjection(
    index,
    {
      sessionId: 'labeled',
      toolUseId: call.id,
      toolName: call.tool_name,
      toolInput: call.tool_input,
      cwd: call.cwd,
      projectFolder: '/project',
      recentMessages: call.recent,
    },
    { memory: NO_MEMORY, now: new Date('2026-11-20T12:00:00Z') },
  );
  return [...pauseFor, ...show].map(({ item }) => item.id);
}

function labeledIndex(root: string): HookIndex {
  const items = read<unknown>(root, 'guidance-items.json').map((node): KnowledgeItem => {
    const { item, faults } = readItem(node, 'labeled');
    if (item === undefined || faults.length > 0) throw new Error(faults.join('; '));
    return item;
  });
  return storedIndex(items);
}

export function halfOf(id: string): Half {
  const [first = 0] = createHash('sha256').update(`witan-2026\n${id}`).digest();
  return first % 2 === 0 ? 'tune' : 'held out';
}

export function read<Entry>(root: string, name: string): Entry[] {
  return JSON.parse(readFileSync(path.join(root, 'tests/data', name), 'utf8')) as Entry[];
}
