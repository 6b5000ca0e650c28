import { plainLine } from '../../kernel/plain-text.js';
import type { CommandLinePorts, ExaminedProject } from '../ports.js';
import { displayPath } from '../text/display-path.js';
import type { Step } from './step.js';

type Ports = Pick<CommandLinePorts, 'trust' | 'currentFolder' | 'homeFolder'>;

/** Shows everything that trust allows the project's file before it is given; undefined when it was given already. */
export async function trustStep(folder: string, ports: Ports): Promise<Step | undefined> {
  const { trust } = ports;
  if ((await trust.state(folder)) === 'trusted') return undefined;
  const examined = await trust.examine(folder);
  return {
    title: `${LIST}: this folder's config is trusted as it is now`,
    lines: [`+ ${plainLine(folder)}`, ...allowedLines(folder, examined, ports)],
    apply: () => trust.trustFolder(folder, examined.pin),
  };
}

/** Also takes away what counts no longer, because the file changed. */
export async function distrustStep(folder: string, { trust }: Ports): Promise<Step | undefined> {
  if ((await trust.state(folder)) === 'unknown') return undefined;
  return { title: LIST, lines: [`- ${plainLine(folder)}`], apply: () => trust.distrustFolder(folder) };
}

const LIST = 'your list of trusted folders (outside the project)';

function allowedLines(folder: string, { file, needsTrust }: ExaminedProject, { homeFolder }: Ports): string[] {
  if (file === undefined) return ['  it has no config file; one that appears later needs `witan init` again'];
  const shown = displayPath(file, { currentFolder: folder, homeFolder });
  if (needsTrust.length === 0)
    return [`  ${shown} sets nothing that needs trust; a changed one needs \`witan init\` again`];
  return [`! ${shown} may then set:`, ...needsTrust.map((line) => `!   ${plainLine(line)}`)];
}
