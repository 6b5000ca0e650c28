import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The labeled pairs per use, each with its half (see tests/data/README.md). */
export function labeledPairs(root, { contradicts, OPTION_ANCHORS, questionSubject }) {
  const read = (name) => JSON.parse(readFileSync(path.join(root, 'tests', 'data', `${name}.json`), 'utf8'));
  const related = (name) => read(name).map(({ a, b, relation }) => ({ a, b, label: relation, half: halfOf(a, b) }));
  return {
    questions: [...related('question-pairs'), ...unrelatedQuestions(read)].map(({ a, b, ...pair }) => ({
      a: questionSubject(a),
      b: questionSubject(b),
      ...pair,
    })),
    experiences: related('experience-pairs'),
    long_answers: longAnswers(read('long-answers')),
    // Without the pairs that a guard keeps apart anyway; the anchors add siblings to keep apart.
    options: [
      ...read('option-pairs')
        .filter(({ a, b }) => contradicts(a, b) === undefined)
        .map(({ a, b, same }) => ({ a, b, label: same ? 'same' : 'different', half: halfOf(a, b) })),
      ...OPTION_ANCHORS.map((anchor) => ({ ...anchor, half: 'tune' })),
    ],
  };
}

/** Every unrelated question of the second set with every decision: the pairs that a recall must not take for related. */
function unrelatedQuestions(read) {
  const tuning = (name) =>
    read(`second/${name}`).filter(({ half, preamble }) => half === 'tuning' && preamble === undefined);
  const decisions = tuning('decisions');
  return tuning('decision-questions')
    .filter(({ kind }) => kind === 'unrelated')
    .flatMap(({ question }) => decisions.map((decision) => ({ a: question, b: decision.question })))
    .map((pair) => ({ ...pair, label: 'different', half: 'tune' }));
}

/** Their pairs name answers; the name decides the half, the text is compared, without the vote that it may end with. */
function longAnswers({ questions, pairs }) {
  const texts = new Map(
    questions.flatMap(({ id, answers }) => Object.entries(answers).map(([key, { text }]) => [`${id}/${key}`, text])),
  );
  const textOf = (name) => texts.get(name).replace(/^VOTE:.*$/gm, '');
  return pairs.map(({ a, b, relation }) => ({ a: textOf(a), b: textOf(b), label: relation, half: halfOf(a, b) }));
}

function halfOf(a, b) {
  const [first] = createHash('sha256').update(`witan-2026\n${a}\n${b}`).digest();
  return first % 2 === 0 ? 'tune' : 'held out';
}
