import { rounded } from '../median.mjs';
import { loadCalibration, openBackends } from './backends.mjs';
import { HALVES, halfOf, halfOfQuestion, readLabeled } from './labeled-halves.mjs';
import { loadSources } from './load-sources.mjs';

const EXPECTED = {
  same_edited: 'converged',
  reworded: 'refining',
  opposite: 'diverging',
  other_question: 'diverging',
};
const STATUSES = ['converged', 'refining', 'diverging', 'impasse'];
const THRESHOLDS = {
  enabled: true,
  similarityThreshold: 0.85,
  divergenceThreshold: 0.4,
  minRoundsBeforeCheck: 1,
  consecutiveStableRounds: 1,
};

/** Every labeled pair as the two rounds of one participant, judged by the council's own tracker. */
export async function measureConvergence() {
  const council = await loadSources({
    'src/council/rounds/convergence-tracker.ts': ['createConvergenceTracker'],
    'src/council/options/option-list.ts': ['createOptionList'],
    'src/council/vote/parse-vote.ts': ['parseVote'],
  });
  const calibrated = await loadCalibration();
  const pairs = [
    ...longAnswerPairs('long-answers', byPair),
    ...longAnswerPairs('long-answers-fresh', byQuestion('fresh')),
    ...longAnswerPairs('long-answers-third', byQuestion('third')),
  ];
  const figures = [];
  for (const { backend, compare, reason } of await openBackends()) {
    if (reason !== undefined) {
      figures.push({ name: `convergence, ${backend}`, skipped: reason });
      continue;
    }
    const score = calibrated(backend, 'long_answers', compare);
    const similarity = { backend, compare: async (a, b) => score(a, b) };
    const judged = [];
    for (const pair of pairs) judged.push({ ...pair, status: await statusOf(council, similarity, pair) });
    for (const half of SETS) figures.push(figureFor(backend, half, judged));
  }
  return figures;
}

function longAnswerPairs(file, half) {
  const { questions, pairs } = readLabeled(file);
  const texts = new Map(
    questions.flatMap(({ id, answers }) => Object.entries(answers).map(([key, { text }]) => [`${id}/${key}`, text])),
  );
  return pairs.map((pair) => ({
    before: texts.get(pair.a),
    after: texts.get(pair.b),
    relation: pair.relation,
    half: half(pair, questions),
  }));
}

const SETS = ['', 'fresh ', 'third '].flatMap((set) => HALVES.map((half) => `${set}${half}`));

function byPair(pair) {
  return halfOf(pair);
}

function byQuestion(set) {
  return ({ a }, questions) => {
    const { question } = questions.find(({ id }) => id === a.split('/')[0]);
    return `${set} ${halfOfQuestion(question)}`;
  };
}

async function statusOf({ createConvergenceTracker, createOptionList, parseVote }, similarity, pair) {
  const tracker = createConvergenceTracker(THRESHOLDS, similarity);
  const options = createOptionList({ question: '', ballot: [] });
  const seat = { participant: 'one' };
  const rounds = [pair.before, pair.after].map((text, index) => {
    const vote = parseVote(text);
    options.addVotes(vote.kind === 'vote' ? [vote.vote.option] : []);
    return { round: index + 1, turns: [{ seat, round: index + 1, outcome: { kind: 'answered', text, vote } }] };
  });
  await tracker.assess(rounds, options);
  return tracker.status();
}

function figureFor(backend, half, judged) {
  const members = judged.filter((pair) => pair.half === half);
  const right = members.filter(({ relation, status }) => status === EXPECTED[relation]).length;
  return {
    name: `convergence, ${backend}, ${half}`,
    value: rounded((100 * right) / members.length, 1),
    unit: '% right',
    note: `${right} of ${members.length} pairs of long answers; table below`,
    table: confusion(members),
  };
}

function confusion(members) {
  const rows = Object.entries(EXPECTED).map(([relation, expected]) => {
    const counts = STATUSES.map(
      (status) => members.filter((pair) => pair.relation === relation && pair.status === status).length,
    );
    return [relation, ...counts, `expected ${expected}`];
  });
  return [['', ...STATUSES, ''], ...rows];
}
