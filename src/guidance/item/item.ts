import type { Priority, Status } from '../vocabulary.js';

export {
  PRIORITIES,
  PROCESS_TYPES,
  type Priority,
  type ProcessType,
  STATUSES,
  type Status,
} from '../vocabulary.js';

/** When an item concerns a tool call. An empty list asks for nothing. */
export interface TriggerConditions {
  readonly tools: readonly string[];
  readonly files: readonly string[];
  readonly actions: readonly string[];
  readonly contexts: readonly string[];
  /** Kept and shown; nothing of a tool call says which group of agents is at work. */
  readonly triads: readonly string[];
}

export type ItemContent =
  | { readonly type: 'checklist'; readonly title: string; readonly items: readonly string[]; readonly format: string }
  | {
      readonly type: 'pattern';
      readonly situation: string;
      readonly action: string;
      readonly rationale: string;
      readonly example: string;
    }
  | {
      readonly type: 'warning';
      readonly risk: string;
      readonly severity: string;
      readonly detection: string;
      readonly mitigation: string;
    }
  | {
      readonly type: 'requirement';
      readonly constraint: string;
      readonly rationale: string;
      readonly validation: string;
    };

/** One piece of process knowledge: a Concept node of a graph file that has a `process_type`. */
export interface KnowledgeItem {
  readonly id: string;
  /** The graph it is in: `deployment` for `deployment_graph.json`. */
  readonly graph: string;
  readonly label: string;
  readonly description: string;
  readonly priority: Priority;
  readonly status: Status;
  /** It was neither written nor reviewed on this machine, and counts as a draft until it is. */
  readonly isForeign?: boolean;
  /** It says none of the three, and counts as a draft until it does. */
  readonly hasFaultyStatus?: boolean;
  readonly confidence: number;
  readonly evidence: string;
  readonly createdAt: string;
  /** When the index met it first: for drafts that do not say when they were made. */
  readonly firstSeenAt?: string;
  /** When it was learned again, if it was. */
  readonly lastSeenAt?: string;
  readonly triggers: TriggerConditions;
  /** The condition that cannot be read: without it the item cannot be matched. */
  readonly unreadable?: string;
  readonly content: ItemContent;
  /** How often it was learned, the first time included; later only corrections by the user count. */
  readonly seen: number;
  /** What it was learned from, such as `process_knowledge_block`; undefined for an item that a person added. */
  readonly source?: string;
  /** Who put it aside: a person, or the time that ran out. */
  readonly archivedBy?: string;
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly supersededBy?: string;
  /** Why it is on its way out; it is still shown, with this. */
  readonly deprecated?: string;
  readonly snoozedUntil?: string;
}
