import { plainLine } from '../../kernel/plain-text.js';
import type { CommandLinePorts } from '../ports.js';
import { displayPath } from '../text/display-path.js';
import type { InitQuestion } from './questions.js';
import type { Step } from './step.js';

type Ports = Pick<CommandLinePorts, 'trust' | 'currentFolder' | 'homeFolder'>;

export interface TrustPlan {
  /** Removes trust that is no longer valid or needed. */
  readonly step?: Step;
  readonly question?: InitQuestion;
}

/** If the project's file needs trust in its present state, the user is asked, with everything that it sets. */
export async function planTrust(folder: string, isGiven: boolean, ports: Ports): Promise<TrustPlan> {
  const { trust } = ports;
  const state = await trust.state(folder);
  if (state === 'trusted') return {};
  const { file, needsTrust, programs, unpinned, pin } = await trust.examine(folder);
  if (file === undefined || needsTrust.length === 0) {
    return state === 'unknown' ? {} : { step: forget(folder, ports) };
  }
  const shown = displayPath(file, { currentFolder: folder, homeFolder: ports.homeFolder });
  const again = state === 'changed' ? ' It was trusted before, and it or a program that it names changed.' : '';
  return {
    question: {
      lines: [
        `This project's ${shown} chooses what is run or where text is sent.${again} If you trust it, it sets:`,
        ...needsTrust.map((line) => `  ${plainLine(line)}`),
        ...(programs.length === 0 ? [] : ['Programs and scripts of the project that it runs, as they are now:']),
        ...programs.map((path) => `  ${plainLine(path)}`),
        ...unpinned.map((command) => `What this runs is not pinned: ${plainLine(command)}`),
      ],
      question: `Trust ${shown} as it is now?`,
      option: '--trust',
      isGiven,
      done: `Trusted: ${shown}${programs.length === 0 ? '' : ' and its programs'}. A change ends the trust.`,
      notDone: `Not trusted: ${shown}`,
      apply: () => trust.trustFolder(folder, pin),
    },
  };
}

/** Also removes trust that is invalid because the file changed. */
export async function planDistrust(folder: string, ports: Ports): Promise<TrustPlan> {
  return (await ports.trust.state(folder)) === 'unknown' ? {} : { step: forget(folder, ports) };
}

function forget(folder: string, { trust }: Ports): Step {
  return {
    title: 'your list of trusted folders (outside the project)',
    lines: [`- ${plainLine(folder)}`],
    apply: () => trust.distrustFolder(folder),
  };
}
