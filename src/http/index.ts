export type { CoachOptions } from './coach-endpoints.js';
export { createPointLayouts } from './map/point-layouts.js';
export type { PagePorts } from './ports.js';
export { type PagesOptions, startPages } from './start-pages.js';
export type { CoachPorts } from './websocket/ports.js';
