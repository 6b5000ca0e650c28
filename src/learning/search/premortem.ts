import type { Domain, Strategy } from '../../journal/index.js';
import type { LearningContext, LearningSemantics } from '../context.js';
import type { Experience } from '../experiences/experience.js';
import { readExperiences } from '../experiences/read-experiences.js';
import type { SearchParts } from './search-experiences.js';

export interface NewBelief {
  readonly domain: Domain;
  readonly strategy: Strategy;
  readonly goal: string;
  readonly hypothesis: string;
}

export interface Premortem {
  /** The one experience that is most like the new belief and was falsified. */
  readonly experience: Experience;
  /** Of goal and hypothesis, from 0 to 1. */
  readonly similarity: number;
}

/** How something like this has failed before; undefined if nothing like it has. */
export async function findPremortem(
  parts: SearchParts & { readonly semantics: () => Promise<LearningSemantics> },
  belief: NewBelief,
): Promise<Premortem | undefined> {
  const model = await parts.findModel();
  if (model === undefined) return undefined;
  const text = statementOf(belief);
  const [[vector], { index, facts }] = await Promise.all([model.embed([text]), parts.readVectors('full', model)]);
  if (vector === undefined) return undefined;
  const nearest = index.search(vector, CANDIDATES, (id) => facts.get(id)?.outcome === 'falsified');
  const experiences = await readExperiences(
    parts.database,
    nearest.map(({ id }) => id),
  );
  // The whole of an experience is near to everything in its field: what counts is whether the beliefs are alike.
  const { similarity } = await parts.semantics();
  const compared = await Promise.all(
    experiences.map(async (experience) => ({
      experience,
      similarity: await similarity(text, statementOf(experience), 'experiences'),
    })),
  );
  const [best] = compared.sort((a, b) => b.similarity - a.similarity);
  return best !== undefined && best.similarity >= MIN_SIMILARITY ? best : undefined;
}

const CANDIDATES = 10;
/** On the calibrated scale, texts above 0.6 share their subject; a warning should be nearer than that. */
const MIN_SIMILARITY = 0.75;

function statementOf({ goal, hypothesis }: Pick<NewBelief, 'goal' | 'hypothesis'>): string {
  return `${goal}. ${hypothesis}`;
}

export interface HitRate {
  readonly confirmed: number;
  readonly falsified: number;
  /** The share of predictions that held. */
  readonly rate: number;
}

/** Undefined with fewer than five outcomes: less says nothing. */
export async function readHitRate(
  database: LearningContext['database'],
  { domain, strategy }: Pick<NewBelief, 'domain' | 'strategy'>,
): Promise<HitRate | undefined> {
  const rows = await database.queries
    .selectFrom('experiences')
    .select(({ fn }) => ['outcome_status', fn.countAll<number>().as('count')])
    .where('domain', '=', domain)
    .where('strategy', '=', strategy)
    .where('outcome_status', '!=', 'abandoned')
    .groupBy('outcome_status')
    .execute();
  const countOf = (status: string) => rows.find(({ outcome_status }) => outcome_status === status)?.count ?? 0;
  const [confirmed, falsified] = [countOf('confirmed'), countOf('falsified')];
  const all = confirmed + falsified;
  return all < MIN_OUTCOMES ? undefined : { confirmed, falsified, rate: confirmed / all };
}

const MIN_OUTCOMES = 5;
