export type {
  AdapterSettings,
  CliAdapterSettings,
  HttpAdapterSettings,
  HttpApi,
} from './adapter-settings.js';
export {
  askStructured,
  type StructuredAnswer,
  type StructuredReply,
  toAnswerSchema,
} from './ask-structured.js';
export type {
  AnswerSchema,
  Availability,
  BriefedVote,
  FailedCall,
  LoginState,
  ModelAdapter,
  ModelAnswer,
  ModelBriefing,
  ModelReply,
  ModelRequest,
  NativeSupport,
  WebSource,
} from './model-adapter.js';
export { type CatalogEntry, createModelCatalog, type ModelCatalog, usableNow } from './model-catalog.js';
export type { ModelDirectory, RegisteredModel } from './model-directory.js';
export { isSmallModel, priceOfModel } from './model-directory.js';
export { describeFailure, isPermanent, type ModelFailure } from './model-failure.js';
export { familyOf, isSameModel } from './model-family.js';
export { FREE, findDearest, isFree, type Price, priceOf } from './price.js';
export { Secret } from './secret.js';
export {
  costOf,
  leastCostOf,
  NEVER_ASKED,
  NOTHING_USED,
  sumUsage,
  toUsage,
  USD_PER_SEARCH,
  type Usage,
} from './usage.js';
