import { resolve } from 'node:path';
import { UserError } from '../../kernel/user-error.js';
import type { CliCommand } from '../cli-command.js';
import { EXIT } from '../cli-error.js';
import type { ProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { displayPath } from '../text/display-path.js';
import { openRuns } from './open-runs.js';

interface ExportOptions extends ProjectOptions {
  readonly markdown?: boolean;
  readonly html?: boolean;
  readonly output?: string;
}

export function addExport(parent: CliCommand, ports: CommandLinePorts): void {
  parent
    .command('export')
    .projectOptions()
    .summary('one deliberation as a comment or as a page')
    .description(
      'Writes a deliberation for others: a short comment for a pull request, or one HTML file with all answers.',
    )
    .argument('<id>', 'its id, the beginning of it, or last')
    .option('--markdown', 'a comment of at most 60 lines')
    .option('--html', 'one file without scripts, which opens from the disk')
    .option('--output <file>', 'write to this file, all or nothing (default: standard output)')
    .example(
      'witan deliberations export last --markdown > comment.md',
      'witan deliberations export last --html --output verdict.html',
    )
    .run((id: string, options: ExportOptions) => exportOne(id, options, ports));
}

async function exportOne(
  id: string,
  { markdown = false, html = false, output, ...project }: ExportOptions,
  ports: CommandLinePorts,
): Promise<number> {
  if (markdown === html) throw new UserError('validation_error', 'name one format: --markdown or --html');
  const exported = await (await openRuns(project, ports)).export(id);
  const text = html
    ? await ports.renderHtml(exported)
    : (await import('../../council/index.js')).renderMarkdown(exported);
  ports.stderr.write(`${CAUTION}\n`);
  if (output === undefined) {
    ports.stdout.write(text);
    return EXIT.done;
  }
  const file = resolve(ports.currentFolder, output);
  await ports.writeFileAtomically(file, text);
  ports.stdout.write(`Written: ${displayPath(file, ports)}\n`);
  return EXIT.done;
}

const CAUTION =
  'Secrets of known forms and the paths of this machine were removed. Read the export before you share it: it can contain secrets of other forms.';
