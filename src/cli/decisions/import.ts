import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { ImportReport } from '../../decisions/index.js';
import { formatCount } from '../../kernel/format-count.js';
import { plainLine } from '../../kernel/plain-text.js';
import { EXIT } from '../cli-error.js';
import { openProject, type ProjectOptions, withProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { printJson } from '../text/page.js';

interface ImportOptions extends ProjectOptions {
  readonly json?: boolean;
}

export function addImport(parent: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  withProjectOptions(parent.command('import'))
    .summary('read decisions back from transcripts or an export')
    .description('Reads the JSON files next to transcripts, or an exported file. Existing decisions are not changed.')
    .argument('<folder|file>', 'a folder of transcripts, or a file made by export --format json')
    .option('--json', 'print the counts as JSON and nothing else')
    .addHelpText('after', EXAMPLE)
    .action(async (source: string, options: ImportOptions) => finish(await importFrom(source, options, ports)));
}

const EXAMPLE = `
Example:
  witan decisions import transcripts

Exit code: 1 if there were files and none of them could be used, else 0.`;

async function importFrom(
  source: string,
  { json, ...project }: ImportOptions,
  ports: CommandLinePorts,
): Promise<number> {
  const decisions = await (await openProject(project, ports)).decisions();
  const report = await decisions.import(resolve(ports.currentFolder, source));
  // So that the next query finds their neighbors, too.
  await decisions.graph.drain();
  if (json === true) printJson(report, ports);
  else ports.stdout.write(renderReport(report));
  const isUseless = report.faults.length > 0 && report.imported + report.known + report.undecided === 0;
  return isUseless ? EXIT.failed : EXIT.done;
}

function renderReport({ files, imported, known, undecided, outcomes, faults }: ImportReport): string {
  const counts = [
    `${imported} imported`,
    `${known} known already`,
    ...(undecided > 0 ? [`${undecided} without a decision`] : []),
    ...(outcomes > 0 ? [formatCount(outcomes, 'outcome')] : []),
    `${faults.length} not usable`,
  ];
  const lines = faults.map(({ file, fault }) => `  ${plainLine(file)}: ${plainLine(fault)}`);
  return `${[`${formatCount(files, 'file')}: ${counts.join(', ')}`, ...lines].join('\n')}\n`;
}
