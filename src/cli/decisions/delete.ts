import type { Command } from 'commander';
import type { Decision } from '../../decisions/index.js';
import { plainLine } from '../../kernel/plain-text.js';
import { EXIT } from '../cli-error.js';
import { isDeletionConfirmed } from '../confirm.js';
import { openProject, type ProjectOptions, withProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { printJson, short } from '../text/page.js';

interface DeleteOptions extends ProjectOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function addDelete(parent: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  withProjectOptions(parent.command('delete'))
    .summary('delete one decision permanently')
    .description('Removes a decision with its votes, its outcome and its links. The transcript stays where it is.')
    .argument('<id>', 'the decision, or the beginning of its id')
    .option('--yes', 'do not ask')
    .option('--json', 'print what was deleted as JSON and nothing else; needs --yes')
    .addHelpText('after', EXAMPLE)
    .action(async (id: string, options: DeleteOptions) => finish(await remove(id, options, ports)));
}

const EXAMPLE = `
Example:
  witan decisions delete 20261116-101502-3f9ac1`;

async function remove(
  idOrPrefix: string,
  { yes = false, json = false, ...project }: DeleteOptions,
  ports: CommandLinePorts,
): Promise<number> {
  const { graph } = await (await openProject(project, ports)).decisions();
  const id = await graph.identify(idOrPrefix);
  const decision = await graph.get(id);
  const shown = decision === null ? `${id}, which is damaged` : `${id}: ${describe(decision)}`;
  if (!(await isDeletionConfirmed(`Delete ${shown}?`, { yes, json }, ports))) {
    ports.stdout.write('Nothing was deleted.\n');
    return EXIT.failed;
  }
  await graph.delete(id);
  const kept =
    decision === null || decision.transcriptPath === null
      ? ''
      : ' Its transcript is kept; an import would read it back.';
  if (json) printJson({ deleted: id }, ports);
  else ports.stdout.write(`${plainLine(`Deleted ${id}.${kept}`)}\n`);
  return EXIT.done;
}

function describe({ question, winningOption }: Pick<Decision, 'question' | 'winningOption'>): string {
  return `${short(question, 80)} → ${short(winningOption ?? 'no winner', 40)}`;
}
