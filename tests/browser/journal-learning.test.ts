import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { createJournal } from '../../src/journal/index.js';
import { createEntryCatalog, type Learning, openLearning } from '../../src/learning/index.js';
import { createSemantics } from '../../src/semantics/index.js';
import { describeInBrowser, expectAccessibleInBothLooks, openPage } from '../support/browser.js';
import { BELIEF, deadProcess, expectValue, journalIn, livingProcess } from '../support/journal-fixture.js';
import { resolvedEntry, saveAll } from '../support/learning-fixture.js';
import { emptyProgram, serveBuiltPages } from '../support/pages-fixture.js';
import { scratchFolder } from '../support/scratch-folder.js';
import { mixThemes } from '../support/second-themes.js';

let learning: Learning;

/** A text that would be a script, and one that is very long. */
const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
const LONG = 'word '.repeat(4_000);

beforeAll(async () => {
  const semantics = await createSemantics({ embedding: 'builtin' });
  learning = await openLearning({
    file: `${scratchFolder('learning')}/experiences.db`,
    semantics: async () => semantics,
  });
  await saveAll(
    learning,
    mixThemes({ count: 80, themes: 4, seed: 1, half: 'tuning' }).map(({ entry }) => entry),
  );
  await saveAll(learning, [resolvedEntry({ id: 'ghap_hostile', goal: HOSTILE, hypothesis: LONG })]);
  await learning.getClusters('full');
  return async () => {
    await learning.close();
    await semantics.close();
  };
}, 120_000);

/** With an orphan and two sessions that could adopt it. */
async function serveFull() {
  const { journal, folder } = journalIn({ owner: await deadProcess() });
  const gone = createJournal({ folder, owner: await deadProcess(), claudeSessionId: 'gone' });
  const orphan = expectValue(await gone.create({ ...BELIEF, goal: 'Left behind' })).entry.id;
  const agents = [];
  for (const name of ['one', 'two']) {
    const { mark, end } = livingProcess();
    onTestFinished(end);
    const agent = createJournal({ folder, owner: mark, claudeSessionId: name });
    agents.push({ agent, session: expectValue(await agent.ensureSession()) });
  }
  const entries = createEntryCatalog({ journal, learning: async () => learning });
  const pages = await serveBuiltPages({
    program: emptyProgram({ journal, entries, existingLearning: async () => learning }),
  });
  return { pages, orphan, agents };
}

describeInBrowser('the pages of journal and learning', () => {
  it('have no violation of WCAG 2.2 AA with an orphan, a long entry and an open cluster', async () => {
    const { pages, orphan } = await serveFull();
    const cluster = (await learning.getClusters('full')).clusters[0]?.clusterId;
    const page = await openPage(pages, '/journal');
    for (const [path, text] of [
      ['/journal', 'Left behind'],
      [`/journal/${orphan}`, 'Prediction'],
      ['/journal/ghap_hostile', 'Result'],
      [`/learning?cluster=${cluster}&search=lock`, 'the most typical first'],
    ] as const) {
      await page.goto(pages.url + path);
      await page.getByText(text).first().waitFor();
      await expectAccessibleInBothLooks(page);
    }
  }, 120_000);

  it('show hostile and long texts as text, cut until the person wants all', async () => {
    const { pages } = await serveFull();
    const page = await openPage(pages, '/journal/ghap_hostile');
    await page.getByRole('heading', { name: HOSTILE }).waitFor();
    expect(await page.title()).toContain('onerror');
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect((await page.locator('.stored').first().innerText()).length).toBeLessThan(2_000);
    await page.getByRole('button', { name: 'Show all 20,000 characters' }).click();
    expect((await page.locator('.stored').first().innerText()).length).toBeGreaterThan(19_000);
  });

  it('keep filters in the address and open a row by keyboard', async () => {
    const { pages } = await serveFull();
    const page = await openPage(pages, '/journal');
    await page.getByLabel('Outcome').selectOption('falsified');
    await page.getByText('✓ confirmed').first().waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?outcome=falsified');
    await page.reload();
    await page.getByText('✗ falsified').first().waitFor();
    const second = await page.locator('main :is(.row, tbody) a').nth(1).getAttribute('href');
    await page.locator('h1').click();
    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Believed' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(second);
    await page.goBack();
    await page.getByRole('heading', { name: 'Resolved' }).waitFor();
    expect(new URL(page.url()).search).toBe('?outcome=falsified');
  });

  it('adopt an orphan into the chosen session, and delete only after a second click', async () => {
    const { pages, orphan, agents } = await serveFull();
    const page = await openPage(pages, `/journal/${orphan}`);
    const [, chosen] = agents;
    await page.getByLabel('Session').selectOption(chosen?.session ?? '');
    await page.getByRole('button', { name: 'Adopt' }).click();
    await page.getByText('Adopted').waitFor();
    expect(await chosen?.agent.getCurrent()).toMatchObject({ id: orphan });
    await page.getByRole('button', { name: 'Delete …' }).click();
    expect(await chosen?.agent.getCurrent()).toMatchObject({ id: orphan });
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'Resolved' }).waitFor();
    expect(await chosen?.agent.getCurrent()).toBeNull();
  });

  it('abandon an orphan with a reason', async () => {
    const { pages, orphan } = await serveFull();
    const page = await openPage(pages, `/journal/${orphan}`);
    await page.getByLabel('Reason').fill('The feature was dropped');
    await page.getByRole('button', { name: 'Abandon' }).click();
    await page.getByText('The feature was dropped').waitFor();
    await page.getByText('– abandoned').waitFor();
  });

  it('try a statement against a cluster, and store one that its members support', async () => {
    const { pages } = await serveFull();
    const clusterId = (await learning.getClusters('full')).clusters[0]?.clusterId ?? '';
    const { members } = await learning.getClusterMembers(clusterId, 100);
    const lessons = members.flatMap(({ lesson }) => lesson?.what_worked ?? []);
    const judged = await Promise.all(lessons.map((text) => learning.validateValue(text, clusterId)));
    const supported = lessons[judged.findIndex(({ valid }) => valid)] ?? '';
    const page = await openPage(pages, '/learning');
    await page.locator('button.link').first().click();
    expect(new URL(page.url()).searchParams.get('cluster')).toBe(clusterId);
    await page.getByLabel('Try a statement').fill('Bananas are yellow fruit');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByText('✗ Not accepted').waitFor();
    expect(await page.getByRole('button', { name: 'Store as a value' }).isDisabled()).toBe(true);
    await page.getByLabel('Try a statement').fill(supported);
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByText('✓ Accepted').waitFor();
    await page.getByRole('button', { name: 'Store as a value' }).click();
    await page.getByRole('cell', { name: supported, exact: true }).first().waitFor();
    await page.getByText('✓ supported').waitFor();
  });
});
