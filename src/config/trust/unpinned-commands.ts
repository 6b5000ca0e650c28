import { realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RawValues } from '../sections/walk-schema.js';
import { commandLines, type NamingContext, pathsInside } from './named-files.js';

/** Programs that read from the project what to run. */
const RUNNERS = /^(?:npm|npx|pnpm|pnpx|yarn|bunx?|g?make|cargo|gradlew?|mvnw?|rake|tox|uvx?)$/;
const INTERPRETERS = /^(?:(?:ba|da|z|k|fi)?sh|node|deno|python[\d.]*|ruby|perl|php)$/;
/** Options with code or a module instead of a file. */
const INLINE_CODE = /^(?:-[a-z]*[cemp]|--eval|--print)$/;

/** The commands of a project's config that may run project files without a pin. */
export async function findUnpinnedCommands(values: RawValues, context: NamingContext): Promise<string[]> {
  const project = await realpath(context.projectFolder).catch(() => context.projectFolder);
  const commands: string[] = [];
  for (const texts of commandLines(values)) {
    const names = texts.map((text) => basename(text));
    const runsCode = names.some((name) => INTERPRETERS.test(name)) && texts.some((text) => INLINE_CODE.test(text));
    const isUnpinned =
      runsCode ||
      names.some((name) => RUNNERS.test(name)) ||
      (await hasFolder(project, pathsInside(project, texts, context)));
    if (isUnpinned) commands.push(texts.join(' '));
  }
  return commands;
}

async function hasFolder(project: string, paths: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    paths.map((path) =>
      stat(join(project, path)).then(
        (stats) => stats.isDirectory(),
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
