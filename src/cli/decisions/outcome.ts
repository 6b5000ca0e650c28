import type { Command } from 'commander';
import { EXIT } from '../cli-error.js';
import { openProject, type ProjectOptions, withProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { createPage, printJson } from '../text/page.js';
import { loadFormatOutcome } from './format-outcome.js';

interface OutcomeOptions extends ProjectOptions {
  readonly note?: string;
  readonly supersededBy?: string;
  readonly json?: boolean;
}

export function addOutcome(parent: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  withProjectOptions(parent.command('outcome'))
    .summary('record how a decision turned out')
    .description('Later deliberations see it, and it counts in the record of every model that voted.')
    .argument('<id>', 'the decision, or the beginning of its id')
    .argument('<outcome>', 'right, wrong, mixed or superseded')
    .option('--note <text>', 'what happened')
    .option('--superseded-by <id>', 'the later decision that replaces it')
    .option('--json', 'print what was recorded as JSON and nothing else')
    .addHelpText('after', EXAMPLE)
    .action(async (id: string, outcome: string, options: OutcomeOptions) => {
      finish(await record({ id, outcome }, options, ports));
    });
}

const EXAMPLE = `
Example:
  witan decisions outcome 20261116-1015 wrong --note "two workers took the same job"`;

async function record(
  { id, outcome }: { readonly id: string; readonly outcome: string },
  { note, supersededBy, json, ...project }: OutcomeOptions,
  ports: CommandLinePorts,
): Promise<number> {
  const decisions = await (await openProject(project, ports)).decisions();
  const recorded = await decisions.recordOutcome({ decision_id: id, outcome, note, superseded_by: supersededBy });
  if (json === true) {
    printJson(recorded, ports);
    return EXIT.done;
  }
  const formatOutcome = await loadFormatOutcome();
  const page = createPage(ports);
  page.paragraph(`${recorded.decision_id}: ${recorded.question}`);
  page.paragraph(`→ ${recorded.winning_option ?? 'no winner'}: ${formatOutcome(recorded)}`, 2);
  if (recorded.replaced !== null) page.paragraph(`before: ${formatOutcome(recorded.replaced)}`, 2);
  ports.stdout.write(page.text());
  return EXIT.done;
}
