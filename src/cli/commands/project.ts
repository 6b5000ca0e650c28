import { resolve } from 'node:path';
import type { CliCommand, Output } from '../cli-command.js';
import { EXIT } from '../cli-error.js';
import { isDeletionConfirmed, NOTHING_DELETED } from '../confirm.js';
import type { Shell } from '../shell.js';
import { displayPath } from '../text/display-path.js';

interface MemoryOptions {
  readonly cwd?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function addProject(program: CliCommand, shell: Shell): void {
  const project = program
    .command('project')
    .summary('what Witan remembers about this project, and where')
    .description(
      'Shows the id, the folder and the sizes of the memory of this project: decisions, experiences, recorded deliberations, logs and trust. It is outside the project; all worktrees of a repository share it.',
    )
    .example('witan project', 'witan project use ../old-copy');
  project
    .command('show', { isDefault: true })
    .summary('the id, the folder and the sizes of the memory')
    .option('--cwd <folder>', 'the project folder (default: the current folder)')
    .jsonOption()
    .example('witan project show --json')
    .run((options: MemoryOptions) => show(options, shell));
  project
    .command('use')
    .summary('take over the memory of another folder')
    .description(
      'Makes the memory of another folder, which may be gone, the memory of this one. Nothing is deleted; the other folder starts with an empty one.',
    )
    .argument('<path>', 'the folder whose memory is taken over')
    .option('--cwd <folder>', 'the project folder (default: the current folder)')
    .jsonOption()
    .example('witan project use ~/work/shop')
    .run((path: string, options: MemoryOptions) => use(path, options, shell));
  project
    .command('delete')
    .summary('remove everything that Witan stores about this project')
    .description('Removes the memory of this project and the trust in its config. Files in the project itself stay.')
    .option('--cwd <folder>', 'the project folder (default: the current folder)')
    .option('--yes', 'do not ask')
    .jsonOption()
    .example('witan project delete --yes')
    .run((options: MemoryOptions) => remove(options, shell));
}

const folderOf = ({ cwd = '.' }: MemoryOptions, shell: Shell) => resolve(shell.currentFolder, cwd);

async function show(options: MemoryOptions, shell: Shell): Promise<Output> {
  const project = folderOf(options, shell);
  const memory = await openMemory(project, shell);
  const folder = memory.folder();
  const { id = null, files, copy = null } = memory;
  return {
    json: { project, id, folder: folder ?? null, files, notice: copy },
    render(page) {
      page.line(`project  ${project}`);
      page.line(folder === undefined ? 'memory   none yet; made when something is stored' : `memory   ${folder}`);
      if (id !== null) page.line(`id       ${id}`);
      for (const { name, bytes } of files) page.line(`${formatSize(bytes)}  ${name}`);
      if (copy !== null) page.line(copy);
    },
  };
}

function formatSize(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`.padStart(12);
}

async function use(path: string, options: MemoryOptions, shell: Shell): Promise<Output> {
  const project = folderOf(options, shell);
  const source = resolve(shell.currentFolder, path);
  const replaced = (await (await openMemory(project, shell)).use(source)) ?? null;
  return {
    json: { project, uses: source, replaced },
    render(page) {
      page.line(`This project now uses the memory of ${displayPath(source, shell)}.`);
      if (replaced !== null)
        page.line(`Its own memory until now is kept in ${replaced}; remove that folder if you do not need it.`);
    },
  };
}

async function remove(options: MemoryOptions, shell: Shell): Promise<Output> {
  const project = folderOf(options, shell);
  const memory = await openMemory(project, shell);
  const question = `Delete everything that Witan remembers about ${project} and its worktrees?`;
  if (!(await isDeletionConfirmed(question, options, shell))) return NOTHING_DELETED;
  const folder = memory.folder() ?? null;
  const isDeleted = await memory.delete();
  return {
    json: { deleted: isDeleted ? folder : null, left: memory.inProject },
    render(page) {
      page.line(isDeleted ? `Deleted ${folder}.` : 'Nothing was remembered about this project.');
      if (memory.inProject.length > 0) page.line(`Left in the project: ${memory.inProject.join(', ')}.`);
    },
    exitCode: EXIT.done,
  };
}

/** Loads the configuration, which no other command needs at its start. */
async function openMemory(project: string, shell: Shell) {
  return (await import('../project-memory.js')).openRememberedProject(project, shell);
}
