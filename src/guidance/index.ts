export { trustItems } from './graph/item-trust.js';
export { DEFAULT_HOOK_SETTINGS, type ProjectFolders } from './hook-index/hook-index.js';
export { type LearnedValue, storeLearnedValues } from './hook-index/learned-values.js';
export { updateHookIndex } from './hook-index/load-hook-index.js';
export { readForeignItems } from './hook-index/read-graphs.js';
export type { InjectionLine } from './injection/injection.js';
export type { KnowledgeItem } from './item/item.js';
export { createKnowledge } from './operations/create-knowledge.js';
export type { Arm } from './operations/effect.js';
export type {
  ChangeOptions,
  ItemFields,
  Knowledge,
  ReviewedItem,
  StoredNode,
} from './operations/knowledge.js';
export type { Proposal } from './operations/propose-critical.js';
export { renderItem } from './render/render-item.js';
