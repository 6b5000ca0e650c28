import type { Phase } from './coach-state.js';

/** The phases of the plan, and at their old numbers those that are gone from it and are still typed in. */
export function withRemoved(phases: readonly Phase[], typedIn: readonly Phase[]): readonly Phase[] {
  const shown = [...phases];
  for (const phase of typedIn) {
    if (!phases.some(({ id }) => id === phase.id)) shown.splice(phase.number - 1, 0, phase);
  }
  return shown;
}
