import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDemoPanel } from '../../kernel/demo-names.js';
import type { Database, ReadConnection } from '../../storage/index.js';
import { MAX_EMBEDDED_AT_ONCE, type QuestionEmbedder } from '../memory/embed-question.js';
import { findNearest, type Match, newestOfEach } from '../memory/search-decisions.js';
import type { Decision } from '../model/decision.js';
import type { Recall, RecalledDecision, RecallOptions } from '../model/decision-graph.js';
import type { DecisionGraphSettings } from '../model/decision-graph-options.js';
import { describeOutcome } from '../model/describe-outcome.js';
import { questionHash } from '../model/question-words.js';
import { readByNumber } from '../store/read-decisions.js';
import { oneLine, renderRecall } from './render-recall.js';

export interface RecallDependencies {
  readonly database: Database;
  readonly embedder: QuestionEmbedder;
  readonly settings: DecisionGraphSettings;
  /** Told when more questions have no vector than a recall can embed itself. */
  readonly onBacklog: () => void;
}

type RecallFunction = (question: string, options?: RecallOptions) => Promise<Recall>;

export function createRecall(dependencies: RecallDependencies): RecallFunction {
  const { database, embedder, settings, onBacklog } = dependencies;
  const { similarityThreshold, maxContextDecisions, contextTokenBudget } = settings;
  return async (question, { workingDirectory, signal } = {}) => {
    const embedded = await embedder.embed(question, signal);
    const { memory, vector, notice } = embedded;
    if (notice === undefined && memory.index.unstored.size > MAX_EMBEDDED_AT_ONCE) onBacklog();
    const asked = { questionHash: questionHash(question), workingDirectory };
    const key = `${asked.questionHash} ${workingDirectory ?? ''}`;
    const cached = notice === undefined ? memory.recalls.get(key) : undefined;
    if (cached !== undefined) return { ...cached, fromCache: true };

    // A series of calls would otherwise block other work.
    await nextTurn();
    const nearest = await findNearest({ database }, embedded, { archived: 'without' });
    const similar = nearest
      .map((match) => (match.decision.questionHash === asked.questionHash ? { ...match, score: 1 } : match))
      .filter(({ decision, score }) => score >= similarityThreshold && isPrecedent(decision));
    const ranked = newestOfEach(rank(similar, asked), memory).slice(0, maxContextDecisions);
    await nextTurn();
    const found = await describeMatches(ranked, { database, settings });
    const { text, matches } = renderRecall(found.matches, contextTokenBudget, workingDirectory);
    const recall: Recall = { matches, text, fromCache: false, warnings: notice === undefined ? [] : [notice] };
    if (notice === undefined) {
      const minScore = Math.min(similarityThreshold, FOUND_BY_WORDS);
      memory.recalls.set(key, { recall, numbers: found.numbers, reach: { vector, minScore } });
    }
    return recall;
  };
}

/** A decision with a less similar question is found by its words at most; a cached answer may miss it until it expires. */
const FOUND_BY_WORDS = 0.25;

/** Earlier versions also stored demos and deliberations without a result; no council is shown one. */
function isPrecedent({ participants, status, stances }: Decision): boolean {
  return !isDemoPanel(participants) && status !== 'no_quorum' && stances.some(({ option }) => option !== null);
}

interface AskedQuestion {
  readonly questionHash: string;
  readonly workingDirectory: string | undefined;
}

/**
 * Best first. The same question asked again in the same project comes before everything; else the score counts, and
 * the own project a little. Of several decisions on one question only the latest is shown.
 */
function rank(matches: readonly Match[], asked: AskedQuestion): Match[] {
  const getRank = ({ decision, score }: Match) => {
    if (decision.workingDirectory !== asked.workingDirectory) return score;
    return decision.questionHash === asked.questionHash ? SAME_AGAIN : score + OWN_PROJECT;
  };
  const latest = new Map<string, Match>();
  for (const match of matches.toSorted(compareTimes)) {
    latest.set(`${match.decision.questionHash} ${match.decision.workingDirectory}`, match);
  }
  return [...latest.values()].sort((a, b) => getRank(b) - getRank(a) || compareTimes(b, a));
}

const SAME_AGAIN = 2;
const OWN_PROJECT = 0.05;

function compareTimes(a: Match, b: Match): number {
  return a.decision.decidedAt.getTime() - b.decision.decidedAt.getTime() || a.number - b.number;
}

/** The matches with what must be said of each, and everything that a later change could make untrue. */
async function describeMatches(
  ranked: readonly Match[],
  { database, settings }: Pick<RecallDependencies, 'database' | 'settings'>,
) {
  const ids = ranked.flatMap(({ decision }) => decision.outcome?.supersededBy ?? []);
  const successors = await database.read((connection) => readSuccessors(connection, ids));
  const byId = new Map([...successors.values()].map((decision) => [decision.id, decision]));
  const matches = ranked.map(({ decision, score }): RecalledDecision => {
    const note = findCaveats(decision, byId.get(decision.outcome?.supersededBy ?? ''));
    return { decision, score, note, detail: score >= settings.strongMatch ? 'full' : 'summary' };
  });
  return { matches, numbers: new Set([...ranked.map(({ number }) => number), ...successors.keys()]) };
}

function readSuccessors(connection: ReadConnection, ids: readonly string[]) {
  const rows = connection.all<{ number: number }>(
    'SELECT number FROM decisions WHERE id IN (SELECT value FROM json_each(?))',
    [JSON.stringify(ids)],
  );
  return readByNumber(
    connection,
    rows.map(({ number }) => number),
  );
}

/**
 * Finds what must be known before a decision is relied on, in one line; null if nothing speaks against it. Only recorded outcomes:
 * that a later decision differs in its words is a guess, which a council would take for a fact.
 */
function findCaveats({ outcome }: Decision, successor: Decision | undefined): string | null {
  if (outcome === null || outcome.outcome === 'right') return null;
  const by = successor === undefined ? '' : `${successor.id} (${getDay(successor)}), which chose ${quoted(successor)}`;
  return describeOutcome(outcome.outcome, { by, note: oneLine(outcome.note ?? '', MAX_NOTE_LENGTH) });
}

const MAX_NOTE_LENGTH = 200;
const MAX_OPTION_LENGTH = 120;

function getDay({ decidedAt }: Decision): string {
  return decidedAt.toISOString().slice(0, 10);
}

function quoted({ winningOption }: Decision): string {
  return winningOption === null ? 'nothing' : `"${oneLine(winningOption, MAX_OPTION_LENGTH)}"`;
}
