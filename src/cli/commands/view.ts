import { UserError } from '../../kernel/user-error.js';
import type { CliCommand } from '../cli-command.js';
import { EXIT } from '../cli-error.js';
import { describeAddress, openAddress } from '../open-address.js';
import { parsePort } from '../options/parse-options.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';

interface ViewOptions extends ProjectOptions {
  readonly port?: string;
  readonly open: boolean;
}

export function addView(program: CliCommand, shell: Shell): void {
  program
    .command('view')
    .projectOptions()
    .summary('look at deliberations, decisions and lessons in the browser')
    .description('Serves pages about this project on this machine only, and opens them in the browser.')
    .argument('[id]', 'a deliberation to begin with: its id, the beginning of it, or last')
    .option('--port <number>', 'the port to listen on; without it one that belongs to the project')
    .option('--no-open', 'print the address instead of opening the browser')
    .example('witan view', 'witan view last')
    .note(
      'The pages end with Ctrl-C, or after two hours without an open page. A second `witan view` uses the same server.',
    )
    .run((id: string | undefined, options: ViewOptions) => view(id, options, shell));
}

async function view(id: string | undefined, { port, open, ...project }: ViewOptions, shell: Shell) {
  const chosenPort = port === undefined ? undefined : parsePort(port);
  const program = await openProject(project, shell);
  const path = id === undefined ? '/' : `/deliberations/${await findDeliberation(id, program)}`;
  const pages = await program.openPages({ port: chosenPort });
  const address = pages.address(path);
  const isOpened = open && (await openAddress(address, pages, shell));
  shell.stdout.write(`Pages   ${address}\n        ${describeAddress('witan view', isOpened)}\n`);
  if (pages.own === undefined) return EXIT.done;
  const interrupted = new Promise<void>((resolve) => shell.onInterrupt(resolve));
  shell.stdout.write('        Ctrl-C ends them\n');
  await Promise.race([pages.own.idle, interrupted]);
  await pages.own.close();
  return EXIT.done;
}

async function findDeliberation(id: string, program: Awaited<ReturnType<typeof openProject>>): Promise<string> {
  const runs = await program.pageRuns();
  if (runs === undefined) {
    throw new UserError('not_found', 'no deliberation is recorded here yet; `witan deliberate` begins one');
  }
  return (await runs.find(id)).id;
}
