export type { CoachOptions } from './coach-endpoints.js';
export { type Pages, type PagesOptions, startPages } from './start-pages.js';
