import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import {
  type ExaminedProject,
  examineProject,
  loadSettings,
  type Settings,
  trustFolder,
} from '../../../src/config/index.js';
import { writeAtomically } from '../../../src/storage/index.js';

const shippedConfig = join(import.meta.dirname, '../../../config.yaml');
export const fixtures = join(import.meta.dirname, '../../fixtures/config');

/** A home and a project in a scratch folder, with real files. */
export interface Scratch {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly userFile: string;
  readonly projectFile: string;
  readonly environment: Record<string, string | undefined>;
  write(path: string, text: string): Promise<string>;
  examine(): Promise<ExaminedProject>;
  /** Trusts the project's file as it stands. */
  trust(): Promise<void>;
  load(configFile?: string): Promise<Settings>;
  /** The message of the error that loading ends in; fails when it succeeds. */
  complaint(configFile?: string): Promise<string>;
}

const roots: string[] = [];

afterEach(async () => {
  await Promise.all(roots.splice(0).map((root) => rm(root, { recursive: true, force: true })));
});

export async function scratch(): Promise<Scratch> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'witan-config-')));
  roots.push(root);
  const home = join(root, 'home');
  const project = join(root, 'project');
  await mkdir(home);
  await mkdir(project);
  const packageConfigText = await readFile(shippedConfig, 'utf8');
  const environment: Record<string, string | undefined> = {};
  const sandboxes = { projectFolder: project, homeFolder: home, environment, packageConfigText };
  const load = (configFile?: string) =>
    loadSettings({ ...sandboxes, ...(configFile === undefined ? {} : { configFile }) });
  const examine = () => examineProject(sandboxes);
  return {
    root,
    home,
    project,
    environment,
    userFile: join(home, '.config/witan/config.yaml'),
    projectFile: join(project, '.witan/config.yaml'),
    async write(path, text) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      return path;
    },
    examine,
    trust: async () =>
      trustFolder(
        { folder: project, pin: (await examine()).pin },
        { configFolder: join(home, '.config/witan'), write: writeAtomically },
      ),
    load,
    async complaint(configFile) {
      const outcome = await load(configFile).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (!(outcome instanceof Error) || outcome.name !== 'UserError') {
        throw new Error(`expected a UserError, got ${String(outcome)}`);
      }
      return outcome.message;
    },
  };
}
