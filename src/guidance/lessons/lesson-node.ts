import { idOf } from '../graph/free-id.js';
import type { NodeFields } from '../graph/graph-text.js';
import type { ProcessType } from '../item/item.js';
import type { DetectedLesson } from './detect-lessons.js';
import type { Draft } from './draft.js';
import { inferPriority } from './infer-priority.js';
import { inferProcessType } from './infer-process-type.js';
import { inferTriggers } from './infer-triggers.js';
import type { Block } from './parse-block.js';
import { ruleSentence } from './rule-sentence.js';
import type { ToolUse } from './turn.js';

export interface Occasion {
  readonly sessionId: string;
  readonly now: Date;
  readonly redact: (text: string) => string;
}

export function draftOfBlock(block: Block, { sessionId, now, redact }: Occasion): Draft {
  const label = redact(block.label).slice(0, 120);
  const description = redact(block.description === '' ? block.label : block.description);
  return {
    source: 'process_knowledge_block',
    label,
    gist: block.description === '' ? label : `${label} ${description}`,
    priority: block.priority,
    graph: block.graph,
    node: {
      ...frame(label, description, 1, now),
      evidence: redact(block.evidence ?? `Explicit [PROCESS_KNOWLEDGE] block in session ${sessionId}`),
      process_type: block.type,
      priority: block.priority,
      trigger_conditions: redactAll({ ...block.triggers }, redact),
      [block.type]: redactAll(block.content, redact),
      source: 'process_knowledge_block',
    },
  };
}

export interface Surroundings {
  readonly role: 'user' | 'assistant';
  readonly recentUses: readonly ToolUse[];
  /** How many similar corrections are known already; none if the graphs have not been looked at yet. */
  readonly repetitions?: number;
}

export function draftOfWords(
  lesson: DetectedLesson,
  { role, recentUses, repetitions = 0 }: Surroundings,
  { sessionId, now, redact }: Occasion,
): Draft {
  const { source, text } = lesson;
  const oneLine = (words: string, most: number) => redact(words).replace(/\s+/g, ' ').trim().slice(0, most);
  const said = oneLine(text, 600);
  const { rule, reproach } = ruleSentence(lesson);
  const essence = oneLine(rule, 300) || said;
  const spoken = source === 'process_knowledge_block' ? 'lesson_learned' : source;
  const isRepeated = repetitions >= 2 || source === 'repeated_mistake';
  const priority = inferPriority({
    source: spoken,
    text,
    repetitions,
    isCalledCritical: role === 'user' && /\bcritical\b/i.test(text),
  });
  const type = isRepeated ? 'warning' : inferProcessType(text);
  const label = titleOf(essence);
  return {
    source: isRepeated ? 'repeated_mistake' : source,
    label,
    gist: said,
    priority,
    graph: undefined,
    node: {
      ...frame(label, said, source === 'user_correction' ? 0.85 : 0.8, now),
      evidence: `${EVIDENCE[spoken]} in session ${sessionId}: '${oneLine(reproach, 200) || said.slice(0, 200)}'`,
      process_type: type,
      priority,
      trigger_conditions: inferTriggers(said, recentUses),
      [type]: contentOf(type, label, withoutReproach(essence), said, sessionId),
      source: isRepeated ? 'repeated_mistake' : source,
    },
  };
}

const EVIDENCE = {
  user_correction: 'User correction',
  repeated_mistake: 'Repeated mistake, named by the user',
  lesson_learned: 'Lesson stated',
} as const;

function frame(label: string, description: string, confidence: number, now: Date): NodeFields {
  return {
    id: idOf(label, now),
    type: 'Concept',
    label,
    description,
    confidence,
    created_by: 'lesson-extractor',
    created_at: now.toISOString(),
    status: 'draft',
    reviewed_by: null,
    seen_count: 1,
  };
}

/** The first words of what is to be done. */
function titleOf(sentence: string): string {
  const bare = withoutReproach(sentence).replace(/^you (?:forgot|missed|skipped|overlooked) (?:to )?/i, '');
  const words = bare.split(' ');
  const title = words
    .slice(0, 12)
    .join(' ')
    .replace(/[.,;:!]+$/, '')
    .slice(0, 100);
  return capitalised(title) + (words.length > 12 ? ' …' : '');
}

/** What was forgotten is what is to be done; that it went wrong before is evidence, not advice. */
function withoutReproach(sentence: string): string {
  let bare = sentence;
  for (let before = ''; before !== bare; ) {
    before = bare;
    for (const opening of OPENINGS) bare = bare.replace(opening, '');
  }
  const rest = bare.replace(/^you (?:forgot|still need) to /i, '').replace(/,? again(?=[!.]*$)/i, '');
  return rest.trim() === '' ? sentence : capitalised(rest);
}

const OPENINGS: readonly RegExp[] = [
  /^[\s*#_>-]+/,
  /^(?:\**lessons? learn(?:ed|t)\**|important|note|remember|critical|attention|key takeaway)[:,!*—–-]+\s*/i,
  // "No console.log in the worker" is the rule itself.
  /^(?:no|nope|wrong|stop|wait|again|hey|ugh|ok|okay|well)[,:;.!—–-]+\s*/i,
  /^(?:hey|please) (?=\w)/i,
  /^(?:that|this|it)(?:'s|’s| is| was)(?: just| still| simply)* (?:wrong|incorrect|not right|critical|important)[,:;.!—–-]+\s*/i,
];

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function contentOf(type: ProcessType, label: string, essence: string, said: string, sessionId: string): NodeFields {
  const example = `Session ${sessionId}`;
  switch (type) {
    case 'checklist':
      return { title: label, items: [essence], format: 'checkbox' };
    case 'pattern':
      return { situation: situationOf(said), action: essence, rationale: 'It had to be said in a session', example };
    case 'warning':
      return { risk: essence, severity: 'high', detection: 'The user had to point it out', mitigation: said };
    case 'requirement':
      return { constraint: essence, rationale: 'It had to be said in a session', validation: '' };
  }
}

function situationOf(text: string): string {
  // A dot within a name ends nothing: "when plugin.json changes".
  return /\b((?:when(?:ever)?|before|after) (?:[^.,;!?]|[.,](?=\S)){3,100})/i.exec(text)?.[1] ?? 'In work like this';
}

/** The same fields with every text in them redacted, however deep it stands. */
function redactAll(fields: NodeFields, redact: (text: string) => string): NodeFields {
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return redact(value);
    if (Array.isArray(value)) return value.map(clean);
    return typeof value === 'object' && value !== null ? redactAll(value as NodeFields, redact) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, clean(value)]));
}
