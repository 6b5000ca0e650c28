// How the guards of each row are switched off, one at a time, so that `--mutate` can show that the suites would miss them:
// what is removed, by which edits, and, where they are not all needed, the suites that must go red and how much of them.
// `builds`: of a row whose suites run the built programs, whether these suites do: "both" with and without the guard (as a
// rule), "intact" only with it, "neither".
import { ANSWERS } from './mutations/answers.mjs';
import { COACH } from './mutations/coach.mjs';
import { COACH_MONEY } from './mutations/coach-money.mjs';
import { COACH_SECRETS } from './mutations/coach-secrets.mjs';
import { EMBEDDING_NETWORK } from './mutations/embedding-network.mjs';
import { ENGINE } from './mutations/engine.mjs';
import { ENTRY_POINTS } from './mutations/entry-points.mjs';
import { FILES } from './mutations/files.mjs';
import { HOSTILE_DATABASES } from './mutations/hostile-databases.mjs';
import { KILLED } from './mutations/killed.mjs';
import { PAGES } from './mutations/pages.mjs';
import { PROGRAMS } from './mutations/programs.mjs';
import { PROJECTS } from './mutations/projects.mjs';
import { STORES } from './mutations/stores.mjs';
import { VOTES } from './mutations/votes.mjs';

export const MUTATIONS = {
  ...KILLED,
  ...STORES,
  ...HOSTILE_DATABASES,
  ...PROGRAMS,
  ...ANSWERS,
  ...ENTRY_POINTS,
  ...ENGINE,
  ...FILES,
  ...PROJECTS,
  ...EMBEDDING_NETWORK,
  ...VOTES,
  ...PAGES,
  ...COACH,
  ...COACH_SECRETS,
  ...COACH_MONEY,
};
