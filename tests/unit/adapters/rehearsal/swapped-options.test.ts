import { describe, expect, it } from 'vitest';
import { findOptions, keyOf } from '../../../../adapters/rehearsal/find-options.js';
import { readBriefing } from '../../../../adapters/rehearsal/read-briefing.js';
import { buildPrompt } from '../../../../src/council/prompt/build-prompt.js';
import { briefingOf, convenePanel, verdictOf } from './convene-panel.js';

/** Each question with its options in braces; `as` gives what is to be read where it is not the text in the braces. */
const SHAPES: readonly { readonly question: string; readonly as?: readonly string[] }[] = [
  { question: 'Which of {Redis}, {Memcached} and {in-process caching} fits a small API?' },
  { question: 'Which of {Redis} and {Memcached} should we use?' },
  { question: 'Which of these should we use, {Redis}, {Memcached} or {plain files}?' },
  { question: 'Is {Rust} or {Go} better for our CLI?' },
  { question: 'Are {tabs} or {spaces} the better choice?' },
  { question: 'Should we log to {files} or to {a database}?', as: ['files', 'database'] },
  { question: 'Should we log jobs to {files} or {stdout}?' },
  { question: 'Either we {drop Python 3.8} or we {pin numpy}; which?' },
  { question: 'Should we {ship a patch} or {wait until next year}?' },
  { question: 'Should we {release now} or {release next month}?' },
  { question: 'Should we release {now} or in {January}?' },
  { question: 'Should our web cache use {Redis} or {Memcached}?' },
  { question: 'Should the parser produce {JSON} or {binary trees}?' },
  { question: 'Should we use {a REST API} or {GraphQL} for the mobile app?', as: ['REST API', 'GraphQL'] },
  { question: '{Redis} or {Memcached}?' },
  { question: '{Go} or {Rust} for the command line?' },
  { question: '{PostgreSQL full text search} vs. {Elasticsearch} for the docs?' },
  { question: '{Kafka}, {NATS} or {RabbitMQ}: which is better?' },
  { question: '{Kafka} or {NATS}, and why?' },
  { question: 'For our small team, {Scrum} or {Kanban}?' },
  { question: 'Given the load, should we use {threads} or {processes}?' },
  { question: 'Should we, given the budget, {buy a licence} or {build our own tool}?' },
  { question: 'Do we want {one repository} or {many repositories}?' },
  { question: 'What should we use for the queue: {Alder}, {Birch}, or {Cedar}?' },
  { question: 'What should we pick, {Alder} or {Birch}?' },
  { question: 'We must choose between {a monolith} and {microservices} this week.', as: ['monolith', 'microservices'] },
  { question: 'Should the link between client and server use {TCP} or {UDP}?' },
  { question: 'Should we {drop the old format} or {extend it} for the next release?' },
  { question: 'Is it better to {wait for the release} or to {ship a patch}?' },
  { question: 'I wonder whether we should {keep the server} or {move to the cloud}.' },
  { question: 'Should we write services in {Go} or {Rust}?' },
  { question: 'Should the tool be written in {Go} or {Rust}?' },
  { question: 'Would you rather use {Vim} or {Emacs} here?' },
  { question: 'Should we prefer {Vim} instead of {Emacs}?' },
  { question: 'How to deploy? Option A: {blue-green switch}. Option B: {rolling update}. Which one?' },
  { question: 'Shall we take (a) {a queue table} or (b) {a broker}?' },
  { question: 'Do you think {Rust} or {Go} is the right language?' },
  { question: 'Does {Rust} or {Go} suit us better?' },
  { question: 'Who wins: {Rust} or {Go}?' },
  { question: '{Rust} or {Go} - which one?' },
  { question: 'Can we trust {Rust} more, or {Go}?' },
  { question: 'Can {Rust} or {Go} handle the load?' },
  { question: 'Should {Rust} or {Go} be used for the agent?' },
  { question: 'Should I learn {Rust} or {Go} first?' },
  { question: 'Help us decide: {hire a contractor} or {train the team}?' },
  { question: 'Is it wiser to {hire a contractor} or {train the team}?' },
  { question: 'Shall we store sessions in {signed cookies} or in {a table}?', as: ['signed cookies', 'table'] },
  { question: 'Should new endpoints return {plain text} or {JSON} by default?' },
  { question: 'We could use {Alder} or {Birch}. What do you recommend?' },
  { question: 'Would {Alder}, {Birch} or {Cedar} be the safest choice for a bank?' },
  { question: 'Should we {keep Jenkins} or {switch to GitHub Actions}?' },
  { question: 'Sollen wir für die Warteschlange {PostgreSQL} oder {SQLite} verwenden?' },
  { question: '我们应该使用 {PostgreSQL} 还是 {SQLite}？' },
];

/** The same question with its options in the opposite order. */
function turned(question: string): string {
  const items = itemsIn(question);
  let next = items.length;
  return question.replace(/\{[^}]*\}/g, () => items[--next] ?? '');
}

const plain = (question: string) => question.replace(/[{}]/g, '');
const itemsIn = (question: string) => [...question.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '');

function optionsOf(question: string): string[] {
  return findOptions(readBriefing(buildPrompt(briefingOf(question))))
    .map(({ text }) => keyOf(text))
    .sort();
}

describe('a question with its options in the opposite order', () => {
  it.each(SHAPES)('offers the same options: $question', ({ question, as }) => {
    const read = optionsOf(plain(question));
    expect(read).toEqual((as ?? itemsIn(question)).map(keyOf).sort());
    expect(optionsOf(turned(question))).toEqual(read);
  });

  it.each(SHAPES)('gets the same verdict: $question', async ({ question }) => {
    const [first = '', second = ''] = itemsIn(question);
    const contexts = [undefined, `We already run ${second}.\nWith ${first} we lost data twice.\n${second} is slow.`];
    for (const context of contexts) {
      const straight = verdictOf(await convenePanel(plain(question), context));
      const reversed = verdictOf(await convenePanel(turned(question), context));
      expect(keyOf(reversed ?? '')).toBe(keyOf(straight ?? ''));
    }
  });
});
