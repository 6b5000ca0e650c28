import { nearestName } from '../../kernel/nearest-name.js';
import { UserError } from '../../kernel/user-error.js';
import { type JsonOutcome, outcomeToJson } from '../export/decision-to-json.js';
import { OUTCOMES, type Outcome } from '../model/decision.js';
import type { DecisionGraph } from '../model/decision-graph.js';

/** As every entry point passes it in. The beginning of an id is enough where it is unique. */
export interface OutcomeRequest {
  readonly decision_id: string;
  readonly outcome: string;
  readonly note?: string | undefined;
  readonly superseded_by?: string | undefined;
}

export interface RecordedOutcome extends JsonOutcome {
  readonly decision_id: string;
  readonly question: string;
  readonly winning_option: string | null;
  /** The earlier record, if there was one. */
  readonly replaced: JsonOutcome | null;
}

/** Writes down what became of a decision. Rejects with a `UserError` for what cannot be. */
export async function recordOutcome(graph: DecisionGraph, request: OutcomeRequest): Promise<RecordedOutcome> {
  for (const field of ['decision_id', 'superseded_by'] as const) {
    if (request[field]?.trim() === '') throw mistake(`${field} is empty; give the id of a decision, or its beginning`);
  }
  const outcome = readOutcome(request.outcome);
  const note = request.note?.trim();
  if (note !== undefined && note.length > MAX_NOTE_LENGTH) {
    throw mistake(`note: ${note.length} characters are too many; write at most ${MAX_NOTE_LENGTH}`);
  }
  if (request.superseded_by !== undefined && outcome === 'right') {
    throw mistake(
      'superseded_by: a decision that proved right was not replaced; leave it out, or choose another outcome',
    );
  }
  const before = await graph.resolve(request.decision_id);
  const successor = request.superseded_by === undefined ? undefined : await graph.resolve(request.superseded_by);
  const decision = await graph.setOutcome(before.id, {
    outcome,
    ...(note === undefined || note === '' ? {} : { note }),
    ...(successor === undefined ? {} : { supersededBy: successor.id }),
  });
  if (decision.outcome === null) throw new Error('an outcome that was just stored is not there');
  return {
    decision_id: decision.id,
    question: decision.question,
    winning_option: decision.winningOption,
    ...outcomeToJson(decision.outcome),
    replaced: before.outcome === null ? null : outcomeToJson(before.outcome),
  };
}

const MAX_NOTE_LENGTH = 2_000;

function readOutcome(text: string): Outcome['outcome'] {
  const outcome = OUTCOMES.find((known) => known === text);
  if (outcome !== undefined) return outcome;
  const nearest = nearestName(text, OUTCOMES);
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  throw mistake(`outcome: "${text}" is not one of ${OUTCOMES.join(', ')}${hint}`);
}

function mistake(message: string): UserError {
  return new UserError('validation_error', message);
}
