import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/redaction/index.js';
import { ROOT } from '../../support/source-files.js';

interface LabeledText {
  readonly id: string;
  readonly kind: 'secret' | 'look-alike';
  readonly text: string;
  readonly secret?: string;
}

interface LabeledFile {
  readonly id: string;
  readonly path: string;
  readonly text: string;
  readonly secret?: string;
}

const redactor = createRedactor({ secretValues: [] });

/** The secrets that were shown, and the look-alikes that were changed. */
async function judge(half: 'tuning' | 'held-out') {
  const file = path.join(ROOT, 'tests/data', `everyday-secrets-${half}.json`);
  const labeled = JSON.parse(readFileSync(file, 'utf8')) as LabeledText[];
  const secrets = labeled.filter(({ kind }) => kind === 'secret');
  const lookAlikes = labeled.filter(({ kind }) => kind === 'look-alike');
  const shown: LabeledText[] = [];
  const changed: LabeledText[] = [];
  for (const each of secrets) if ((await redactor.redact(each.text)).includes(each.secret ?? '')) shown.push(each);
  for (const each of lookAlikes) if ((await redactor.redact(each.text)) !== each.text) changed.push(each);
  return { secrets, lookAlikes, shown, changed };
}

describe('the second set of new secrets', () => {
  it('is hidden in files and when pasted, and no look-alike is', () => {
    const file = path.join(ROOT, 'tests/data/new-secrets-second.json');
    const { secrets, lookAlikes } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, LabeledFile[]>;
    expect([secrets?.length, lookAlikes?.length]).toEqual([90, 30]);
    for (const isFile of [true, false]) {
      const show = (each: LabeledFile) => redactor.redactNow(each.text, isFile ? each.path : undefined);
      expect(secrets?.filter((each) => show(each).includes(each.secret ?? '')).map(({ id }) => id)).toEqual([]);
      expect(lookAlikes?.filter((each) => show(each) !== each.text).map(({ id }) => id)).toEqual([]);
    }
  });
});

describe('everyday secrets', () => {
  it('are all hidden in the half that may be used for tuning, and no look-alike is', async () => {
    const { secrets, lookAlikes, shown, changed } = await judge('tuning');
    expect([secrets.length, lookAlikes.length]).toEqual([40, 40]);
    expect(shown.map(({ id, text }) => `${id} ${text}`)).toEqual([]);
    expect(changed.map(({ id, text }) => `${id} ${text}`)).toEqual([]);
  });

  // A failure tells only counts: an entry that is seen here could be tuned for.
  it('are hidden in at least 38 of the 40 texts held out, and at most 1 of 40 look-alikes is', async () => {
    const { secrets, lookAlikes, shown, changed } = await judge('held-out');
    expect([secrets.length, lookAlikes.length]).toEqual([40, 40]);
    const figures = `hidden: ${40 - shown.length} of 40 secrets, ${changed.length} of 40 look-alikes`;
    expect(shown.length <= 2 && changed.length <= 1, figures).toBe(true);
  });
});
