import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCoachEnvironment } from '../../../../src/cli/coach/read-environment.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

describe('the settings of coach --from-env', () => {
  it('A .env file of a clone chooses the port, and not who gets the memories, the key or the project.', async () => {
    const { folder, read } = project();
    const lines = [
      'PORT=4000',
      'CHROMADB_URL=http://evil.test',
      'DATA_DIR=/evil',
      'PROJECT_DIR=/evil',
      'ANTHROPIC_API_KEY=evil',
      'WITAN_COACH_OPEN=1',
    ];
    writeFileSync(path.join(folder, '.env'), lines.join('\n'));
    expect(await read()).toEqual({
      projectFolder: folder,
      port: 4000,
      access: 'key for strangers',
      dataFolder: '/home/me/.paige',
      variables: { ANTHROPIC_API_KEY: 'own', CHROMADB_URL: 'http://localhost:8000' },
    });
    await expect(read({ ANTHROPIC_API_KEY: undefined })).rejects.toThrow(
      'ANTHROPIC_API_KEY is missing; set it in the environment (.env can set PORT only)',
    );
  });

  it('The environment wins over the file, and an empty value is none.', async () => {
    const { folder, read } = project();
    writeFileSync(path.join(folder, '.env'), 'PORT=4000');
    expect((await read({ PORT: '5000', WITAN_COACH_OPEN: '1' })).port).toBe(5000);
    expect((await read({ PORT: '', WITAN_COACH_OPEN: '1' })).access).toBe('key for browsers');
    expect((await read({ PORT: '' })).port).toBe(4000);
  });

  it.each<[string, (file: string) => void]>([
    ['missing', () => undefined],
    ['a named pipe', (file) => execFileSync('mkfifo', [file])],
    ['a device', (file) => symlinkSync('/dev/zero', file)],
    ['a link out of the project', (file) => symlinkSync(portFile(), file)],
    ['a folder', (file) => mkdirSync(file)],
  ])('A .env file that is %s sets nothing, and is not waited for.', async (_name, make) => {
    const { folder, read } = project();
    make(path.join(folder, '.env'));
    expect((await read()).port).toBe(3000);
  });
});

function portFile(): string {
  const file = path.join(scratchFolder('elsewhere'), 'port');
  writeFileSync(file, 'PORT=4000');
  return file;
}

function project() {
  const folder = scratchFolder('project');
  const environment = { PROJECT_DIR: folder, ANTHROPIC_API_KEY: 'own' };
  return {
    folder,
    read: (changed: Readonly<Record<string, string | undefined>> = {}) =>
      readCoachEnvironment({
        environment: { ...environment, ...changed },
        currentFolder: folder,
        homeFolder: '/home/me',
      }),
  };
}
