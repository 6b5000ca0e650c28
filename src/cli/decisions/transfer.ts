import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option } from 'commander';
import type { ExportFormat, ImportReport } from '../../decisions/index.js';
import { formatCount } from '../../kernel/format-count.js';
import { plainLine, visibleJson, visibleXml } from '../../kernel/plain-text.js';
import type { CliCommand, Output } from '../cli-command.js';
import { EXIT } from '../cli-error.js';
import type { ProjectOptions } from '../options/project-options.js';
import { writeExport } from '../options/write-output.js';
import type { Page } from '../text/page.js';
import type { DecisionShell } from './decision-shell.js';

interface ExportOptions extends ProjectOptions {
  readonly format: ExportFormat;
  readonly output?: string;
  readonly archived: boolean;
}

// A copy, so that showing the help loads nothing of the decisions module.
const FORMATS: readonly ExportFormat[] = ['json', 'graphml', 'dot', 'markdown'];

export function addExport(parent: CliCommand, shell: DecisionShell): void {
  parent
    .command('export')
    .projectOptions()
    .summary('all decisions as JSON, GraphML, DOT or Markdown')
    .description('Writes all decisions: JSON (can be imported again), GraphML (Gephi), DOT (Graphviz) or Markdown.')
    .addOption(new Option('--format <format>', 'what to write').choices(FORMATS).default('json'))
    .option('--output <file>', 'write to this file, all or nothing (default: standard output)')
    .option('--no-archived', 'leave archived decisions out')
    .example(
      'witan decisions export --format graphml --output decisions.graphml',
      'witan decisions export --format dot | dot -Tsvg > decisions.svg',
    )
    .run((options: ExportOptions) => exportAll(options, shell));
}

async function exportAll({ format, output, archived, ...project }: ExportOptions, shell: DecisionShell) {
  const decisions = await shell.openDecisions(project);
  const text = withoutHidden(format, decisions.export(format, { archived: archived ? 'with' : 'without' }));
  const file = await writeExport(text, output, shell);
  if (file !== undefined) shell.stdout.write(`Written: ${file}\n`);
  return EXIT.done;
}

/** Stored text may be hostile, and exports are shown in terminals. DOT and Markdown are safe already. */
async function* withoutHidden(format: ExportFormat, parts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const part of parts) {
    if (format === 'json') yield visibleJson(part);
    else yield format === 'graphml' ? visibleXml(part) : part;
  }
}

export function addImport(parent: CliCommand, shell: DecisionShell): void {
  parent
    .command('import')
    .projectOptions()
    .summary('read decisions back from transcripts or an export')
    .description('Reads the JSON files next to transcripts, or an exported file. Existing decisions are not changed.')
    .argument('<folder|file>', 'a folder of transcripts, or a file made by export --format json')
    .jsonOption('print the counts as JSON and nothing else')
    .example('witan decisions import transcripts')
    .note('Exit code: 1 if there were files and none of them could be used, else 0.')
    .run((source: string, options: ProjectOptions) => importFrom(source, options, shell));
}

async function importFrom(source: string, project: ProjectOptions, shell: DecisionShell): Promise<Output> {
  const path = resolve(shell.currentFolder, source);
  const decisions = await shell.openDecisions(project, { create: existsSync(path) });
  const report = await decisions.import(path);
  // So that the next query finds their neighbors, too.
  await decisions.graph.drain();
  const isUseless = report.faults.length > 0 && report.imported + report.known + report.undecided === 0;
  return {
    json: report,
    render: (page) => renderReport(report, page),
    exitCode: isUseless ? EXIT.failed : EXIT.done,
  };
}

function renderReport({ files, imported, known, undecided, outcomes, faults }: ImportReport, page: Page): void {
  const counts = [
    `${imported} imported`,
    `${known} known already`,
    ...(undecided > 0 ? [`${undecided} without a decision`] : []),
    ...(outcomes > 0 ? [formatCount(outcomes, 'outcome')] : []),
    `${faults.length} not usable`,
  ];
  page.line(`${formatCount(files, 'file')}: ${counts.join(', ')}`);
  for (const { file, fault } of faults) page.line(`  ${plainLine(file)}: ${plainLine(fault)}`);
}
