import { z } from 'zod';
import { adaptersSchema } from './adapters.js';
import { coachingSchema, normalizeCoaching } from './coaching.js';
import { councilSchema, defaultsSchema, normalizeCouncil } from './council.js';
import { decisionGraphSchema, normalizeDecisionGraph } from './decision-graph.js';
import { evidenceSchema, normalizeEvidence } from './evidence.js';
import { guidanceSchema, normalizeGuidance } from './guidance.js';
import { learningSchema, normalizeLearning } from './learning.js';
import { mcpSchema, normalizeMcp } from './mcp.js';
import { modelRegistrySchema, normalizeModelRegistry } from './model-registry.js';
import { normalizeAdapters } from './normalize-adapters.js';
import type { NormalizeContext } from './normalize-context.js';
import { normalizeSemantics, semanticsSchema } from './semantics.js';
import { setting } from './setting.js';
import { normalizeStorage, storageSchema } from './storage.js';

/** All sections of the file. A new section is a file in this folder, a line here and a line in `normalize`. */
export const fileSchema = z.strictObject({
  version: setting(z.union([z.literal('1.0'), z.literal(1)]).optional(), {
    expects: '"1.0", the only version this program reads; a newer file needs a newer Witan',
    project: 'free',
  }),
  adapters: adaptersSchema.prefault({}),
  model_registry: modelRegistrySchema.prefault({}),
  defaults: defaultsSchema.prefault({}),
  council: councilSchema.prefault({}),
  evidence: evidenceSchema.prefault({}),
  decision_graph: decisionGraphSchema.prefault({}),
  learning: learningSchema.prefault({}),
  guidance: guidanceSchema.prefault({}),
  coaching: coachingSchema.prefault({}),
  semantics: semanticsSchema.prefault({}),
  storage: storageSchema.prefault({}),
  mcp: mcpSchema.prefault({}),
});

export type ConfigFile = z.output<typeof fileSchema>;

/** Turns the file's values into settings: camel case, milliseconds, absolute folders, secrets read at use. */
export function normalize(file: ConfigFile, context: NormalizeContext) {
  const evidence = normalizeEvidence(file.evidence);
  const storage = normalizeStorage(file.storage, context);
  return {
    adapters: normalizeAdapters(file.adapters, { ...context, nativeTools: evidence.nativeTools }),
    modelRegistry: normalizeModelRegistry(file.model_registry, file.adapters, context),
    council: normalizeCouncil({ ...file, evidence, storage }, context),
    evidence,
    decisionGraph: normalizeDecisionGraph(file.decision_graph),
    learning: normalizeLearning(file.learning),
    guidance: normalizeGuidance(file.guidance),
    coaching: normalizeCoaching(file, context),
    semantics: normalizeSemantics(file.semantics),
    storage,
    mcp: normalizeMcp(file.mcp),
  };
}
