export type { KnowledgeFailure } from './graph/failure.js';
export { GRAPH_ENDING, graphFolder } from './graph/graph-files.js';
export { areGraphsTrusted, distrustGraphs, trustGraphs } from './graph/graph-trust.js';
export {
  DEFAULT_HOOK_SETTINGS,
  type HookIndex,
  type HookSettings,
  type ProjectFolders,
} from './hook-index/hook-index.js';
export { type LearnedValue, storeLearnedValues } from './hook-index/learned-values.js';
export {
  loadHookIndex,
  rebuildHookIndex,
  type SettingsForHooks,
} from './hook-index/load-hook-index.js';
export type { InjectionKind, InjectionLine } from './injection/injection.js';
export {
  type ItemContent,
  type KnowledgeItem,
  PRIORITIES,
  PROCESS_TYPES,
  type Priority,
  type ProcessType,
  STATUSES,
  type Status,
  type TriggerConditions,
} from './item/item.js';
export { createKnowledge, type KnowledgeOptions } from './operations/create-knowledge.js';
export type { Arm, EffectReport } from './operations/effect.js';
export type {
  ChangeOptions,
  Explanation,
  FeedbackOptions,
  ItemFields,
  ItemFilter,
  ItemListing,
  Knowledge,
  KnowledgeHealth,
  ReviewedItem,
  StoredNode,
  Verdict,
} from './operations/knowledge.js';
export type { EmbedTexts, Proposal } from './operations/propose-critical.js';
export { graphTitles } from './operations/trust-own-items.js';
export { renderItem } from './render/render-item.js';
