import { resolve } from 'node:path';
import type { Command } from 'commander';
import { EXIT } from '../cli-error.js';
import { openRuns, type ProjectOptions, withProjectOptions } from '../deliberations/open-runs.js';
import type { CommandLinePorts } from '../ports.js';
import { renderReplay } from '../replay/render-replay.js';
import { createPage, printJson } from '../text/page.js';

interface ReplayOptions extends ProjectOptions {
  readonly transcript?: string;
  readonly json?: boolean;
}

export function addReplay(program: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  withProjectOptions(program.command('replay'))
    .summary('go over a recorded deliberation again, without any model')
    .description(
      'Runs the council on the recorded answers and compares every prompt, the result and the transcript with what was recorded.',
    )
    .argument('<id>', 'its id, the beginning of it, or last')
    .option('--transcript <file>', 'write the transcript of the replay to a file')
    .option('--json', 'print the comparison and the result as JSON and nothing else')
    .addHelpText('after', EXAMPLE)
    .action(async (id: string, options: ReplayOptions) => finish(await replay(id, options, ports)));
}

const EXAMPLE = `
Example:
  witan replay last

Exit code: 0 if everything came out as recorded, 1 if not. Nothing is asked, decided or written.`;

async function replay(id: string, options: ReplayOptions, ports: CommandLinePorts): Promise<number> {
  const { transcript, json, ...place } = options;
  const { transcript_text: text, ...replayed } = await (await openRuns(place, ports)).replay(id);
  if (transcript !== undefined) await ports.writeFileAtomically(resolve(ports.currentFolder, transcript), text);
  if (json === true) printJson(replayed, ports);
  else ports.stdout.write(renderReplay(replayed, createPage(ports)));
  return replayed.identical ? EXIT.done : EXIT.failed;
}
