import type { z } from 'zod';
import type { Route } from '../define-route.js';
import { cost } from './cost.js';
import {
  archive_decision,
  contradictions,
  decision,
  decision_map,
  decision_relatives,
  decisions,
  reliability,
  search_decisions,
} from './decisions.js';
import { answer, cited_lines, deliberation, look_up, prompt, record_outcome } from './deliberation.js';
import { delete_deliberation, deliberations, prune_deliberations } from './deliberations.js';
import { health } from './health.js';
import { home } from './home.js';
import { abandon_entry, adopt_entry, delete_entry, journal, journal_entry } from './journal.js';
import {
  archive_item,
  delete_item,
  edit_item,
  knowledge,
  knowledge_item,
  matching_files,
  promote_item,
  rate_item,
  restore_item,
  try_call,
} from './knowledge.js';
import {
  cluster_members,
  experience_map,
  learning,
  search_experiences,
  store_value,
  validate_value,
} from './learning.js';

/** Everything that a page can ask for or do, by name: `/api/<name>`. The page's client takes its types from this table. */
export const ROUTES = {
  home,
  decisions,
  search_decisions,
  decision,
  decision_relatives,
  contradictions,
  reliability,
  decision_map,
  archive_decision,
  knowledge,
  knowledge_item,
  matching_files,
  try_call,
  promote_item,
  archive_item,
  delete_item,
  edit_item,
  restore_item,
  rate_item,
  cost,
  health,
  deliberations,
  delete_deliberation,
  prune_deliberations,
  deliberation,
  answer,
  prompt,
  look_up,
  cited_lines,
  record_outcome,
  journal,
  journal_entry,
  adopt_entry,
  abandon_entry,
  delete_entry,
  learning,
  cluster_members,
  experience_map,
  search_experiences,
  validate_value,
  store_value,
} satisfies Readonly<Record<string, Route>>;

type Routes = typeof ROUTES;

export type RouteName = keyof Routes;
export type QueryName = { [Name in RouteName]: Routes[Name]['kind'] extends 'query' ? Name : never }[RouteName];
export type ActionName = Exclude<RouteName, QueryName>;
export type RouteInput<Name extends RouteName> = z.input<Routes[Name]['input']>;
export type RouteOutput<Name extends RouteName> = Awaited<ReturnType<Routes[Name]['handle']>>;
