import { z } from 'zod';
import { formatList } from '../../../kernel/format-count.js';
import type { WebSource } from '../../../models/index.js';
import { ApiCallError, ApiNoModelError, withContext } from '../../api/api-errors.js';
import type { CallApi } from '../../api/call-api.js';
import type { CoachModels } from '../../api/coach-models.js';
import type { ModelsView } from '../../models-view/models-view.js';
import {
  assembleUserMessage,
  type LearningMaterialsResponse,
  responseSchema,
  SYSTEM_PROMPT,
  WEB_SEARCH_TOOL,
} from '../../prompts/learning-materials.js';
import type { CoachingStore } from '../../store/coaching-store.js';
import type { Gap } from '../../store/gaps.js';
import { STAGES, type Stage } from '../../vocabulary.js';
import type { AnswerOnce } from '../answer-once.js';
import { byUrgency, MAX_NAME_LENGTH, shownText } from '../shown-items.js';

/** Pages of the web from which a gap can be learned. */
export interface Recommendation {
  readonly knowledgeGap: string;
  readonly resources: readonly {
    readonly type: Resource['type'];
    readonly title: string;
    readonly url: string;
    readonly description: string;
    readonly relevance: Resource['relevance'];
    readonly estimatedTime: string;
  }[];
  readonly studyOrder: string;
  readonly practiceConnection: string | null;
}

type Resource = LearningMaterialsResponse['recommendations'][number]['resources'][number];

export interface MaterialsDependencies {
  readonly store: CoachingStore;
  readonly models: CoachModels;
  /** Names of adapters whose models can search the web, whether or not they can be used now. */
  readonly searchingAdapters: () => Promise<readonly string[]>;
  /** The languages of the project, for the search. */
  readonly describeStack: () => Promise<string>;
  readonly view: Pick<ModelsView, 'redact'>;
  readonly callApi: CallApi;
  readonly answerOnce: AnswerOnce;
}

/** Undefined if there is no open gap. Rejects with a sentence for the person. */
export async function findMaterials(
  dependencies: MaterialsDependencies,
  signal: AbortSignal,
): Promise<Recommendation[] | undefined> {
  const { store, view, answerOnce } = dependencies;
  const gaps = (await store.gaps.list({ addressed: false })).sort(byUrgency).slice(0, MAX_GAPS);
  if (gaps.length === 0) return undefined;
  const [assessments, katas] = await Promise.all([store.assessments.list(), store.katas.list()]);
  const input = await view.redact({
    gaps: gaps.map(({ topic, severity, relatedConcepts, frequency }) => ({
      ...{ topic, severity, relatedConcepts, frequency },
    })),
    stage: overallStage(assessments),
    katas: katas.filter(({ knowledgeGapId }) => gaps.some(({ id }) => id === knowledgeGapId)).map(({ title }) => title),
  });
  const ask = () => search(dependencies, input, signal);
  try {
    const { recommendations, sources } = await answerOnce({ kind: 'materials', input, schema: answerSchema, ask });
    return expectSome(toRecommendations(recommendations, sources), gaps);
  } catch (error) {
    throw withContext(error, 'No learning materials');
  }
}

const MAX_GAPS = 5;

const answerSchema = responseSchema.extend({ sources: z.array(z.object({ url: z.string(), title: z.string() })) });

interface MaterialsInput {
  readonly gaps: Parameters<typeof assembleUserMessage>[0];
  readonly stage: string;
  readonly katas: readonly string[];
}

async function search(
  { models, searchingAdapters, describeStack, callApi }: MaterialsDependencies,
  { gaps, stage, katas }: MaterialsInput,
  signal: AbortSignal,
): Promise<z.infer<typeof answerSchema>> {
  const tier = await models.ofTier('sonnet');
  if (tier === undefined) throw new ApiNoModelError();
  if (tier.adapter.supports?.webSearch !== true) throw cannotSearch(tier.adapter.name, await searchingAdapters());
  let sources: readonly WebSource[] = [];
  const { recommendations } = await callApi({
    callType: 'learning_materials',
    model: 'sonnet',
    systemPrompt: SYSTEM_PROMPT.replace('{dreyfus_stage}', stage),
    userMessage: assembleUserMessage(gaps, await describeStack(), katas),
    responseSchema,
    sessionId: null,
    webSearch: WEB_SEARCH_TOOL,
    signal,
    onSources: (found) => {
      sources = found;
    },
  });
  return { recommendations, sources: sources.map(({ url, title }) => ({ url, title })) };
}

/** A page that the search did not return may not exist. */
function toRecommendations(
  recommendations: LearningMaterialsResponse['recommendations'],
  sources: readonly WebSource[],
): Recommendation[] {
  const found = new Map(sources.flatMap(({ url }) => getKey(url).map((key) => [key, new URL(url).href] as const)));
  return recommendations.flatMap((recommendation) => {
    const resources = recommendation.resources.flatMap((resource) => {
      const [url] = getKey(resource.url).flatMap((key) => found.get(key) ?? []);
      return url === undefined ? [] : [{ ...toShown(resource), url }];
    });
    if (resources.length === 0) return [];
    const { knowledge_gap, study_order, practice_connection } = recommendation;
    return [
      {
        knowledgeGap: shownText(knowledge_gap, MAX_NAME_LENGTH),
        resources: resources.slice(0, MAX_RESOURCES),
        studyOrder: shownText(study_order),
        practiceConnection: practice_connection === null ? null : shownText(practice_connection),
      },
    ];
  });
}

const MAX_RESOURCES = 10;
const MAX_URL_LENGTH = 2_000;

function toShown({ type, title, description, relevance, estimated_time }: Resource) {
  return {
    ...{ type, relevance },
    title: shownText(title, MAX_NAME_LENGTH),
    description: shownText(description),
    estimatedTime: shownText(estimated_time, MAX_NAME_LENGTH),
  };
}

/** The same for an address with and without a part or a slash at its end; none for what is no page of the web. */
function getKey(url: string): string[] {
  if (url.length > MAX_URL_LENGTH || !URL.canParse(url)) return [];
  const { protocol, host, pathname, search } = new URL(url);
  return /^https?:$/.test(protocol) ? [`${host}${pathname.replace(/\/$/, '')}${search}`] : [];
}

function expectSome(recommendations: Recommendation[], gaps: readonly Gap[]): Recommendation[] {
  if (recommendations.length > 0) return recommendations;
  const topics = formatList(gaps.map(({ topic }) => JSON.stringify(topic)));
  throw new ApiCallError(`the web search found no page about ${topics}; it is tried again tomorrow`);
}

function cannotSearch(name: string, others: readonly string[]): ApiCallError {
  const fix =
    others.length === 0
      ? 'see `witan doctor` for other adapters'
      : `set coaching.models.sonnet to ${formatList(others, 'or')} in your configuration`;
  return new ApiCallError(`${name} cannot search the web, and addresses from memory may be wrong; ${fix}`);
}

/** The middle of the person's skills, and the lower one of two; a person about whom nothing is known is a novice. */
function overallStage(assessments: readonly { readonly stage: Stage }[]): Stage {
  const levels = assessments.map(({ stage }) => STAGES.indexOf(stage)).sort((a, b) => a - b);
  return STAGES[levels[Math.floor((levels.length - 1) / 2)] ?? 0] ?? 'novice';
}
