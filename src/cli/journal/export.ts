import { plainLine, visibleJson } from '../../kernel/plain-text.js';
import type { Program } from '../../program/program.js';
import { EXIT } from '../cli-error.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import { writeExport } from '../options/write-output.js';
import type { Shell } from '../shell.js';
import { snakeCase } from '../text/snake-case.js';

/** Everything that the journal and learning hold, a JSON object per line. */
export async function exportEverything(
  { output, ...project }: ProjectOptions & { readonly output?: string },
  shell: Shell,
): Promise<number> {
  const program = await openProject(project, shell);
  let count = 0;
  const counted = async function* () {
    for await (const line of linesOf(program)) {
      count += 1;
      yield line;
    }
  };
  await writeExport(counted(), output, shell);
  if (output !== undefined) shell.stderr.write(`${plainLine(`${count} records written to ${output}`)}\n`);
  return EXIT.done;
}

const MAX_VALUES = 1_000_000;

async function* linesOf({ journal, existingLearning }: Program): AsyncGenerator<string> {
  for (const entry of await journal.getActiveEntries()) yield toLine('entry', { state: 'active', ...entry });
  for (const { entry } of await journal.getOrphans()) yield toLine('entry', { state: 'orphan', ...entry });
  for (const entry of await journal.getAllResolved()) yield toLine('entry', { state: 'resolved', ...entry });
  const opened = await existingLearning();
  if (opened === undefined) return;
  for await (const experience of opened.exportExperiences()) yield toLine('experience', snakeCase(experience));
  const { values } = await opened.listValues({ limit: MAX_VALUES });
  for (const value of values) yield toLine('value', snakeCase(value));
}

function toLine(record: 'entry' | 'experience' | 'value', fields: unknown): string {
  return `${visibleJson(JSON.stringify({ record, ...(fields as object) }))}\n`;
}
