import { plainLine } from '../../kernel/plain-text.js';
import type { Shell } from '../shell.js';
import { displayPath } from '../text/display-path.js';
import type { InitQuestion } from './questions.js';
import type { Step } from './step.js';

type Needs = Pick<Shell, 'trust' | 'currentFolder' | 'homeFolder'>;

export interface TrustPlan {
  /** Removes trust that is no longer valid or needed. */
  readonly step?: Step;
  readonly question?: InitQuestion;
}

/** If the project's file needs trust in its present state, the user is asked, with everything that it sets. */
export async function planTrust(folder: string, isGiven: boolean, shell: Needs): Promise<TrustPlan> {
  const { trust } = shell;
  const state = await trust.state(folder);
  if (state === 'trusted') return {};
  const { file, needsTrust, programs, unpinned, pin } = await trust.examine(folder);
  if (file === undefined || needsTrust.length === 0) {
    return state === 'unknown' ? {} : { step: forget(folder, shell) };
  }
  const shown = displayPath(file, { currentFolder: folder, homeFolder: shell.homeFolder });
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
export async function planDistrust(folder: string, shell: Needs): Promise<TrustPlan> {
  return (await shell.trust.state(folder)) === 'unknown' ? {} : { step: forget(folder, shell) };
}

function forget(folder: string, { trust }: Needs): Step {
  return {
    title: 'your list of trusted folders (outside the project)',
    lines: [`- ${plainLine(folder)}`],
    apply: () => trust.distrustFolder(folder),
  };
}
