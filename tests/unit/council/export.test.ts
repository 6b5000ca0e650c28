import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { pathRemover } from '../../../src/council/export/collect-export.js';
import { createRuns, renderMarkdown, type TextRedactor } from '../../../src/council/index.js';
import { createRedactor } from '../../../src/redaction/index.js';
import { runScenario, type Scenario } from '../../support/followed-scenarios.js';
import { plantedSecrets } from '../../support/planted-secrets.js';
import { recordedProject } from '../../support/recorded-council.js';
import { SETTINGS, vote } from '../../support/scripted-council.js';
import { ROOT } from '../../support/source-files.js';

/** The recorded councils of these tests let secrets through: the export alone has to find them. */
async function exported(scenario: Scenario, redactor: TextRedactor = createRedactor({ secretValues: [] })) {
  const project = recordedProject();
  const { store, result, close } = await runScenario(project, scenario);
  onTestFinished(close);
  const runs = createRuns(store, {
    redactor,
    settings: { ...SETTINGS, transcriptsFolder: path.join(project.folder, 'transcripts') },
    projectFolder: project.folder,
  });
  return { project, exported: await runs.export(result.deliberation_id) };
}

const voting = (rationale: string, option = 'one writer'): Scenario => ({
  title: '',
  models: { one: () => vote(option, { rationale }), two: () => vote('several writers') },
  request: { rounds: 1 },
});

describe('an exported deliberation', () => {
  it('has none of 200 planted secrets, and none of everyday life that redaction knows', async () => {
    const redactor = createRedactor({ secretValues: [] });
    const everyday = ['tuning', 'held-out'].flatMap(
      (half) =>
        JSON.parse(readFileSync(path.join(ROOT, 'tests/data', `everyday-secrets-${half}.json`), 'utf8')) as {
          kind: string;
          text: string;
          secret?: string;
        }[],
    );
    const planted = [
      ...plantedSecrets(19, 200).map(({ text, value }) => ({ text, value })),
      ...everyday.filter(({ kind }) => kind === 'secret').map(({ text, secret = '' }) => ({ text, value: secret })),
    ];
    const known: typeof planted = [];
    for (const each of planted) if (!(await redactor.redact(each.text)).includes(each.value)) known.push(each);
    expect(known.length).toBeGreaterThanOrEqual(270);
    const text = known.map((each) => each.text).join('\n\n');
    const scenario = {
      title: '',
      models: { one: () => `${text}\n${vote('one writer')}`, two: () => vote('several writers') },
      request: { rounds: 1, context: text },
    };
    const shown = JSON.stringify((await exported(scenario, redactor)).exported);
    // Only counts: an entry of the half held out must not be seen.
    expect(known.filter(({ value }) => shown.includes(value)).length).toBe(0);
  });

  it('names neither the project folder nor the home folder', async () => {
    const scenario = voting(`see ${homedir()}/notes.txt and the project`);
    const { project, exported: shown } = await exported(scenario);
    expect(JSON.stringify(shown)).not.toContain(project.folder);
    expect(JSON.stringify(shown)).not.toContain(homedir());
    expect(renderMarkdown(shown)).toContain('~/notes.txt'.replace('~', '\\~'));
  });
});

describe('the paths of a machine', () => {
  const remove = (text: string, home = '/home/al', project = '/srv/work/app') => {
    vi.stubEnv('HOME', home);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    return pathRemover(project)(text);
  };

  it('become the project, the home folder, or their last name', () => {
    expect(remove('/home/al/a.txt, /home/al. and "/srv/work/app/src/x.ts:3"')).toBe('~/a.txt, ~. and "./src/x.ts:3"');
    expect(remove('/home/alice/a.txt and /srv/work/app-2/b and /home/al.old')).toBe('a.txt and b and al.old');
    expect(remove('see /etc/ssh/config:12 (or C:\\Users\\al\\b.txt, D:/x/y)')).toBe('see config:12 (or b.txt, y)');
    expect(remove('cc -I/home/al/include {"x":"a\\n/home/al/y"} file:///opt/x/z')).toBe(
      'cc -I~/include {"x":"a\\n~/y"} file://z',
    );
  });

  it('are removed whatever their first folder is', () => {
    for (const folder of [
      'c/Users/alice',
      'export/home/alice',
      'nfs',
      'scratch/al',
      'builds/group',
      'api/home/al',
      'v1',
    ])
      expect(remove(`see /${folder}/app/notes.txt, or "/${folder}/x.y/z.ts:3"`)).toBe('see notes.txt, or "z.ts:3"');
    expect(remove('in /builds/group/app, /api/Users/al/app, /api/a/b.txt. And file:///c/Users/alice/app')).toBe(
      'in app, app, b.txt. And file://app',
    );
  });

  it('leave addresses, dates, relative paths and single names as they are', () => {
    for (const text of [
      'https://x.example/home/al/b?next=/a/b and //cdn.example/a/b',
      '2024/05/06, 5/6/2024, and/or/both, 1/2',
      './src/a/b ../c/d ~/e/f src/home/al @/parts/x #/defs/y **/a/b',
      '/queue and / and </div>',
      'GET /api/v1/users, then /v2/orders/7/items, and /api/v1.',
    ])
      expect(remove(text)).toBe(text);
  });

  it('are known behind a link, too', () => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'witan-home-')));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(path.join(folder, 'real'));
    symlinkSync(path.join(folder, 'real'), path.join(folder, 'linked'));
    expect(remove(`${folder}/real/x/y ${folder}/linked/z`, path.join(folder, 'linked'))).toBe('~/x/y ~/z');
  });
});

describe('the comment for a pull request', () => {
  it('says verdict, votes, why, against, warnings and cost in at most 60 lines', async () => {
    const models = Object.fromEntries(
      Array.from({ length: 14 }, (_, index) => [
        `p${index}`,
        () => vote(index < 8 ? 'one writer' : 'several writers', { rationale: `because ${index}\n\n\n`.repeat(30) }),
      ]),
    );
    const { exported: shown } = await exported({ title: '', models, request: { rounds: 2 } });
    const comment = renderMarkdown(shown);
    expect(comment.split('\n').length).toBeLessThanOrEqual(60);
    for (const part of [
      '### ',
      '**Question:**',
      '**Votes**',
      '**Why**',
      '**Against**',
      '**Warnings**',
      'cost ',
      'transcript',
    ])
      expect(comment).toContain(part);
  });

  it('pings no person, refers to no issue and contains no tag, image or link', async () => {
    const hostile = [
      '@octocat and (@team/x) see #12 GH-13 !14 <img src=x onerror=alert(1)> ![a](https://x.example/a.png)',
      '[click](javascript:alert(1)) https://github.com/a/b/issues/1 www.example.com <!-- hidden --> `code` $x$',
      '\u001b[31mred\u001b[0m \u202ereversed ```\n# heading\n- list\n> quote | cell |',
    ].join(' ');
    const { exported: shown } = await exported(voting(hostile, `one writer @all ${hostile.slice(0, 60)}`));
    const comment = renderMarkdown(shown);
    const prose = comment.replace(/(?<!\\)`[^`]*`/g, '');
    expect(prose).not.toContain('@');
    expect(prose).not.toMatch(/#\d|(?<!\\)[<[]|(?<!\\)!\[|https?:|www\.|[\u001b\u202e]/);
    expect(comment.split('\n').filter((line) => /^(?:#|>|```)/.test(line)).length).toBe(1);
  });

  it('links to no mail address and no commit', async () => {
    const commit = '0123456789abcdef0123456789abcdef01234567';
    const { exported: shown } = await exported(voting(`ask al@mail.example about owner/repo@${commit} or a1b2c3d.`));
    const comment = renderMarkdown(shown);
    expect(comment).toContain(`al＠mail.example about owner/repo＠\`${commit}\` or \`a1b2c3d\`.`);
    expect(comment).not.toContain('@');
  });

  it('has at most 60 lines when every section is full', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `p${index}`);
    const { exported: shown } = await exported({ ...voting('because'), request: { rounds: 2 } });
    const { run } = shown;
    const [participant] = run.participants;
    if (run.result === null || participant === undefined) throw new Error('the deliberation has no result');
    const reasons = names.map((name) => ({
      participant: name,
      option: 'one\ntwo',
      reason: 'a\r\nb\u2028c',
      citations: [],
    }));
    const flips = names.map((name) => ({ participant: name, from: 'a', to: 'b\n', because: '\n\nc' }));
    const comment = renderMarkdown({
      ...shown,
      run: {
        ...run,
        isDemo: true,
        participants: names.map((name) => ({ ...participant, participant: name })),
        doubts: names.map((name) => `${name}\n`),
        result: {
          ...run.result,
          because: reasons,
          against: reasons,
          counterfactual: { first_round_winner: 'a', final_winner: 'b', changed: true, flips },
        } as typeof run.result,
      },
    });
    for (const title of ['Votes', 'Why', 'Changed', 'Warnings']) expect(comment).toContain(`**${title}**`);
    expect(comment.split('\n').length).toBeLessThanOrEqual(60);
    expect(comment.match(/^- and \d+ more$/gm)?.length).toBe(5);
  });
});
