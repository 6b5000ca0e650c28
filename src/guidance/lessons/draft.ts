import type { NodeFields } from '../graph/graph-text.js';
import type { Priority } from '../item/item.js';
import type { LessonSource } from './turn.js';

/** A lesson before it stands in a graph: what is needed to compare it, and the node it would become. No secrets. */
export interface Draft {
  readonly source: LessonSource;
  readonly label: string;
  /** What it says, for finding it again. */
  readonly gist: string;
  readonly priority: Priority;
  /** The graph that it names. */
  readonly graph: string | undefined;
  readonly node: NodeFields;
}

/** Only a correction says that something went wrong; an agent that repeats a lesson has understood it. */
export function isCorrection(source: unknown): boolean {
  return source === 'user_correction' || source === 'repeated_mistake';
}
