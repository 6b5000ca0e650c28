import { describe, expect, it } from 'vitest';
import { findOptions, keyOf } from '../../../../adapters/rehearsal/find-options.js';
import { readBriefing } from '../../../../adapters/rehearsal/read-briefing.js';
import { buildPrompt } from '../../../../src/council/prompt/build-prompt.js';
import { briefingOf } from './convene-panel.js';

const NAMES = [
  ['Redis', 'Memcached'],
  ['Go', 'Rust'],
  ['a REST API', 'GraphQL'],
  ['in-process caching', 'Redis Cluster'],
  ['the new parser', 'the old one'],
  ['open source', 'closed source'],
  ['C++', 'C#'],
  ['one big table', 'several small ones'],
];
const NAME_FRAMES = [
  '_ or _?',
  '_ vs _',
  '_ versus _: which one for a startup?',
  '_ or _, that is the question.',
  '_ or _ — what should we use?',
  'How about _ or _?',
  'Should we use _, or _?',
  'Should our backend use _ or _ for sessions?',
  'Should the team adopt _ or _ this year?',
  'Should we standardise on _ or _?',
  'Should we invest in _ or in _?',
  'Should we replace X with _ or _?',
  'Should the new service be built with _ or _?',
  'Should we use _, or is _ better?',
  'Should we use _ or would _ be better?',
  'Should _ or _ be our default?',
  'Should orders flow through _ or _?',
  'Is _ or _ a better fit for us?',
  'In the long run, is _ or _ cheaper?',
  'Is there a reason to prefer _ or _?',
  'Are _ or _ easier to test?',
  'Can _ or _ handle 1000 users?',
  'Will _ or _ scale better?',
  'Would _ or _ be easier to maintain?',
  'Do we need _ or _?',
  'Does it make sense to use _ or _?',
  'Which is better, _ or _?',
  'Which of _ and _ is faster?',
  'Which of _ or _ would you choose?',
  'What database should we use: _ or _?',
  'What should we use, _ or _, for the queue?',
  'We are considering _ or _. Which one?',
  'We are torn between _ and _ for the frontend.',
  'Our team argues about _ or _; who is right?',
  'If we want speed, should we use _ or _?',
];

const ACTIONS = [
  ['rewrite it in Rust', 'keep it'],
  ['buy a licence', 'build our own'],
  ['drop Python 3.8', 'pin numpy'],
  ['wait until next year', 'hire a contractor'],
  ['do nothing', 'migrate to Kubernetes'],
  ['charge per seat', 'charge per use'],
  ['split the team', 'leave it as it is'],
];
const ACTION_FRAMES = [
  '_ or _?',
  'Should we _ or _?',
  'Should we _, or should we _?',
  'Should we either _ or _?',
  'Should the team _ or _?',
  'Should we _ (as planned) or _?',
  'Either we _ or we _.',
  'We can _ or _. Which?',
  'We must _ or _ before winter.',
  'Is it better to _ or to _?',
  'Would it be wiser to _ or to _?',
  'Do you think we should _ or _?',
  'I am not sure whether we should _ or _.',
  'Which is better: to _ or to _?',
  'Given the deadline, should we _ or _?',
  'What should we do: _ or _?',
];

const fill = (frame: string, [first = '', second = '']: readonly string[]) =>
  frame.replace('_', () => first).replace('_', () => second);

const optionsOf = (question: string) =>
  findOptions(readBriefing(buildPrompt(briefingOf(question))))
    .map(({ text }) => keyOf(text))
    .sort();

describe('a frame around two options', () => {
  it.each([
    ...NAME_FRAMES.map((frame) => ({ frame, pairs: NAMES })),
    ...ACTION_FRAMES.map((frame) => ({ frame, pairs: ACTIONS })),
  ])('leaves the options as they are in both orders: $frame', ({ frame, pairs }) => {
    for (const pair of pairs) {
      const expected = pair.map((text) => keyOf(text.replace(/^(a|the) /, ''))).sort();
      expect(optionsOf(fill(frame, pair))).toEqual(expected);
      expect(optionsOf(fill(frame, pair.toReversed()))).toEqual(expected);
    }
  });
});
