import type { Action } from '../action-log/action.js';
import type { ActionType } from '../vocabulary.js';

/** An action as models get it; the same one several times in a row is one. */
export interface CondensedAction {
  readonly action_type: ActionType;
  readonly data: Readonly<Record<string, unknown>>;
  /** Of the first one. */
  readonly created_at: string;
  readonly times?: number | undefined;
}

/** The actions that say something about learning, the oldest first. If they are too many, the oldest are left out. */
export function condenseActions(actions: readonly Action[], maxLength: number): CondensedAction[] {
  const condensed: CondensedAction[] = [];
  for (const { actionType, data, createdAt } of actions) {
    if (NOISE.has(actionType)) continue;
    const last = condensed.at(-1);
    if (last !== undefined && isSame(last, actionType, data)) {
      condensed[condensed.length - 1] = { ...last, data: added(last.data, data), times: (last.times ?? 1) + 1 };
    } else {
      condensed.push({ action_type: actionType, data, created_at: createdAt });
    }
  }
  return newest(condensed, maxLength);
}

/** What the page or the program does by itself, and what the messages of the coach say better. */
const NOISE: ReadonlySet<ActionType> = new Set([
  'tab_switch',
  'selection',
  'file_close',
  'mcp_tool_call',
  'coaching_message',
  'nudge_suppressed',
  'session_ended',
]);

function isSame({ action_type, data: before }: CondensedAction, type: ActionType, data: object): boolean {
  return action_type === type && before.path === getPath(data) && (before.path !== undefined || isEmpty(data));
}

function getPath(data: object): unknown {
  return 'path' in data ? data.path : undefined;
}

function isEmpty(data: object): boolean {
  return Object.keys(data).length === 0;
}

/** Edits of one file add up; of everything else the last is kept. */
function added(before: CondensedAction['data'], data: Readonly<Record<string, unknown>>): CondensedAction['data'] {
  const sums = ['editCount', 'charDelta', 'delta', 'count']
    .filter((name) => typeof data[name] === 'number')
    .map((name) => [name, Number(before[name] ?? 0) + Number(data[name])]);
  return { ...data, ...Object.fromEntries(sums) };
}

function newest(actions: readonly CondensedAction[], maxLength: number): CondensedAction[] {
  let length = 0;
  const kept = actions.toReversed().filter((action) => {
    length += JSON.stringify(action).length + 1;
    return length <= maxLength;
  });
  return kept.toReversed();
}
