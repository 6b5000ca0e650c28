import { parseJson } from '../../kernel/parse-json.js';
import type { ActionLogRow } from '../database/tables.js';
import type { ActionType } from '../vocabulary.js';
import { ACTION_DATA, type ActionData } from './action-data.js';

interface ActionOf<Type extends ActionType> {
  readonly id: string;
  /** Null for what was done without a session. */
  readonly sessionId: string | null;
  readonly actionType: Type;
  readonly data: ActionData[Type];
  readonly createdAt: string;
}

/** A stored action; its type decides what its data is. */
export type Action = { [Type in ActionType]: ActionOf<Type> }[ActionType];

/** The files that an action is about. */
export function getPaths({ data }: Action): readonly string[] {
  if ('path' in data) return [data.path];
  return 'paths' in data ? data.paths : [];
}

/** Undefined if the data does not belong to the type: another version of the program may have stored it. */
export function toAction(row: ActionLogRow): Action | undefined {
  const { id, session_id, action_type, data, created_at } = row;
  const parsed = ACTION_DATA[action_type]?.safeParse(data === null ? {} : parseJson(data));
  if (!parsed?.success) return undefined;
  // The compiler cannot see that the type chose the schema.
  return { id, sessionId: session_id, actionType: action_type, data: parsed.data, createdAt: created_at } as Action;
}
