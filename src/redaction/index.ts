export type { Redactor } from './redactor.js';
export { createRedactor } from './redactor.js';
export { secretValuesOf } from './secret-values-of.js';
