import { linkSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createModelsView } from '../../../../src/coaching/index.js';
import { openProject } from '../../../../src/project/project.js';
import { createRedactor } from '../../../../src/redaction/index.js';
import { coachWorkspace } from '../../../support/coach-workspace.js';
import { type PlantedSecret, plantedKinds, plantedSecrets } from '../../../support/planted-secrets.js';

describe('what a model may see', () => {
  it.each([
    '.env',
    '.env.local',
    'config/.env.production.bak',
    'server.pem',
    'id_rsa',
    'credentials',
    'secrets/notes.txt',
    'private.cfg',
    'link-to-env',
    './src/../.env',
  ])('leaves out %s by its name', async (name) => {
    const { workspace, view } = await openView({ '.env': 'A=1', 'private.cfg': 'x' });
    await workspace.updateBuffer({ path: name, content: 'typed', cursorPosition: CURSOR });
    for (const refused of [view.expectShown(name), view.getBuffer(name), view.getDiffs(name)])
      await expect(refused).rejects.toMatchObject({
        code: 'FORBIDDEN_PATH',
        message: expect.stringContaining('may hold secrets and is not shown to models'),
      });
    expect([await view.getBuffers(), await view.getDiffs()]).toEqual([[], []]);
  });

  it('keeps the values that name no file which it leaves out', async () => {
    const { view } = await openView({ '.env': 'A=1', 'a.ts': 'a' });
    const values = [['a.ts'], ['a.ts', '.env'], ['.env'], [], ['new.ts']];
    expect(await view.shownOnly(values, (paths) => paths)).toEqual([['a.ts'], [], ['new.ts']]);
  });

  it('has open files without those that may hold secrets', async () => {
    const { workspace, view } = await openView({ '.env': 'A=1', 'a.ts': 'a' });
    for (const path of ['.env', 'a.ts']) await workspace.openFile(path);
    expect(workspace.openFiles()).toEqual(['.env', 'a.ts']);
    expect(await view.openFiles()).toEqual(['a.ts']);
  });

  it('leaves out another name of a secret file, also one of a file that is not saved yet', async () => {
    const { workspace, view, at } = await openView({ '.env': 'A=1' });
    linkSync(at('.env'), at('notes.txt'));
    for (const path of ['notes.txt', 'tokens']) {
      await workspace.updateBuffer({ path, content: 'typed', cursorPosition: CURSOR });
      await expect(view.getBuffer(path)).rejects.toMatchObject({ code: 'FORBIDDEN_PATH' });
    }
    expect(await view.getDiffs()).toEqual([]);
  });

  it('refuses a path outside the project and the folders of Witan', async () => {
    const { view } = await openView({});
    for (const path of ['../outside.ts', '/etc/passwd', '.witan/data.txt', '.git/config'])
      await expect(view.expectShown(path)).rejects.toMatchObject({ code: 'FORBIDDEN_PATH' });
  });

  it('reads neither large nor binary files for a diff', async () => {
    const { workspace, view, at } = await openView({ 'large.txt': 'a', 'data.txt': 'a' });
    for (const path of ['large.txt', 'data.txt']) await workspace.openFile(path);
    writeFileSync(at('large.txt'), 'x'.repeat(2 * 1024 * 1024 + 1));
    writeFileSync(at('data.txt'), Buffer.from([0, 1, 2, 0]));
    for (const path of ['large.txt', 'data.txt']) {
      await workspace.updateBuffer({ path, content: 'typed\n', cursorPosition: CURSOR });
      const [shown] = await view.getDiffs(path);
      expect(shown?.diff).toContain('--- /dev/null');
      expect(shown?.diff.length).toBeLessThan(100);
    }
  });

  it('says that a secret was replaced, and shows neither of them', async () => {
    const [before, after] = plantedSecrets(3, 80).filter(({ kind }) => kind === 'password assignment');
    if (before === undefined || after === undefined) throw new Error('there are two of each kind');
    const { workspace, view } = await openView({ 'a.ts': `first\n${before.text}\nlast\n` });
    await workspace.updateBuffer({ path: 'a.ts', content: `first\n${after.text}\nlast\n`, cursorPosition: CURSOR });
    const [shown] = await view.getDiffs('a.ts');
    const line = 'const password = "[redacted: secret]";';
    expect(shown?.diff).toContain(` first\n-${line}\n+${line}\n last\n`);
  });

  it('recognizes a private key of which only some lines were changed', async () => {
    const [key] = plantedSecrets(5, plantedKinds().length).filter(({ kind }) => kind === 'OpenSSH private key');
    if (key === undefined) throw new Error('there is such a key');
    const text = `before\n${key.text}\nafter\n`;
    const { workspace, view } = await openView({ 'notes.md': text });
    await workspace.updateBuffer({
      path: 'notes.md',
      content: text.replace(key.value, `${key.value.slice(0, 40)}\n${key.value.slice(40)}`),
      cursorPosition: CURSOR,
    });
    const [shown] = await view.getDiffs('notes.md');
    expect(shown?.diff).toMatch(/^[-+]\[redacted: private key\]$/m);
    for (const part of [key.value, key.value.slice(0, 40), key.value.slice(40)])
      expect(shown?.diff).not.toContain(part);
  });
});

describe('60 planted secrets', () => {
  const secrets = plantedSecrets(20, 60);
  const inText = (marker: string, { text }: PlantedSecret) => `// ${marker}\n${text}\n// end\n`;

  it('are in no text, no change and no name that a model is shown', async () => {
    const contents = Object.fromEntries(secrets.map((secret, index) => [`saved/${index}.md`, inText('old', secret)]));
    const { workspace, view } = await openView(contents);
    for (const [index, secret] of secrets.entries()) {
      const path = `saved/${index}.md`;
      await workspace.openFile(path);
      // Removed from the file, so that the diff has it as a line that is gone.
      await workspace.updateBuffer({ path, content: '// nothing\n', cursorPosition: CURSOR });
      await workspace.updateBuffer({
        path: `typed/${index}.md`,
        content: inText('new', secret),
        cursorPosition: CURSOR,
      });
    }
    const named = secrets.filter(({ value, text }) => text.startsWith('It says') && !value.includes('/')).slice(0, 10);
    expect(named).toHaveLength(10);
    for (const { value } of named) {
      await workspace.updateBuffer({ path: `docs/${value}.md`, content: 'x', cursorPosition: CURSOR });
      await workspace.openFile(`docs/${value}.md`);
    }
    const shown = JSON.stringify([await view.openFiles(), await view.getBuffers(), await view.getDiffs()]);
    expect(shown.match(/\[redacted: /g)?.length).toBeGreaterThanOrEqual(3 * secrets.length);
    expect(secrets.filter(({ value }) => shown.includes(value)).map(({ kind }) => kind)).toEqual([]);
  });
});

const CURSOR = { line: 1, column: 0 };

async function openView(contents: Readonly<Record<string, string>>) {
  const coached = await coachWorkspace(contents);
  const { files, at, workspace } = coached;
  if ('.env' in contents) symlinkSync('.env', at('link-to-env'));
  const opened = await openProject(files.root, { deny: ['private.cfg'], ownFolders: [at('.witan')], homeFolder: '' });
  if (!opened.ok) throw new Error(opened.error);
  const redactor = createRedactor({ secretValues: [] });
  const redactText = (text: string) => redactor.redact(text);
  return { ...coached, view: createModelsView({ workspace, project: opened.value, redactText }) };
}
