// A council from a program of your own: two participants that are plain functions.
//   node examples/own-participants.mjs
import { createCouncil } from 'witan/council';

const council = createCouncil({
  adapters: {
    optimist: participant('optimist', 'ship it today', 0.9),
    auditor: participant('auditor', 'ship it on Monday', 0.6),
  },
});

const result = await council.deliberate(
  {
    question: 'Should the release ship today or on Monday?',
    participants: [{ cli: 'optimist' }, { cli: 'auditor' }],
    rounds: 1,
  },
  { onProgress: (event) => process.stderr.write(`${event.kind}\n`) },
);

process.stdout.write(`${result.status}: ${result.convergence_info?.status}\n`);
for (const [option, votes] of Object.entries(result.voting_result?.final_tally ?? {})) {
  process.stdout.write(`${votes} for ${option}\n`);
}

/** Anything that answers a prompt can take part: a model of your own, a rule, a person. */
function participant(name, option, confidence) {
  const vote = { option, confidence, rationale: 'it is my nature', continue_debate: false };
  return {
    name,
    kind: 'http',
    availability: async () => ({ available: true, detail: 'built in', models: ['plain'] }),
    ask: async () => ({ ok: true, value: { text: `I would ${option}.\n\nVOTE: ${JSON.stringify(vote)}`, usage: {} } }),
  };
}
