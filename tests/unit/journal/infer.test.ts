import { describe, expect, it } from 'vitest';
import { BELIEF, expectValue, journalIn } from '../../support/journal-fixture.js';

const { domain: _, strategy: __, ...TEXTS } = BELIEF;

describe('an entry without domain or strategy', () => {
  it.each([
    ['Fix the flaky cache test', 'Read the stack trace of the failing run', 'debugging', 'read-the-error'],
    ['Make the product search faster', 'Measure each query', 'performance', 'check-assumptions'],
    ['Extract the retry logic into a module', 'Reuse the helper of the mailer', 'refactoring', 'copy-from-similar'],
    ['Describe the export in the README', 'Ask the owner which fields matter', 'documentation', 'ask-user'],
    ['Raise the coverage of the parser', 'Split the cases by token', 'testing', 'divide-and-conquer'],
    ['Close the SQL injection in the report filter', 'Bisect the commits', 'security', 'systematic-elimination'],
    ['Move the deployment to the new pipeline', 'Read the documentation first', 'configuration', 'research-first'],
    ['Receive payments by webhook', 'Increase the timeout', 'integration', 'trial-and-error'],
    ['Let users archive a list', 'Store a flag on the list', 'feature', 'root-cause-analysis'],
  ])('gets them from its words: %s', async (goal, action, domain, strategy) => {
    const { journal } = journalIn();
    const texts = { goal, action, hypothesis: 'The queue is involved', prediction: 'It ends' };
    const { entry } = expectValue(await journal.create(texts));
    expect(entry).toMatchObject({ domain, strategy, inferred: ['domain', 'strategy'] });
  });

  it('keeps what was given, and names only what was inferred', async () => {
    const { journal, folder } = journalIn();
    const { entry } = expectValue(await journal.create({ ...TEXTS, domain: 'feature' }));
    expect(entry).toMatchObject({ domain: 'feature', inferred: ['strategy'] });
    const { journal: another } = journalIn({ folder });
    expect((await another.getCurrent())?.inferred).toEqual(['strategy']);
    const updated = expectValue(await journal.update({ strategy: 'ask-user' })).entry;
    expect(updated).not.toHaveProperty('inferred');
    const resolved = expectValue(await journal.resolve({ status: 'confirmed', result: 'It did' })).entry;
    expect(resolved).toMatchObject({ domain: 'feature', strategy: 'ask-user' });
  });
});
