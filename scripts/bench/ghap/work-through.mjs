/** What the specification allows each tool, at the 95th percentile, in milliseconds. */
export const TARGETS = {
  start_ghap: 100,
  update_ghap: 100,
  resolve_ghap: 1_000,
  get_active_ghap: 50,
  list_ghap_entries: 200,
  get_clusters: 2_000,
  get_cluster_members: 300,
  validate_value: 500,
  store_value: 500,
  list_values: 100,
  search_experiences: 300,
};

/**
 * Each round is a day's work in small: a hypothesis from start to end, then a retrospective. The new experience makes
 * every clustering a computation, not a look at the last one.
 */
export async function workThrough(session, rounds) {
  const times = new Map(Object.keys(TARGETS).map((tool) => [tool, []]));
  const timed = async (tool, input = {}) => {
    const started = performance.now();
    const answer = await session.call(tool, input);
    times.get(tool).push(performance.now() - started);
    return answer;
  };
  for (let round = 0; round < rounds; round++) {
    await timed('start_ghap', beliefOf(round));
    await timed('update_ghap', { hypothesis: `Worker ${round} takes the lock twice`, note: 'seen in the trace' });
    await timed('get_active_ghap');
    await timed('resolve_ghap', round % 2 === 0 ? CONFIRMED : FALSIFIED);
    await timed('list_ghap_entries', { limit: 100, outcome: 'falsified' });
    const { clusters } = await timed('get_clusters', { axis: 'full' });
    const { cluster_id } = clusters[0];
    const { members } = await timed('get_cluster_members', { cluster_id, limit: 100 });
    const member = members[round % members.length];
    const text = `${member.hypothesis} ${member.action}`.slice(0, 500);
    const { valid } = await timed('validate_value', { text, cluster_id });
    if (valid) await timed('store_value', { text, cluster_id, axis: 'full' });
    await timed('list_values', { limit: 100 });
    await timed('search_experiences', { query: member.goal, limit: 50 });
  }
  return times;
}

function beliefOf(round) {
  return {
    domain: 'debugging',
    strategy: 'root-cause-analysis',
    goal: `Find out why import job ${round} stands still after a refused row`,
    hypothesis: `The queue of worker ${round} is never closed`,
    action: 'Close the queue in a finally block and run the job on the broken file',
    prediction: 'The job ends within a second',
  };
}

const CONFIRMED = {
  status: 'confirmed',
  result: 'The job ended at once, also with two refused rows',
  lesson: { what_worked: 'Closing the queue in a finally block' },
};

const FALSIFIED = {
  status: 'falsified',
  result: 'The job still stood still',
  surprise: 'A second consumer kept the queue open',
  root_cause: { category: 'wrong-assumption', description: 'I believed that there was one consumer' },
};
