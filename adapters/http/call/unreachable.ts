import type { ModelFailure } from '../../../src/models/index.js';

export type Unreachable = Extract<ModelFailure, { readonly kind: 'unreachable' }>;
