import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findWriter } from '../../src/coaching/commands/find-writer.js';
import type { CommandContext } from '../../src/coaching/commands/shell.js';
import { isInside, realPathOf } from '../../src/kernel/real-path.js';
import { ROOT } from './source-files.js';

interface LabeledCommands {
  readonly package_scripts: Readonly<Record<string, string>>;
  readonly commands: readonly { readonly command: string; readonly expect: 'pass' | 'hold' }[];
}

export function labeledCommands(file: string): LabeledCommands {
  return JSON.parse(readFileSync(join(ROOT, 'tests/data', file), 'utf8')) as LabeledCommands;
}

/** A project that is coached, with these scripts. */
export function coachedProject(folder: string, scripts: Readonly<Record<string, string>> = {}): CommandContext {
  const project = realPathOf(folder);
  for (const name of ['src', 'packages/api']) mkdirSync(join(project, name), { recursive: true });
  writeFileSync(join(project, 'src/app.js'), '');
  writeFileSync(join(project, 'package.json'), JSON.stringify({ scripts }));
  return {
    folder: project,
    homeFolder: '/home/person',
    variables: { HOME: '/home/person', PWD: project },
    isProtected: (path) => isInside(project, path) || isInside(path, project),
    stateFolder: '/home/person/.local/state/witan',
    isExported: (name) => /^(?:HOME|PATH|LANG|LESSOPEN)$/.test(name),
    isProjectFile: (path) => isInside(project, path),
    readText(path) {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return undefined;
      }
    },
  };
}

/** The commands that were judged otherwise than labeled. */
export function misjudged({ commands }: LabeledCommands, context: CommandContext) {
  const found = commands.map(({ command, expect }) => ({ command, expect, held: findWriter(command, context) }));
  return {
    passedWriters: found.filter(({ expect, held }) => expect === 'hold' && held === undefined),
    heldOthers: found.filter(({ expect, held }) => expect === 'pass' && held !== undefined),
    others: found.filter(({ expect }) => expect === 'pass').length,
  };
}
