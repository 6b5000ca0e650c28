import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { ExportedDeliberation } from '../../council/index.js';
import { packageFolder } from '../../kernel/installation.js';
import { UserError } from '../../kernel/user-error.js';
import type { CliCommand } from '../cli-command.js';
import { EXIT } from '../cli-error.js';
import type { ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';
import { displayPath } from '../text/display-path.js';
import { openRuns } from './open-runs.js';

interface ExportOptions extends ProjectOptions {
  readonly markdown?: boolean;
  readonly html?: boolean;
  readonly output?: string;
}

export function addExport(parent: CliCommand, shell: Shell): void {
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
    .run((id: string, options: ExportOptions) => exportOne(id, options, shell));
}

async function exportOne(
  id: string,
  { markdown = false, html = false, output, ...project }: ExportOptions,
  shell: Shell,
): Promise<number> {
  if (markdown === html) throw new UserError('validation_error', 'name one format: --markdown or --html');
  const exported = await (await openRuns(project, shell)).export(id);
  const text = html ? renderHtml(exported) : (await import('../../council/index.js')).renderMarkdown(exported);
  shell.stderr.write(`${CAUTION}\n`);
  if (output === undefined) {
    shell.stdout.write(text);
    return EXIT.done;
  }
  const file = resolve(shell.currentFolder, output);
  await shell.writeFileAtomically(file, text);
  shell.stdout.write(`Written: ${displayPath(file, shell)}\n`);
  return EXIT.done;
}

const CAUTION =
  'Secrets of known forms and the paths of this machine were removed. Read the export before you share it: it can contain secrets of other forms.';

/** The components of the pages are a bundle of their own, which only this command loads. */
function renderHtml(exported: ExportedDeliberation): string {
  const file = join(packageFolder() ?? '.', 'dist', 'export.cjs');
  const bundle = createRequire(import.meta.url)(file) as { renderHtml(given: ExportedDeliberation): string };
  return bundle.renderHtml(exported);
}
