import { z } from 'zod';
import { adaptersSchema } from './adapters.js';
import { councilSchema, normaliseCouncil } from './council.js';
import { decisionGraphSchema, normaliseDecisionGraph } from './decision-graph.js';
import { defaultsSchema } from './defaults.js';
import { evidenceSchema, normaliseEvidence } from './evidence.js';
import { guidanceSchema, normaliseGuidance } from './guidance.js';
import { learningSchema, normaliseLearning } from './learning.js';
import { mcpSchema, normaliseMcp } from './mcp.js';
import { modelRegistrySchema, normaliseModelRegistry } from './model-registry.js';
import { normaliseAdapters } from './normalise-adapters.js';
import type { NormaliseContext } from './normalise-context.js';
import { normaliseSemantics, semanticsSchema } from './semantics.js';
import { setting } from './setting.js';
import { normaliseStorage, storageSchema } from './storage.js';

/** Every section of the file. A new section is a file of its own beside this one, a line here and a line below. */
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
  semantics: semanticsSchema.prefault({}),
  storage: storageSchema.prefault({}),
  mcp: mcpSchema.prefault({}),
});

export type ConfigFile = z.output<typeof fileSchema>;

/** From the file's words to the program's: camel case, milliseconds, absolute folders, late secrets. */
export function normalise(file: ConfigFile, context: NormaliseContext) {
  const evidence = normaliseEvidence(file.evidence);
  const storage = normaliseStorage(file.storage, context);
  return {
    adapters: normaliseAdapters(file.adapters, evidence.nativeTools, context),
    modelRegistry: normaliseModelRegistry(file.model_registry, file.adapters, context),
    council: normaliseCouncil(file, evidence, storage, context),
    evidence,
    decisionGraph: normaliseDecisionGraph(file.decision_graph),
    learning: normaliseLearning(file.learning),
    guidance: normaliseGuidance(file.guidance),
    semantics: normaliseSemantics(file.semantics),
    storage,
    mcp: normaliseMcp(file.mcp),
  };
}
