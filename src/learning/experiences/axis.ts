/** What experiences are compared by: everything, the way of working, what was unexpected, why it went wrong. */
export const AXES = ['full', 'strategy', 'surprise', 'root_cause'] as const;
export type Axis = (typeof AXES)[number];

export function isAxis(text: string): text is Axis {
  return (AXES as readonly string[]).includes(text);
}
