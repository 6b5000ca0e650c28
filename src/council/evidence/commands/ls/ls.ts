import { posix } from 'node:path';
import { failure, type Result, success } from '../../../../kernel/result.js';
import { printablePath } from '../../confinement/printable-path.js';
import type { Entry } from '../../confinement/project.js';
import type { Command, CommandScene } from '../command.js';
import { type EntryFacts, readFacts } from '../entry-facts.js';
import { locateEntry } from '../locate-entry.js';
import { outputOf } from '../output.js';
import { type LsOptions, readLsOptions } from './ls-options.js';
import { renderEntries } from './render-entries.js';

export const ls: Command = {
  name: 'ls',
  prepare(given) {
    const options = readLsOptions(given);
    return options.ok ? success((scene) => list(options.value, scene)) : options;
  },
};

const MOST_ENTRIES = 5000;

/** One folder of the output, or the operands that are no folders (without a title). */
interface Section {
  readonly title: string | null;
  readonly entries: readonly Entry[];
}

/** All of it is our own work, with a sandbox too: only names and facts are shown, and no file is opened. */
async function list(options: LsOptions, scene: CommandScene): Promise<Result<string, string>> {
  const sections = await readSections(options, scene);
  if (!sections.ok) return sections;
  const entries = sections.value.flatMap((section) => section.entries);
  // Names and kinds are known already.
  const needsFacts = options.long || options.sort !== 'name' || options.mark === 'kinds';
  const facts: ReadonlyMap<string, EntryFacts> = needsFacts
    ? await readFacts(scene.project, entries, scene.signal)
    : new Map();
  const showsTitles = sections.value.length > 1 || options.recursive;
  const lines: string[] = [];
  for (const { title, entries: listed } of sections.value) {
    if (lines.length > 0) lines.push('');
    if (title !== null && showsTitles) lines.push(`${printablePath(title)}:`);
    lines.push(...renderEntries(listed, facts, options, title === null ? wholePath : undefined));
  }
  return success(outputOf(lines));
}

const wholePath = ({ path }: Entry): string => (path === '' ? '.' : path);

async function readSections(options: LsOptions, scene: CommandScene): Promise<Result<Section[], string>> {
  const alone: Entry[] = [];
  const folders: Section[] = [];
  let room = MOST_ENTRIES;
  for (const operand of options.operands) {
    const located = await locateEntry(scene.project, operand);
    if (!located.ok) return failure(`ls: ${located.error}`);
    if (options.directory || located.value.kind !== 'folder') {
      alone.push(located.value);
      continue;
    }
    for await (const section of sectionsBelow(located.value.path, options, scene)) {
      if (!section.ok) return failure(`ls: ${section.error}`);
      folders.push(section.value);
      room -= section.value.entries.length + 1;
      if (room < 0) return failure(`ls: there are more than ${MOST_ENTRIES} entries; name a smaller folder.`);
    }
  }
  return success(alone.length > 0 ? [{ title: null, entries: alone }, ...folders] : folders);
}

async function* sectionsBelow(
  folder: string,
  options: LsOptions,
  scene: CommandScene,
): AsyncGenerator<Result<Section, string>> {
  const waiting = [folder];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (scene.signal.aborted) return yield failure('it was stopped at the time limit; name a smaller folder.');
    const listed = await scene.project.listFolder(path === '' ? '.' : path);
    if (!listed.ok) {
      // Below the one that was asked for, a folder that has gone or may not be read is just not there.
      if (path === folder) return yield listed;
      continue;
    }
    const entries = listed.value.filter((entry) => options.all || !posix.basename(entry.path).startsWith('.'));
    yield success({ title: path === '' ? '.' : path, entries });
    if (options.recursive)
      waiting.unshift(...entries.filter(({ kind }) => kind === 'folder').map((entry) => entry.path));
  }
}
