import type { FolderTrust } from '../ports.js';
import { plainLine } from '../text/plain-text.js';
import type { Step } from './step.js';

export async function trustStep(folder: string, remove: boolean, trust: FolderTrust): Promise<Step | undefined> {
  if ((await trust.isTrusted(folder)) === !remove) return undefined;
  const line = plainLine(folder);
  return remove
    ? {
        title: 'your list of trusted folders (outside the project)',
        lines: [`- ${line}`],
        apply: () => trust.distrustFolder(folder),
      }
    : {
        title: 'your list of trusted folders (outside the project): its config may now choose programs and addresses',
        lines: [`+ ${line}`],
        apply: () => trust.trustFolder(folder),
      };
}
