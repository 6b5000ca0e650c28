import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDemoPanel } from '../../kernel/demo-names.js';
import type { Database, ReadConnection } from '../../storage/index.js';
import type { QuestionEmbedder } from '../memory/embed-question.js';
import { MAX_EMBEDDED_AT_ONCE } from '../memory/embed-unsearchable.js';
import { areNearlySameQuestions, newestOfEach } from '../memory/near-duplicates.js';
import type { Memory } from '../memory/open-memory.js';
import { NEARLY_SAME_QUESTION } from '../model/compare-winners.js';
import type { Decision } from '../model/decision.js';
import type { Recall, RecalledDecision, RecallOptions } from '../model/decision-graph.js';
import type { DecisionGraphSettings } from '../model/decision-graph-options.js';
import { questionHash } from '../model/question-hash.js';
import { describeDamaged } from '../store/damaged-rows.js';
import { type NoteDamaged, participantsIn, readByNumber } from '../store/read-decisions.js';
import { findCaveats } from './find-caveats.js';
import { type Candidate, rankMatches } from './rank-matches.js';
import { renderRecall } from './render-recall.js';

export interface RecallDependencies {
  readonly database: Database;
  readonly embedder: QuestionEmbedder;
  readonly settings: DecisionGraphSettings;
  /** Told when more questions have no vector than a recall can embed itself. */
  readonly onBacklog: () => void;
  readonly noteDamaged: NoteDamaged;
}

type RecallFunction = (question: string, options?: RecallOptions) => Promise<Recall>;

export function createRecall(dependencies: RecallDependencies): RecallFunction {
  const { database, embedder, settings, onBacklog, noteDamaged } = dependencies;
  return async (question, { workingDirectory, signal } = {}) => {
    const { memory, vector, notice } = await embedder.embed(question, signal);
    if (notice === undefined && memory.index.unstored.size > MAX_EMBEDDED_AT_ONCE) onBacklog();
    const asked = { questionHash: questionHash(question), workingDirectory };
    const key = `${asked.questionHash} ${workingDirectory ?? ''}`;
    const cached = notice === undefined ? memory.recalls.get(key) : undefined;
    if (cached !== undefined) return { ...cached, fromCache: true };

    // A series of calls would otherwise block other work.
    await nextTurn();
    const near = nearest(memory, vector, settings.similarityThreshold);
    const damaged = new Set<string>();
    const note = (id: string) => {
      damaged.add(id);
      noteDamaged(id);
    };
    const candidates = await database.read((connection) => readCandidates(connection, near, asked.questionHash));
    const ranked = newestOfEach(
      rankMatches(withoutDemos(candidates, note), asked, settings.similarityThreshold),
      areNearlySameQuestions(memory),
    ).slice(0, settings.maxContextDecisions);
    await nextTurn();
    const found = await describeMatches(ranked, memory, { database, settings, noteDamaged: note });
    const { text, matches } = renderRecall(found.matches, settings.contextTokenBudget, workingDirectory);
    const warnings = [notice, describeDamaged([...damaged])].filter((each) => each !== undefined);
    const recall: Recall = { matches, text, fromCache: false, warnings };
    if (warnings.length === 0) {
      const reach = [{ vector, score: settings.similarityThreshold }, ...found.reach];
      memory.recalls.set(key, { recall, numbers: found.numbers, reach });
    }
    return recall;
  };
}

function nearest({ index, space }: Memory, vector: Float32Array, minScore: number): ScoredNumber[] {
  return index
    .search(vector, MAX_CANDIDATES, (number) => !index.isArchived(number))
    .map(({ number, cosine }) => ({ number, score: space.score(cosine) }))
    .filter(({ score }) => score >= minScore);
}

/** Earlier versions stored demos too; no council is shown one. */
function withoutDemos(rows: readonly ScoredRow[], noteDamaged: NoteDamaged): Candidate[] {
  return rows.flatMap((row) => {
    const participants = participantsIn(row.participants);
    if (participants === undefined) noteDamaged(row.id);
    return participants === undefined || isDemoPanel(participants) ? [] : [toCandidate(row)];
  });
}

/** The matches with what must be said of each, and everything that a later change could make untrue. */
async function describeMatches(
  ranked: readonly Candidate[],
  memory: Memory,
  { database, settings, noteDamaged }: Pick<RecallDependencies, 'database' | 'settings' | 'noteDamaged'>,
) {
  const vectors = ranked.flatMap(({ number }) => memory.index.vectorOf(number) ?? []);
  const relativesOf = new Map(ranked.map((match) => [match.number, relatives(memory, match)]));
  const wanted = [...relativesOf].flatMap(([number, near]) => [number, ...near]);
  const { decisions, successors } = await database.read((connection) => readAll(connection, wanted, noteDamaged));
  const matches: RecalledDecision[] = [];
  for (const { number, score } of ranked) {
    const decision = decisions.get(number);
    if (decision === undefined) continue;
    const near = (relativesOf.get(number) ?? [])
      .flatMap((other) => decisions.get(other) ?? [])
      .filter(({ participants }) => !isDemoPanel(participants));
    const successor = successors.get(decision.outcome?.supersededBy ?? '');
    const note = findCaveats(decision, { successor, near });
    matches.push({ decision, score, note, detail: score >= settings.strongMatch ? 'full' : 'summary' });
  }
  const reach = vectors.map((vector) => ({ vector, score: NEARLY_SAME_QUESTION }));
  return { matches, reach, numbers: new Set(decisions.keys()) };
}

/** Decisions on nearly the same question; found here and now, the background may be behind. */
function relatives({ index, space }: Memory, { number }: Candidate): number[] {
  const vector = index.vectorOf(number);
  if (vector === undefined) return [];
  return index
    .search(vector, MAX_RELATIVES, (other) => other !== number && !index.isArchived(other))
    .filter(({ cosine }) => space.score(cosine) >= NEARLY_SAME_QUESTION)
    .map((other) => other.number);
}

/** More than are shown: many may be the same question. */
const MAX_CANDIDATES = 100;
const MAX_RELATIVES = 10;

interface ScoredNumber {
  readonly number: number;
  readonly score: number;
}

function readCandidates(connection: ReadConnection, near: readonly ScoredNumber[], hash: string): ScoredRow[] {
  const scores = new Map(near.map(({ number, score }) => [number, score]));
  const rows = connection.all<CandidateRow>(CANDIDATES, [hash, MAX_CANDIDATES, JSON.stringify([...scores.keys()])]);
  return rows.map((row) => ({ ...row, score: row.question_hash === hash ? 1 : (scores.get(row.number) ?? 0) }));
}

function toCandidate(row: ScoredRow): Candidate {
  return {
    number: row.number,
    score: row.score,
    questionHash: row.question_hash,
    workingDirectory: row.working_directory,
    decidedAt: row.decided_at,
    winningOption: row.winning_option,
  };
}

type ScoredRow = CandidateRow & { readonly score: number };

interface CandidateRow {
  readonly number: number;
  readonly id: string;
  readonly question_hash: string;
  readonly working_directory: string;
  readonly decided_at: string;
  readonly winning_option: string | null;
  readonly participants: string;
}

/** Earlier versions also stored deliberations without a result. */
const HAS_RESULT = `status <> 'no_quorum'
  AND EXISTS (SELECT 1 FROM stances WHERE stances.decision = decisions.number AND stances.option IS NOT NULL)`;

const CANDIDATES = `
  SELECT number, id, question_hash, working_directory, decided_at, winning_option, participants FROM decisions
  WHERE archived_at IS NULL AND ${HAS_RESULT} AND number IN (
    SELECT number FROM (SELECT number FROM decisions WHERE question_hash = ? ORDER BY decided_at DESC LIMIT ?)
    UNION SELECT value FROM json_each(?))`;

function readAll(connection: ReadConnection, numbers: readonly number[], note: NoteDamaged) {
  const decisions = readByNumber(connection, [...new Set(numbers)], note);
  const ids = [...decisions.values()].flatMap(({ outcome }) => outcome?.supersededBy ?? []);
  const rows = connection.all<{ number: number }>(
    'SELECT number FROM decisions WHERE id IN (SELECT value FROM json_each(?))',
    [JSON.stringify(ids)],
  );
  const successors = new Map<string, Decision>();
  const successorNumbers = rows.map(({ number }) => number);
  for (const [number, decision] of readByNumber(connection, successorNumbers, note)) {
    successors.set(decision.id, decision);
    decisions.set(number, decision);
  }
  return { decisions, successors };
}
