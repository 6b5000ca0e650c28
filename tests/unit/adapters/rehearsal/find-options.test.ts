import { describe, expect, it } from 'vitest';
import { findOptions } from '../../../../adapters/rehearsal/find-options.js';
import { readBriefing } from '../../../../adapters/rehearsal/read-briefing.js';
import { buildPrompt } from '../../../../src/council/prompt/build-prompt.js';
import { briefingOf } from './convene-panel.js';

function optionsOf(question: string, context?: string): string[] {
  return findOptions(readBriefing(buildPrompt(briefingOf(question, context)))).map(({ text }) => text);
}

describe('options read from a question', () => {
  it.each([
    ['Should our job queue use PostgreSQL or SQLite?', ['PostgreSQL', 'SQLite']],
    ['Should our job queue use SQLite or PostgreSQL?', ['PostgreSQL', 'SQLite']],
    ['Which one should we use, Kafka, NATS or Redis?', ['Kafka', 'NATS', 'Redis']],
    ['Should we use REST, GraphQL, or gRPC for the public API?', ['GraphQL', 'gRPC', 'REST']],
    ['Which is better: tabs or spaces for indentation?', ['spaces', 'tabs']],
    ['Is Go or Java better for this service?', ['Go', 'Java']],
    ['PostgreSQL vs SQLite for the job queue?', ['PostgreSQL', 'SQLite']],
    ['We must choose between a monolith and microservices for the shop.', ['microservices', 'monolith']],
    ['Should we write the tool in Go or Rust?', ['Go', 'Rust']],
    ['Should we deploy on Friday or on Monday?', ['Friday', 'Monday']],
    ['Should we use a queue in Redis or a table in PostgreSQL?', ['queue in Redis', 'table in PostgreSQL']],
    ['We have outages. Should it be Redis (as today) or Memcached?', ['Memcached', 'Redis']],
  ])('reads the names in "%s"', (question, expected) => {
    expect(optionsOf(question)).toEqual(expected);
  });

  it.each([
    [
      'Should we rewrite the importer in Rust or keep it in Python?',
      ['keep it in Python', 'rewrite the importer in Rust'],
    ],
    [
      'Should we keep it in Python or rewrite the importer in Rust?',
      ['keep it in Python', 'rewrite the importer in Rust'],
    ],
    ['We wonder whether to buy a licence or build our own tool.', ['build our own tool', 'buy a licence']],
    ['Should we sunset the old API or should we keep it for a year?', ['keep it for a year', 'sunset the old API']],
    ['Is it better to wait for the release or to ship a patch?', ['ship a patch', 'wait for the release']],
  ])('reads the actions in "%s"', (question, expected) => {
    expect(optionsOf(question)).toEqual(expected);
  });

  it.each([
    ['Should we migrate to Kubernetes?', ['do not migrate to Kubernetes', 'migrate to Kubernetes']],
    ['Should we migrate to Kubernetes or not?', ['do not migrate to Kubernetes', 'migrate to Kubernetes']],
    ['Should we, sooner or later, drop the old format?', ['do not drop the old format', 'drop the old format']],
    ['Is the build reproducible?', ['no', 'yes']],
  ])('takes "%s" for a question of yes or no', (question, expected) => {
    expect(optionsOf(question)).toEqual(expected);
  });

  it('reads a lettered list in the question', () => {
    expect(optionsOf('How shall we store sessions?\na) signed cookies\nb) a table')).toEqual([
      'a table',
      'signed cookies',
    ]);
  });

  it('reads options that share a line', () => {
    const question =
      'Option A: keep the monolith, as it works. Option B: split it into services. Each has friends. Which one?';
    expect(optionsOf(question)).toEqual(['keep the monolith, as it works', 'split it into services']);
    expect(optionsOf('Shall we take a) cookies or b) a table?')).toEqual(['a table', 'cookies']);
  });

  it.each([
    ['Sollen wir Redis oder Memcached nehmen?', ['Memcached', 'Redis']],
    ['Ist Rust oder Go besser für unser Werkzeug?', ['Go', 'Rust']],
    ['我们应该重写还是保留旧系统？', ['保留旧系统', '重写']],
  ])('reads the alternatives in "%s"', (question, expected) => {
    expect(optionsOf(question)).toEqual(expected);
  });

  it.each(['Was sollen wir tun?', '我们该怎么办？', 'How shall we name it?'])('finds none in "%s"', (question) => {
    expect(optionsOf(question)).toEqual([]);
  });

  it('reads options that the context announces when the question names none', () => {
    const context = 'We talked about it.\nThe options are:\n- a monorepo\n- many repositories';
    expect(optionsOf('How do we lay out the code?', context)).toEqual(['a monorepo', 'many repositories']);
  });

  it('does not take a list of facts in the context for options', () => {
    expect(optionsOf('Should we use Foo or Bar?', '- Foo is old\n- Bar is new')).toEqual(['Bar', 'Foo']);
  });

  it("gives the question's options the council's ids and lets others join", () => {
    const options = [
      { id: 'O1', text: 'Use SQLite' },
      { id: 'O2', text: 'both, one after the other' },
    ];
    const prompt = buildPrompt({ ...briefingOf('Should the queue use PostgreSQL or SQLite?'), round: 2, options });
    expect(findOptions(readBriefing(prompt)).map(({ id, text }) => [id, text])).toEqual([
      ['O2', 'both, one after the other'],
      [undefined, 'PostgreSQL'],
      ['O1', 'SQLite'],
    ]);
  });

  it.each(['- OPT1: Heron\n- OPT2: Plover', '> - OPT1: Heron\n> - OPT2: Plover'])(
    'reads the list of the council, quoted or not, with any id: %j',
    (list) => {
      const prompt = `${buildPrompt(briefingOf('What shall we call it?'))}\n## Options so far\n${list}\n`;
      expect(findOptions(readBriefing(prompt)).map(({ id, text }) => [id, text])).toEqual([
        ['OPT1', 'Heron'],
        ['OPT2', 'Plover'],
      ]);
    },
  );

  it('takes what the council lists when the question is open', () => {
    const options = [
      { id: 'O1', text: 'Heron' },
      { id: 'O2', text: 'Plover' },
    ];
    const prompt = buildPrompt({ ...briefingOf('What shall we call the project?'), round: 2, options });
    expect(findOptions(readBriefing(prompt)).map(({ id }) => id)).toEqual(['O1', 'O2']);
  });
});
