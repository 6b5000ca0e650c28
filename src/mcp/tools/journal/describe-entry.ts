import type { ActiveEntry } from '../../../journal/index.js';

/** An open entry as the tools show it. `inferred` names the fields that the agent left out when it began. */
export function describeEntry(entry: ActiveEntry) {
  const { id, domain, strategy, goal, hypothesis, action, prediction, iteration_count, created_at, inferred } = entry;
  const fields = { id, domain, strategy, goal, hypothesis, action, prediction, iteration_count, created_at };
  return inferred === undefined ? fields : { ...fields, inferred };
}
