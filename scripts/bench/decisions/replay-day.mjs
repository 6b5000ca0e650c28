import { rounded } from '../median.mjs';
import { openGraph } from './open-graph.mjs';
import { questionAt, recordAt } from './questions.mjs';

const TASKS = 60;
const WORKING_HOURS_MS = 9 * 3_600_000;

/**
 * A day of a team: sixty tasks, some at the same time. In each, the agent looks whether something was decided before,
 * thinks, looks again before it asks the council, the council looks too; half of the tasks end with a decision, after
 * which the next step looks it up again, sometimes in other words. Popular subjects come back during the day.
 */
export async function replayDay(sources, file) {
  const clock = simulatedClock();
  const graph = await openGraph(sources, file, { clock });
  const random = seededRandom(7);
  const events = Array.from({ length: TASKS }, (_, task) => eventsOf(task, random)).flat();
  events.sort((a, b) => a.time - b.time);
  let recalls = 0;
  let hits = 0;
  let stored = 0;
  for (const { time, number, words, isDecision } of events) {
    clock.moveTo(time);
    if (isDecision) {
      stored += 1;
      await graph.remember({ ...recordAt(number), deliberation_id: `day-${stored}` });
    } else {
      const { question } = questionAt(number);
      const { fromCache } = await graph.recall(words === 0 ? question : `${question} Details follow in the ticket.`);
      recalls += 1;
      hits += fromCache ? 1 : 0;
    }
  }
  const { caches } = await graph.stats();
  await graph.close();
  const { hits: kept, misses } = caches.embeddings;
  const note = `${recalls} recalls and ${stored} new decisions in a day; of the misses, ${rounded((kept / (kept + misses)) * 100, 0)} % of texts were embedded already`;
  return { name: 'answers from the cache', value: rounded((hits / recalls) * 100, 0), unit: '%', least: 60, note };
}

function eventsOf(task, random) {
  const start = random() * WORKING_HOURS_MS;
  // Few questions are asked often, most of them once.
  const number = Math.floor(4_000 * random() ** 3);
  const words = task % 5 === 4 ? 1 : 0;
  const minutes = (most) => random() * most * 60_000;
  const look = (time, otherWords = 0) => ({ time, number, words: otherWords, isDecision: false });
  // The agent's first look, a second one with the plan at hand, the council's own before the first round.
  const before = [look(start), look(start + minutes(1)), look(start + minutes(3))];
  if (task % 2 === 1) return [...before, look(start + minutes(4), words)];
  const decidedAt = start + 240_000 + minutes(4);
  const after = [decidedAt + 5_000, decidedAt + minutes(2), decidedAt + minutes(4), decidedAt + minutes(4)];
  return [
    ...before,
    { time: decidedAt, number, words: 0, isDecision: true },
    ...after.map((time) => look(time, words)),
  ];
}

function simulatedClock() {
  let elapsed = 0;
  const start = Date.UTC(2026, 5, 1, 8);
  return {
    now: () => new Date(start + elapsed),
    elapsed: () => elapsed,
    moveTo: (time) => {
      elapsed = time;
    },
  };
}

/** The same day every time. */
function seededRandom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}
