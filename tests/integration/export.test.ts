import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExportedDeliberation } from '../../src/council/index.js';
import { runScenario } from '../support/followed-scenarios.js';
import { recordedProject } from '../support/recorded-council.js';
import { vote } from '../support/scripted-council.js';
import { ROOT } from '../support/source-files.js';
import { createMachineWithModels } from './cli-program.js';

const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';

describe('witan deliberations export', { timeout: 60_000 }, () => {
  it('writes a comment to standard output and a page to a file, and says what it cannot know', async () => {
    const machine = createMachineWithModels();
    expect((await machine.witan(['deliberate', QUESTION, '--rounds', '1'])).exitCode).toBe(0);
    const comment = await machine.witan(['deliberations', 'export', 'last', '--markdown']);
    expect(comment).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('Read the export before you share it'),
    });
    expect(comment.stdout).toContain(`**Question:** ${QUESTION}`);
    expect(comment.stdout.split('\n').length).toBeLessThanOrEqual(60);

    const page = await machine.witan(['deliberations', 'export', 'last', '--html', '--output', 'verdict.html']);
    expect(page).toMatchObject({ exitCode: 0, stdout: 'Written: verdict.html\n' });
    const html = readFileSync(path.join(machine.project, 'verdict.html'), 'utf8');
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(html).not.toMatch(ACTIVE);
    for (const folder of [machine.project, machine.home]) expect(html + comment.stdout).not.toContain(folder);
    machine.remove();
  });

  it('asks for one format, and for a deliberation that is there', async () => {
    const machine = createMachineWithModels();
    const none = await machine.witan(['deliberations', 'export', 'last']);
    expect(none).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--markdown or --html') });
    const missing = await machine.witan(['deliberations', 'export', 'last', '--html']);
    expect(missing).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no deliberation is recorded') });
    machine.remove();
  });
});

describe('the exported page', { timeout: 60_000 }, () => {
  it('contains hostile texts as text only', async () => {
    const { renderHtml } = createRequire(import.meta.url)(path.join(ROOT, 'dist/export.cjs')) as {
      readonly renderHtml: (exported: ExportedDeliberation) => string;
    };
    const hostile = [
      '<script>alert(1)</script></title></style><img src=x onerror=alert(1)>',
      '[a](javascript:alert(1)) ![b](https://evil.example/x.png) <iframe src=//evil.example>',
      ...['_', '*a ', '[', '> ', '![a](', '&#1;', '`a', '|a'].map((part) => part.repeat(90_000 / part.length)),
      `${'- '.repeat(5_000)}x`,
      'word '.repeat(200_000),
      '_'.repeat(1_000_000),
    ];
    const models = Object.fromEntries(
      hostile.map((text, index) => [`p${index}`, () => `${text}\n\n${vote('one', { rationale: text.slice(0, 500) })}`]),
    );
    const scenario = { title: '', models, request: { rounds: 1, context: hostile[0] ?? '' } };
    const { runs, close } = await runScenario(recordedProject(), scenario);
    const html = renderHtml(await runs.export('last'));
    await close();
    expect(html).not.toMatch(ACTIVE);
    expect(html).toContain('&lt;script>alert(1)&lt;/script>');
  });
});

const ACTIVE = /<(?:script|img|iframe|link|object|a)\b|<[^>]*\s(?:on\w+|style|href|src)=/i;
