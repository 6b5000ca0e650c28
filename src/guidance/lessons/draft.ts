import type { Block } from '../blocks/read-block.js';
import { idOf } from '../graph/free-id.js';
import type { NodeFields } from '../graph/graph-text.js';
import type { Priority } from '../item/item.js';
import { proseOf } from '../transcript/own-text.js';

/** `repeated_mistake` and `lesson_learned` are only read: drafts of earlier versions have them. */
export const LESSON_SOURCES = [
  'process_knowledge_block',
  'user_correction',
  'repeated_mistake',
  'lesson_learned',
] as const;
export type LessonSource = (typeof LESSON_SOURCES)[number];

/** A lesson before it is in a graph: what is needed to compare it, and the node that it would become. No secrets. */
export interface Draft {
  readonly source: LessonSource;
  /** The user corrected the agent: only that says that something went wrong. */
  readonly isCorrection: boolean;
  readonly label: string;
  /** What it says, for finding it again. */
  readonly gist: string;
  readonly priority: Priority;
  /** The graph that it names. */
  readonly graph: string | undefined;
  readonly node: NodeFields;
}

export interface DraftContext {
  readonly sessionId: string;
  readonly now: Date;
  readonly redact: (text: string) => string;
}

export function draftOfBlock(block: Block, isCorrection: boolean, context: DraftContext): Draft {
  const { sessionId, redact } = context;
  const clean = (value: unknown) => redactAll(value, redact);
  const label = redact(block.label);
  const description = redact(block.description || block.label);
  const origin = `[PROCESS_KNOWLEDGE] block in session ${sessionId}`;
  const problem = block.problem === undefined ? '' : ` (not fully understood: ${redact(block.problem)})`;
  return {
    source: 'process_knowledge_block',
    isCorrection,
    label,
    gist: block.description === '' ? label : `${label} ${description}`,
    priority: block.priority,
    graph: block.graph,
    node: {
      ...commonFields(label, description, context.now),
      confidence: 1,
      evidence: `${redact(block.evidence) || `Explicit ${origin}`}${problem}`,
      process_type: block.type,
      priority: block.priority,
      trigger_conditions: clean(block.triggers),
      [block.type]: clean(block.content),
      source: 'process_knowledge_block',
    },
  };
}

/** The fallback where the agent wrote no block: the user's words as they are, for a person to edit. */
export function draftOfMessage(text: string, context: DraftContext): Draft {
  const prose = context.redact(proseOf(text)).replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS_LENGTH);
  const label = shorten(prose);
  return {
    source: 'user_correction',
    isCorrection: true,
    label,
    gist: prose,
    priority: 'MEDIUM',
    graph: undefined,
    node: {
      ...commonFields(label, prose, context.now),
      confidence: 0.85,
      evidence: `User correction in session ${context.sessionId}`,
      process_type: 'requirement',
      priority: 'MEDIUM',
      trigger_conditions: {},
      requirement: { constraint: prose },
      source: 'user_correction',
    },
  };
}

const MAX_WORDS_LENGTH = 600;

function commonFields(label: string, description: string, now: Date): NodeFields {
  return {
    id: idOf(label, now),
    type: 'Concept',
    label,
    description,
    created_by: 'lesson-extractor',
    created_at: now.toISOString(),
    status: 'draft',
    reviewed_by: null,
    seen_count: 1,
  };
}

function shorten(text: string): string {
  if (text.length <= 80) return text;
  return `${text.slice(0, 80).replace(/\s+\S*$/, '')} …`;
}

function redactAll(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((entry) => redactAll(entry, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactAll(inner, redact)]));
}
