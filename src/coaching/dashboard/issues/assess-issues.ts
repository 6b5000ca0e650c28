import { formatCount } from '../../../kernel/format-count.js';
import { withContext } from '../../api/api-errors.js';
import type { CallApi } from '../../api/call-api.js';
import type { MemoryStore } from '../../memory/memory-store.js';
import type { ModelsView } from '../../models-view/models-view.js';
import {
  assembleUserMessage,
  type IssueAssessmentInput,
  type IssueAssessmentResponse,
  responseSchema,
  SYSTEM_PROMPT,
} from '../../prompts/issue-assessment.js';
import type { CoachingStore } from '../../store/coaching-store.js';
import type { AnswerOnce } from '../answer-once.js';
import { byUrgency, shownNames, shownText } from '../shown-items.js';
import { type GitHubIssue, shortenIssue } from './list-issues.js';

/** An open issue with what it is to the person. */
export interface AssessedIssue {
  readonly number: number;
  readonly title: string;
  readonly summary: string;
  readonly suitability: Assessed['suitability'];
  readonly suitabilityReason: string;
  readonly estimatedDifficulty: Assessed['estimated_difficulty'];
  readonly relevantSkills: readonly string[];
  readonly priorityScore: number;
  readonly priorityFactors: {
    readonly userTagged: boolean;
    readonly similarToRecentWork: boolean;
    readonly addressesKnowledgeGap: boolean;
    readonly teamUrgency: 'low' | 'medium' | 'high';
  };
  readonly learningOpportunities: readonly string[];
}

type Assessed = IssueAssessmentResponse['issues'][number];

export interface AssessDependencies {
  readonly store: CoachingStore;
  readonly memory: Pick<MemoryStore, 'queryMemories'>;
  readonly view: Pick<ModelsView, 'redact'>;
  readonly callApi: CallApi;
  readonly answerOnce: AnswerOnce;
}

interface AssessRequest {
  readonly issues: readonly GitHubIssue[];
  readonly isRetried: boolean;
  readonly signal: AbortSignal;
}

/** The issues from which the person learns most, the best first. Rejects with a sentence for the person. */
export async function assessIssues(
  dependencies: AssessDependencies,
  { issues, isRetried, signal }: AssessRequest,
): Promise<AssessedIssue[]> {
  if (issues.length === 0) return [];
  const input = await gatherInput(dependencies, issues);
  const userMessage = assembleUserMessage(input);
  const ask = () =>
    dependencies.callApi({
      callType: 'issue_assessment',
      model: 'sonnet',
      systemPrompt: SYSTEM_PROMPT,
      userMessage,
      responseSchema,
      sessionId: null,
      signal,
    });
  try {
    const question = { kind: 'issues', input: withoutUnsteady(input), schema: responseSchema, ask, isRetried } as const;
    const answer = await dependencies.answerOnce(question);
    return toAssessed(answer, issues);
  } catch (error) {
    throw withContext(error, `${formatCount(issues.length, 'open issue')} could not be assessed`);
  }
}

const MAX_SESSIONS = 10;
const MAX_GAPS = 20;
const MAX_MEMORIES = 10;
const MAX_QUERY_LENGTH = 2_000;

async function gatherInput(
  { store, memory, view }: AssessDependencies,
  issues: readonly GitHubIssue[],
): Promise<IssueAssessmentInput> {
  const titles = issues.map(({ title }) => title).join('\n');
  const [assessments, sessions, gaps, memories] = await Promise.all([
    store.assessments.list(),
    store.sessions.list({ status: 'completed', limit: MAX_SESSIONS }),
    store.gaps.list({ addressed: false }),
    // Without memories the issues can still be assessed.
    memory.queryMemories({ queryText: titles.slice(0, MAX_QUERY_LENGTH), nResults: MAX_MEMORIES }).catch(() => []),
  ]);
  const shown = await view.redact(issues);
  return view.redact({
    issues: shown.map(shortenIssue).map(({ isTagged, ...issue }) => ({ ...issue, is_tagged: isTagged })),
    dreyfusAssessments: assessments.map(({ skillArea, stage }) => ({ skill_area: skillArea, stage })),
    recentSessions: sessions.map(({ issueTitle, endedAt }) => ({ issueTitle, completedAt: endedAt })),
    knowledgeGaps: gaps
      .sort(byUrgency)
      .slice(0, MAX_GAPS)
      .map(({ topic, severity }) => ({ topic, severity })),
    memories: memories.map(({ content }) => ({ content })),
  });
}

/** Memories and tags are missing after a timeout: a new answer is not worth its price for them. */
function withoutUnsteady(input: IssueAssessmentInput) {
  const issues = input.issues.map((issue) => ({ ...issue, is_tagged: undefined }));
  return { ...input, issues, memories: undefined };
}

/** What gh knows is taken from gh: a model may invent numbers and change titles. */
function toAssessed({ issues: chosen }: IssueAssessmentResponse, issues: readonly GitHubIssue[]): AssessedIssue[] {
  const known = new Map(issues.map((issue) => [issue.number, issue]));
  const assessed = chosen.flatMap((issue) => {
    const listed = known.get(issue.number);
    known.delete(issue.number);
    return listed === undefined ? [] : [toShown(issue, listed)];
  });
  return assessed.sort((a, b) => b.priorityScore - a.priorityScore);
}

function toShown(issue: Assessed, { title, isTagged }: GitHubIssue): AssessedIssue {
  const factors = issue.priority_factors;
  return {
    number: issue.number,
    title,
    summary: shownText(issue.summary),
    suitability: issue.suitability,
    suitabilityReason: shownText(issue.suitability_reason),
    estimatedDifficulty: issue.estimated_difficulty,
    relevantSkills: shownNames(issue.relevant_skills),
    priorityScore: issue.priority_score,
    priorityFactors: {
      userTagged: isTagged,
      similarToRecentWork: factors.similar_to_recent_work,
      addressesKnowledgeGap: factors.addresses_knowledge_gap,
      teamUrgency: factors.team_urgency,
    },
    learningOpportunities: shownNames(issue.learning_opportunities),
  };
}
