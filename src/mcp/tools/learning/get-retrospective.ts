import { z } from 'zod';
import { cutText } from '../../../kernel/cut-text.js';
import type { PredictionRate, Retrospective, Value } from '../../../learning/index.js';
import { AXES } from '../../../learning/vocabulary.js';
import type { Program } from '../../../program/program.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';

// Together under 2,000 tokens, also for a large journal.
const MAX_CLUSTERS = 6;
const MAX_PAIRS = 4;
const MAX_DRIFTING = 3;
const MAX_NEXT = 5;
const MAX_TEXT_LENGTH = 100;
const MAX_TITLE_LENGTH = 60;
const MAX_NEXT_LENGTH = 160;
const WAIT_LIMITS = { ms: 2_000, firstMs: 5_000 };

export function getRetrospectiveTool(open: Open<Pick<Program, 'learning'>>): Tool {
  return defineTool({
    name: 'get_retrospective',
    title: 'Retrospective',
    description:
      'A look back in one call: the largest clusters of experiences with title, outcomes, lesson and value; how many predictions were confirmed by domain and strategy (confirmed of n, with a 95 % interval); values that no longer fit; what to do next.',
    input: z.strictObject({
      axis: z.enum(AXES).meta({ description: 'What the clusters are formed by', default: 'full' }).optional(),
    }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async handle({ axis = 'full' }) {
      const learning = await (await open()).learning();
      const found = await learning.getRetrospective(axis, WAIT_LIMITS);
      return {
        axis,
        clusters: found.clusters.slice(0, MAX_CLUSTERS).map(describeCluster),
        cluster_count: found.clusters.length,
        noise_count: found.noiseCount,
        stale: found.stale,
        calibration: describeCalibration(found.calibration),
        drifting_values: found.drifting.slice(0, MAX_DRIFTING).map(describeDrift),
        drifting_count: found.drifting.length,
        next: found.next.slice(0, MAX_NEXT).map((step) => cutText(step, MAX_NEXT_LENGTH)),
      };
    },
  });
}

function describeCluster({ clusterId, title, size, outcomes, lesson, value }: Retrospective['clusters'][number]) {
  return {
    cluster_id: clusterId,
    title: cutText(title, MAX_TITLE_LENGTH),
    size,
    confirmed: outcomes.confirmed,
    falsified: outcomes.falsified,
    lesson: lesson === null ? null : cutText(lesson, MAX_TEXT_LENGTH),
    value: value === undefined ? null : cutText(value.text, MAX_TEXT_LENGTH),
  };
}

function describeCalibration({ overall, domains, strategies, pairs }: Retrospective['calibration']) {
  return {
    overall: describeRate(overall),
    by_domain: Object.fromEntries(domains.map((rate) => [rate.domain, describeRate(rate)])),
    by_strategy: Object.fromEntries(strategies.map((rate) => [rate.strategy, describeRate(rate)])),
    by_both: Object.fromEntries(
      pairs.slice(0, MAX_PAIRS).map((rate) => [`${rate.strategy} in ${rate.domain}`, describeRate(rate)]),
    ),
  };
}

function describeRate({ confirmed, count, rate, interval }: PredictionRate) {
  return { confirmed, n: count, rate: rounded(rate), interval: interval.map(rounded) };
}

function describeDrift({ id, text, driftReason }: Value) {
  return { id, text: cutText(text, MAX_TEXT_LENGTH), reason: cutText(driftReason ?? '', MAX_TEXT_LENGTH) };
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
