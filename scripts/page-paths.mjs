/** Every page of `witan view`, with the parameters that show another part of it. */
export const PAGE_PATHS = [
  '/',
  '/deliberations',
  '/decisions',
  '/decisions?show=map',
  '/decisions?show=contradictions',
  '/decisions?show=reliability',
  '/journal',
  '/learning',
  '/knowledge',
  '/cost',
  '/health-report',
];
