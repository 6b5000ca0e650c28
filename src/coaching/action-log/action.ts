import type { ActionLogRow } from '../database/tables.js';
import type { ActionType } from '../vocabulary.js';
import type { ActionData } from './action-data.js';

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

export function toAction(row: ActionLogRow): Action {
  // The compiler cannot see that the data belongs to the type.
  return {
    id: row.id,
    sessionId: row.session_id,
    actionType: row.action_type,
    data: row.data === null ? {} : JSON.parse(row.data),
    createdAt: row.created_at,
  } as Action;
}
