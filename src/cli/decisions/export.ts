import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { ExportFormat } from '../../decisions/index.js';
import { visibleJson, visibleXml } from '../../kernel/plain-text.js';
import { EXIT } from '../cli-error.js';
import { openProject, type ProjectOptions, withProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { displayPath } from '../text/display-path.js';

interface ExportOptions extends ProjectOptions {
  readonly format: ExportFormat;
  readonly output?: string;
  readonly archived: boolean;
}

// A copy, so that showing the help loads nothing of the decisions module.
const FORMATS: readonly ExportFormat[] = ['json', 'graphml', 'dot', 'markdown'];

export function addExport(parent: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  withProjectOptions(parent.command('export'))
    .summary('all decisions as JSON, GraphML, DOT or Markdown')
    .description('Writes all decisions: JSON (can be imported again), GraphML (Gephi), DOT (Graphviz) or Markdown.')
    .addOption(new Option('--format <format>', 'what to write').choices(FORMATS).default('json'))
    .option('--output <file>', 'write to this file, all or nothing (default: standard output)')
    .option('--no-archived', 'leave archived decisions out')
    .addHelpText('after', EXAMPLES)
    .action(async (options: ExportOptions) => finish(await exportAll(options, ports)));
}

const EXAMPLES = `
Examples:
  witan decisions export --format graphml --output decisions.graphml
  witan decisions export --format dot | dot -Tsvg > decisions.svg`;

async function exportAll(
  { format, output, archived, ...project }: ExportOptions,
  ports: CommandLinePorts,
): Promise<number> {
  const decisions = await (await openProject(project, ports)).decisions();
  const text = withoutHidden(format, decisions.export(format, { archived: archived ? 'with' : 'without' }));
  if (output === undefined) {
    for await (const part of text) {
      ports.stdout.write(part);
      await ports.stdout.ready?.();
    }
    return EXIT.done;
  }
  const file = resolve(ports.currentFolder, output);
  await ports.writeFileAtomically(file, text);
  ports.stdout.write(`Written: ${displayPath(file, ports)}\n`);
  return EXIT.done;
}

/** Stored text may be hostile, and exports are shown in terminals. DOT and Markdown are safe already. */
async function* withoutHidden(format: ExportFormat, parts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const part of parts) {
    if (format === 'json') yield visibleJson(part);
    else yield format === 'graphml' ? visibleXml(part) : part;
  }
}
