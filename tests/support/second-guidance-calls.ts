import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { HookIndex } from '../../src/guidance/hook-index/hook-index.js';
import { decideInjection } from '../../src/guidance/injection/decide-injection.js';
import { type Injection, NO_MEMORY } from '../../src/guidance/injection/injection.js';
import { readItem } from '../../src/guidance/item/read-item.js';
import { storedIndex } from './stored-index.js';

export type Half = 'tuning' | 'held-out';

/** Counts only: records of the held-out half are never shown, not even by a failing test. */
export interface PauseFigures {
  readonly calls: number;
  readonly wanted: number;
  readonly paused: number;
  readonly wrong: number;
}

export interface InjectionFigures {
  readonly calls: number;
  readonly criticalWanted: number;
  readonly criticalShown: number;
  readonly highWanted: number;
  readonly highShown: number;
  /** Calls that no item concerns, and those of them that still show one. */
  readonly irrelevantCalls: number;
  readonly irrelevantShown: number;
}

interface Call {
  readonly id: string;
  readonly half: Half;
  readonly cwd: string;
  readonly tool_name: string;
  readonly tool_input: Record<string, unknown>;
  readonly recent: readonly string[];
}

type PauseCall = Call & { readonly pause: readonly string[] };
type InjectionCall = Call & { readonly relevant: readonly string[] };

/** An item that should pause a call counts once for each such call, and so does one that should not. */
export function measurePauses(half: Half, root = process.cwd()): PauseFigures {
  const { index, calls } = readSet<PauseCall>(root, 'guidance-pauses.json', half);
  const sum = { wanted: 0, paused: 0, wrong: 0 };
  for (const call of calls) {
    const paused = decide(index, call).pauseFor.map(({ item }) => item.id);
    sum.wanted += call.pause.length;
    sum.paused += call.pause.filter((id) => paused.includes(id)).length;
    sum.wrong += paused.filter((id) => !call.pause.includes(id)).length;
  }
  return { calls: calls.length, ...sum };
}

export function measureInjection(half: Half, root = process.cwd()): InjectionFigures {
  const { index, calls } = readSet<InjectionCall>(root, 'guidance-injection.json', half);
  const priorities = new Map(index.items.map(({ id, priority }) => [id, priority]));
  const sum = { criticalWanted: 0, criticalShown: 0, highWanted: 0, highShown: 0 };
  for (const call of calls) {
    const shown = shownFor(index, call);
    for (const id of call.relevant) {
      const priority = priorities.get(id);
      if (priority !== 'CRITICAL' && priority !== 'HIGH') continue;
      const kind = priority === 'CRITICAL' ? 'critical' : 'high';
      sum[`${kind}Wanted`]++;
      if (shown.includes(id)) sum[`${kind}Shown`]++;
    }
  }
  const irrelevant = calls.filter(({ relevant }) => relevant.length === 0);
  const irrelevantShown = irrelevant.filter((call) => shownFor(index, call).length > 0).length;
  return { calls: calls.length, ...sum, irrelevantCalls: irrelevant.length, irrelevantShown };
}

function shownFor(index: HookIndex, call: Call): string[] {
  const { show, pauseFor } = decide(index, call);
  return [...pauseFor, ...show].map(({ item }) => item.id);
}

function decide(index: HookIndex, call: Call): Injection {
  const { id, tool_name: toolName, tool_input: toolInput, cwd, recent } = call;
  const asked = { sessionId: 'labeled', toolUseId: id, toolName, toolInput, cwd, recentMessages: recent };
  return decideInjection(index, { ...asked, projectFolder: '/project' }, { memory: NO_MEMORY, now: NOW });
}

const NOW = new Date('2026-05-20T12:00:00Z');

function readSet<Labeled extends Call>(root: string, name: string, half: Half) {
  const file = path.join(root, 'tests/data/second', name);
  const set = JSON.parse(readFileSync(file, 'utf8')) as { items: unknown[]; calls: Labeled[] };
  const items = set.items.flatMap((node) => readItem(node, 'labeled').item ?? []);
  const index = storedIndex(items);
  return { index, calls: set.calls.filter((call) => call.half === half) };
}
