import { z } from 'zod';
import { UserError } from '../../kernel/user-error.js';
import { type JsonDecision, jsonDecisionSchema } from '../export/decision-to-json.js';
import { JSON_EXPORT } from '../export/write-json.js';
import type { DecisionGraph } from '../model/decision-graph.js';
import type { DeliberationRecord } from '../model/deliberation-record.js';

/** A file of `export --format json`. Its decisions are parsed one by one: a bad one must not take the others with it. */
const jsonExportSchema = z.object({
  format: z.literal(JSON_EXPORT.format),
  version: z.literal(JSON_EXPORT.version),
  decisions: z.array(z.unknown()),
});

export function isExport(value: unknown): value is { readonly format: string } {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === JSON_EXPORT.format;
}

/** A file as it was read. */
export interface ParsedFile {
  readonly file: string;
  readonly value: unknown;
}

/** The decisions that one file added. */
export interface Tally {
  imported: number;
  known: number;
  undecided: number;
  outcomes: number;
  readonly faults: { file: string; fault: string }[];
}

/** An exported graph. Outcomes come last: one may name a decision further down. */
export async function importExport(graph: DecisionGraph, { file, value }: ParsedFile, tally: Tally): Promise<void> {
  const parsed = jsonExportSchema.safeParse(value);
  if (!parsed.success) {
    const fault = `it was exported by another version (${describeProblem(parsed.error)})`;
    tally.faults.push({ file, fault });
    return;
  }
  const decisions = parsed.data.decisions.flatMap((each, at) => {
    const decision = jsonDecisionSchema.safeParse(each);
    if (decision.success) return decision.data;
    tally.faults.push({ file, fault: `its decision ${at + 1} cannot be used (${describeProblem(decision.error)})` });
    return [];
  });
  // As they were decided: of two that are equally near, the one that was stored first is named first.
  decisions.sort((a, b) => Date.parse(a.decided_at) - Date.parse(b.decided_at));
  for (const decision of decisions) await importOne(graph, decision, tally);
  for (const decision of decisions) await importOutcome(graph, decision, { file, tally });
}

async function importOne(graph: DecisionGraph, decision: JsonDecision, tally: Tally): Promise<void> {
  if ((await graph.get(decision.id)) !== null) {
    tally.known += 1;
    return;
  }
  if ((await graph.remember(toRecord(decision))) === null) {
    tally.undecided += 1;
    return;
  }
  tally.imported += 1;
  if (decision.archived_at !== null) {
    await graph.archive({ ids: [decision.id], at: new Date(decision.archived_at) });
  }
}

/** An outcome recorded here since is not overwritten by an older one. */
async function importOutcome(
  graph: DecisionGraph,
  { id, outcome }: JsonDecision,
  { file, tally }: { readonly file: string; readonly tally: Tally },
): Promise<void> {
  const known = outcome === null ? null : await graph.get(id);
  if (outcome === null || known === null || known.outcome !== null) return;
  const successor = outcome.superseded_by === null ? null : await graph.get(outcome.superseded_by);
  try {
    await graph.setOutcome(id, {
      outcome: outcome.outcome,
      recordedAt: new Date(outcome.recorded_at),
      ...(outcome.note === null ? {} : { note: outcome.note }),
      ...(successor === null ? {} : { supersededBy: successor.id }),
    });
    tally.outcomes += 1;
  } catch (error) {
    if (!(error instanceof UserError) || error.type !== 'validation_error') throw error;
    tally.faults.push({ file, fault: `the outcome of ${id} cannot be used (${error.message})` });
  }
}

/** The deliberation that would have left this decision. */
function toRecord(decision: JsonDecision): DeliberationRecord {
  const { stances, winning_option } = decision;
  const options = decision.options.map((text) => ({ id: text, text }));
  const vote = (round: number, option: string, stance: JsonDecision['stances'][number]) => ({
    round,
    participant: stance.participant,
    vote: { option, confidence: stance.confidence, rationale: stance.rationale },
  });
  const votes = stances.flatMap((stance) => [
    ...(stance.first_option === null ? [] : [vote(1, stance.first_option, stance)]),
    ...(stance.option === null ? [] : [vote(2, stance.option, stance)]),
  ]);
  return {
    deliberation_id: decision.id,
    status: decision.result_status,
    question: decision.question,
    working_directory: decision.working_directory,
    participants: decision.participants,
    summary: { consensus: decision.consensus },
    voting_result:
      winning_option === null && votes.length === 0 ? null : { winning_option, options, votes_by_round: votes },
    convergence_info: { status: decision.status },
    counterfactual: { first_round_winner: decision.first_round_winner },
    transcript_path: decision.transcript_path,
    full_debate: stances
      .filter(({ final_position }) => final_position !== '')
      .map(({ participant, final_position }) => ({
        round: 2,
        participant,
        response: final_position,
        timestamp: decision.decided_at,
      })),
    cost: { usd: decision.cost_usd ?? 'unknown' },
    decided_at: decision.decided_at,
  };
}

/** The first thing that is wrong: where, and what. */
export function describeProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'it has another shape';
  const where = issue.path.join('.');
  return where === '' ? issue.message : `${where}: ${issue.message}`;
}
