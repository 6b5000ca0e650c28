/** What ended a debate early, read from the recorded message. */
export type Cap = 'max_seconds' | 'max_cost_usd';

export function capThatEnded(endedBy: string | null): Cap | null {
  if (endedBy === null) return null;
  if (endedBy.startsWith('the time cap of ')) return 'max_seconds';
  return endedBy.startsWith('the cost cap of ') ? 'max_cost_usd' : null;
}

/** How to continue one that was cut short. A cap that ended it must be raised, or the result would be the same. */
export function howToContinue(id: string, endedBy: string, caps: Readonly<Record<Cap, number | undefined>>): string {
  const cap = capThatEnded(endedBy);
  const command = `witan deliberate --resume ${id}`;
  if (cap === null) return `it can be continued: \`${command}\`, or deliberate with deliberation_id "${id}"`;
  const [option, what] = cap === 'max_seconds' ? ['--max-seconds', 'time'] : ['--max-cost', 'money'];
  const limit = `more than ${caps[cap] ?? 0}`;
  return `it can be continued with more ${what}: \`${command} ${option} <${limit}>\`, or deliberate with deliberation_id "${id}" and ${cap} ${limit}`;
}
