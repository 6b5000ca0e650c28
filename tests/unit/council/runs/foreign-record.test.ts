import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolRequest } from '../../../support/evidence-council.js';
import { continuing, interruptedRun, requestIn } from '../../../support/interrupted-run.js';
import { type RecordedProject, recordedProject } from '../../../support/recorded-council.js';
import { scratchFolder } from '../../../support/scratch-folder.js';
import { SETTINGS, vote } from '../../../support/scripted-council.js';

const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
const nameTranscript = (project: RecordedProject, name: string) =>
  project.sql(
    `DELETE FROM facts WHERE key = 'lasting/transcript';
     INSERT INTO facts SELECT id, 'lasting/transcript', ${quoted(name)}, 0 FROM runs`,
  );
const moveTo = (project: RecordedProject, folder: string) =>
  project.sql(
    `UPDATE runs SET request = json_set(request, '$.workingDirectory', ${quoted(folder).replaceAll('"', '')})`,
  );

const LOOKING = { evidence: { ...SETTINGS.evidence, enabled: true } };
/** More than any configuration allows. */
const REQUESTS = Array.from({ length: 60 }, (_, index) => toolRequest('read_file', { path: `src/${index}.ts` }));

/** A record may come with a project that was copied from another user. */
describe('a record from elsewhere', () => {
  it.each([
    ['a file outside', (victim: string) => victim],
    ['a way up', (victim: string) => path.join('..', path.basename(path.dirname(victim)), path.basename(victim))],
    ['a way up for another system', () => '..\\victim.md'],
    ['something that is no transcript', () => 'config.yaml'],
  ])('cannot name %s to be overwritten by the transcript', async (_what, nameOf) => {
    const project = recordedProject();
    const victim = path.join(scratchFolder('victim'), 'victim.md');
    writeFileSync(victim, 'mine');
    writeFileSync(victim.replace('.md', '.json'), '{"mine":true}');
    const id = await interruptedRun(project);
    nameTranscript(project, nameOf(victim));
    const { council, close } = await continuing(project);
    const result = await council.resume({ deliberation_id: id });
    expect(path.dirname(result.transcript_path ?? '')).toBe(path.join(project.folder, 'transcripts'));
    expect([readFileSync(victim, 'utf8'), readFileSync(victim.replace('.md', '.json'), 'utf8')]).toEqual([
      'mine',
      '{"mine":true}',
    ]);
    expect(readFileSync(result.transcript_path ?? '', 'utf8')).toContain(id);
    await close();
  });

  it('cannot have more looked at for an answer than any configuration allows', async () => {
    const project = recordedProject();
    const id = await interruptedRun(project, LOOKING);
    project.sql(
      `UPDATE runs SET settings = json_set(settings, '$.evidence.maxRequestsPerAnswer', 1000000);
       UPDATE calls SET answer = ${quoted(`${REQUESTS.join('\n')}\n${vote('PostgreSQL')}`)}
       WHERE round = 1 AND participant = 'm@one';
       UPDATE facts SET value = json_set(value, '$.maxRequestsPerAnswer', 1000000) WHERE key = 'limits/1';
       DELETE FROM facts WHERE key = 'not-run/1'`,
    );
    const { council, close } = await continuing(project, LOOKING);
    const { tool_executions: looked } = await council.resume({ deliberation_id: id });
    expect(looked.by_round).toEqual({ 1: 50 });
    expect(looked.not_run).toMatchObject([{ requests: 10, reason: 'an answer may have 50' }]);
    await close();
  });

  it.each([
    ['the transcript of another deliberation', { 'other.md': '# Other', 'other.json': '{"deliberation_id":"other"}' }],
    ['a file that lies beside one of that name', { 'other.json': '{"name":"package"}' }],
    ['a text of the person', { 'other.md': '# What I wrote' }],
  ])('cannot overwrite %s in the folder of transcripts', async (_what, files) => {
    const project = recordedProject();
    const id = await interruptedRun(project);
    nameTranscript(project, 'other.md');
    const folder = path.join(project.folder, 'transcripts');
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    const { council, close } = await continuing(project);
    const result = await council.resume({ deliberation_id: id });
    for (const [name, text] of Object.entries(files)) expect(readFileSync(path.join(folder, name), 'utf8')).toBe(text);
    expect(readdirSync(folder)).toContain(path.basename(result.transcript_path ?? ''));
    await close();
  });

  it.each([
    ['the folder as it is', (folder: string) => folder],
    ['a folder that it was moved from', () => '/home/other/project/transcripts'],
    ['a folder of another system', () => 'C:\\\\project\\\\transcripts'],
  ])('has its own transcript replaced if the first version stored a full path in %s', async (_what, where) => {
    const project = recordedProject();
    const id = await interruptedRun(project);
    const folder = path.join(project.folder, 'transcripts');
    const [own = ''] = readdirSync(folder).filter((name) => name.endsWith('.md'));
    // Not the name that it would be given now: only the record leads to it.
    for (const kind of ['.md', '.json'])
      renameSync(path.join(folder, own.replace('.md', kind)), path.join(folder, `as-it-was${kind}`));
    nameTranscript(project, `${where(folder)}/as-it-was.md`);
    const { council, close } = await continuing(project);
    const result = await council.resume({ deliberation_id: id });
    expect(result.transcript_path).toBe(path.join(folder, 'as-it-was.md'));
    expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'as-it-was.json', 'as-it-was.md']);
    await close();
  });

  it.each([['chosen.md'], ['/somewhere/chosen.md'], ['']])(
    'cannot choose the name of a new file (%j)',
    async (name) => {
      const project = recordedProject();
      const id = await interruptedRun(project);
      nameTranscript(project, name);
      const { council, close } = await continuing(project);
      const result = await council.resume({ deliberation_id: id });
      expect(path.basename(result.transcript_path ?? '')).toMatch(/^\d{8}_\d{6}_Should_our/);
      expect(readdirSync(path.join(project.folder, 'transcripts')).filter((file) => file.includes('chosen'))).toEqual(
        [],
      );
      await close();
    },
  );

  it('keeps the name of the transcript and no path', async () => {
    const project = recordedProject();
    const id = await interruptedRun(project);
    const opened = await continuing(project);
    await opened.council.resume({ deliberation_id: id });
    expect(JSON.parse((await opened.store.read(id)).facts.get('lasting/transcript') ?? '')).toMatch(
      /^\d{8}_\d{6}_\w+\.md$/,
    );
    await opened.close();
  });

  it('has its own transcript written over although the program was killed before the name was recorded', async () => {
    const project = recordedProject();
    const id = await interruptedRun(project);
    project.sql(`DELETE FROM facts WHERE key = 'lasting/transcript'`);
    const { council, close } = await continuing(project);
    const result = await council.resume({ deliberation_id: id });
    const transcripts = readdirSync(path.join(project.folder, 'transcripts')).filter((name) => name.endsWith('.md'));
    expect(transcripts).toEqual([path.basename(result.transcript_path ?? '')]);
    await close();
  });

  it('cannot lead participants out of the project that is open, unless that folder is named', async () => {
    const project = recordedProject();
    const id = await interruptedRun(project);
    const elsewhere = scratchFolder('elsewhere');
    moveTo(project, elsewhere);
    const { council, close } = await continuing(project);
    await expect(council.resume({ deliberation_id: id, within: project.folder })).rejects.toMatchObject({
      type: 'conflict',
      message: expect.stringContaining(`is about ${elsewhere}, which is outside ${project.folder}`),
    });
    expect(project.asked).toEqual([]);
    const named = { deliberation_id: id, within: project.folder, working_directory: elsewhere };
    expect(await council.resume(named)).toMatchObject({ status: 'complete', working_directory: elsewhere });
    await close();
  });

  it('cannot hide that folder behind a link, and may name one below the project', async () => {
    const project = recordedProject();
    const id = await interruptedRun(project);
    symlinkSync(scratchFolder('behind'), path.join(project.folder, 'link'));
    mkdirSync(path.join(project.folder, 'packages'));
    const { council, close } = await continuing(project);
    moveTo(project, path.join(project.folder, 'link'));
    await expect(council.resume({ deliberation_id: id, within: project.folder })).rejects.toThrow(/outside/);
    moveTo(project, path.join(project.folder, 'packages'));
    expect(await council.resume({ deliberation_id: id, within: project.folder })).toMatchObject({ status: 'complete' });
    await close();
  });

  it('is not shown as a verdict on the project that is open', async () => {
    const project = recordedProject();
    const opened = await continuing(project);
    const { deliberation_id: id } = await opened.council.deliberate(requestIn(project, { mode: 'quick' }));
    const within = project.folder;
    expect(await opened.council.resume({ deliberation_id: id, within })).toMatchObject({ status: 'complete' });
    const elsewhere = scratchFolder('elsewhere');
    moveTo(project, elsewhere);
    const uses = [
      () => opened.council.resume({ deliberation_id: id, within }),
      () => opened.council.resume({ deliberation_id: 'last', within }),
      () => opened.runs.show(id),
      () => opened.runs.show('last'),
      () => opened.runs.replay(id),
    ];
    for (const use of uses) {
      await expect(use()).rejects.toMatchObject({
        type: 'conflict',
        message: `deliberation ${id} is about ${elsewhere}, which is outside ${within}; to use it, name its folder (--cwd, or working_directory)`,
      });
    }
    expect(await opened.runs.list()).toEqual({ entries: [], elsewhere: new Map([[elsewhere, 1]]) });
    const named = { deliberation_id: id, within, working_directory: elsewhere };
    expect(await opened.council.resume(named)).toMatchObject({ status: 'complete' });
    await opened.close();
  });

  it.each([['.'], [''], ['/proc/self/cwd']])(
    'cannot pass for one of every project by the folder %j',
    async (folder) => {
      const project = recordedProject();
      const opened = await continuing(project);
      const { deliberation_id: id } = await opened.council.deliberate(requestIn(project, { mode: 'quick' }));
      moveTo(project, folder);
      const here = process.cwd();
      await expect(opened.runsOf(here).show(id)).rejects.toMatchObject({ type: 'conflict' });
      await expect(opened.council.resume({ deliberation_id: id, within: here })).rejects.toMatchObject({
        type: 'conflict',
      });
      await opened.close();
    },
  );

  it('does not hide the last deliberation of the project', async () => {
    const project = recordedProject();
    const opened = await continuing(project);
    const ask = () => opened.council.deliberate(requestIn(project, { mode: 'quick' }));
    const { deliberation_id: own } = await ask();
    const { deliberation_id: other } = await ask();
    project.sql(`UPDATE runs SET request = json_set(request, '$.workingDirectory', '/elsewhere'),
      started_at = '9999-01-01T00:00:00.000Z' WHERE id = '${other}'`);
    expect((await opened.runs.show('last')).setup.deliberationId).toBe(own);
    expect((await opened.runs.list({ limit: 1 })).entries).toMatchObject([{ id: own }]);
    const last = await opened.council.resume({ deliberation_id: 'last', within: project.folder });
    expect(last.deliberation_id).toBe(own);
    await opened.close();
  });

  it('is shown without the control characters in the name of its folder', async () => {
    const project = recordedProject();
    const opened = await continuing(project);
    const { deliberation_id: id } = await opened.council.deliberate(requestIn(project, { mode: 'quick' }));
    project.sql(
      `UPDATE runs SET request = json_set(request, '$.workingDirectory', '/x' || char(27) || '[2Jy' || char(10))`,
    );
    await expect(opened.runs.show(id)).rejects.toThrow(`is about /xy, which is outside`);
    expect([...(await opened.runs.list()).elsewhere.keys()]).toEqual(['/xy']);
    await opened.close();
  });

  it('cannot name a file to be read as its transcript', async () => {
    const project = recordedProject();
    const opened = await continuing(project);
    const made = await opened.council.deliberate(requestIn(project, { mode: 'quick' }));
    const { deliberation_id: id, transcript_path: own } = made;
    const secret = path.join(scratchFolder('secret'), 'notes.md');
    writeFileSync(secret, readFileSync(own ?? ''));
    project.sql(`UPDATE runs SET result = json_set(result, '$.transcript_path', '${secret}')`);
    const resumed = await opened.council.resume({ deliberation_id: id, within: project.folder });
    const shown = await opened.runs.show(id);
    expect([resumed.transcript_path, shown.result?.transcript_path]).toEqual([null, null]);
    expect((await opened.runs.replay(id)).transcript).toBe('missing');
    await opened.close();
  });

  it.each([
    ['the home folder', () => homedir(), 'validation_error', /is the home folder/],
    ['the root of the disk', () => '/', 'validation_error', /is the root of the disk/],
    ['a folder that is gone', () => '/nowhere/at/all', 'not_found', /put it back first/],
  ])('is refused for %s', async (_what, folder, type, message) => {
    const project = recordedProject();
    const id = await interruptedRun(project);
    moveTo(project, folder());
    const { council, close } = await continuing(project);
    const refused = council.resume({ deliberation_id: id, within: '/' });
    await expect(refused).rejects.toMatchObject({ type, message: expect.stringMatching(message) });
    expect(project.asked).toEqual([]);
    await close();
  });

  it('cannot pass options to a program in the name of a model', async () => {
    const project = recordedProject();
    const id = await interruptedRun(project);
    project.sql(`UPDATE runs SET seats = json_set(seats, '$[0].model', '--dangerous')`);
    const { council, close } = await continuing(project);
    await expect(council.resume({ deliberation_id: id })).rejects.toThrow(
      /"--dangerous" for one, which is not a model/,
    );
    expect(project.asked).toEqual([]);
    await close();
  });
});
