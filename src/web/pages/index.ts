import type { ComponentType } from 'preact';
import { isCoach } from '../shell/access.js';

interface PageEntry {
  /** Shown in the menu; pages without one are reached from others. */
  readonly title?: string;
  readonly prefix: string;
  /** Only `witan coach` serves it. */
  readonly isOfCoach?: boolean;
  /** Of a path that begins with the prefix. */
  readonly load: (path: string) => Promise<ComponentType>;
}

/** All pages; the longest prefix of the path decides. */
export const PAGES: readonly PageEntry[] = [
  { title: 'Home', prefix: '/', load: async () => (await import('./home.js')).HomePage },
  {
    title: 'Coach',
    prefix: '/coach',
    isOfCoach: true,
    load: async () =>
      isCoach.peek() ? (await import('../coach/page.js')).CoachPage : (await import('./no-coach.js')).NoCoachPage,
  },
  {
    title: 'Deliberations',
    prefix: '/deliberations',
    load: async (path) =>
      path === '/deliberations'
        ? (await import('./deliberations.js')).DeliberationsPage
        : (await import('./deliberation.js')).DeliberationPage,
  },
  { title: 'Decisions', prefix: '/decisions', load: async () => (await import('./decisions.js')).DecisionsPage },
  { title: 'Journal', prefix: '/journal', load: async () => (await import('./journal.js')).JournalPage },
  { title: 'Learning', prefix: '/learning', load: async () => (await import('./learning.js')).LearningPage },
  { title: 'Knowledge', prefix: '/knowledge', load: async () => (await import('./knowledge.js')).KnowledgePage },
  { title: 'Cost', prefix: '/cost', load: async () => (await import('./cost.js')).CostPage },
  { title: 'Health', prefix: '/health-report', load: async () => (await import('./health.js')).HealthPage },
];

export function findPage(path: string): PageEntry {
  const matching = PAGES.filter(({ prefix }) => path === prefix || path.startsWith(`${prefix.replace(/\/$/, '')}/`));
  const [longest] = matching.sort((a, b) => b.prefix.length - a.prefix.length);
  return longest ?? HOME;
}

const HOME: PageEntry = { prefix: '/', load: async () => (await import('./home.js')).HomePage };
