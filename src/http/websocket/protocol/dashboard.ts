import { z } from 'zod';
import { STAGES } from '../../../coaching/vocabulary.js';
import { error, id, period, unfinished } from './shapes.js';

/** Messages about the progress of the person, about issues and about learning materials. */
export const DASHBOARD = {
  'dashboard:dreyfus': z.object({
    skillAreas: z.array(z.object({ name: z.string(), stage: z.enum(STAGES), score: z.number() })),
    overallStage: z.enum(STAGES).nullable(),
  }),
  'dashboard:state': z.object({
    dreyfus: z
      .array(
        z.object({
          skillArea: z.string(),
          stage: z.enum(STAGES),
          confidence: z.number(),
          assessedAt: z.string(),
          /** The newest first. */
          history: z
            .array(z.object({ stage: z.enum(STAGES), evidence: z.string(), assessedAt: z.string() }))
            .readonly(),
        }),
      )
      .readonly(),
    stats: z.object({
      period,
      sessionsCompleted: z.int(),
      totalCoachingMinutes: z.number(),
      issuesWorkedOn: z.int(),
      knowledgeGapsIdentified: z.int(),
      knowledgeGapsAddressed: z.int(),
      hintsUsed: z.int(),
      apiCostTotal: z.number(),
    }),
    inProgressSessions: z.array(unfinished).readonly(),
    katas: z
      .array(
        z.object({
          id,
          title: z.string(),
          topic: z.string(),
          attemptsCount: z.int(),
          bestLevel: z.number().nullable(),
          constraintCount: z.int(),
          /** When it should be practiced next; null if it never was. */
          dueAt: z.string().nullable(),
          isDue: z.boolean(),
        }),
      )
      .readonly(),
    /** Those that are open first. */
    gaps: z
      .array(
        z.object({
          id,
          topic: z.string(),
          severity: z.string(),
          evidence: z.string(),
          frequency: z.int(),
          addressed: z.boolean(),
          lastEncounteredAt: z.string(),
        }),
      )
      .readonly(),
    /** Today, in US dollars; calls without a known price are counted apart. */
    spending: z.object({ today: z.number(), cap: z.number(), unpricedCalls: z.int() }),
  }),
  'dashboard:issues': z.object({
    issues: z
      .array(
        z.object({
          number: z.int(),
          title: z.string(),
          summary: z.string(),
          suitability: z.enum(['good_fit', 'stretch', 'too_advanced']),
          suitabilityReason: z.string(),
          estimatedDifficulty: z.enum(['beginner', 'intermediate', 'advanced']),
          relevantSkills: z.array(z.string()).readonly(),
          priorityScore: z.number(),
          priorityFactors: z.object({
            userTagged: z.boolean(),
            similarToRecentWork: z.boolean(),
            addressesKnowledgeGap: z.boolean(),
            teamUrgency: z.enum(['low', 'medium', 'high']),
          }),
          learningOpportunities: z.array(z.string()).readonly(),
        }),
      )
      .readonly(),
  }),
  'dashboard:issues_error': error,
  'dashboard:materials': z.object({
    recommendations: z
      .array(
        z.object({
          knowledgeGap: z.string(),
          resources: z
            .array(
              z.object({
                type: z.enum(['documentation', 'article', 'video', 'tutorial']),
                title: z.string(),
                url: z.string(),
                description: z.string(),
                relevance: z.enum(['direct', 'deep_dive', 'supplementary']),
                estimatedTime: z.string(),
              }),
            )
            .readonly(),
          studyOrder: z.string(),
          practiceConnection: z.string().nullable(),
        }),
      )
      .readonly(),
  }),
  'dashboard:materials_error': error,
} as const;
