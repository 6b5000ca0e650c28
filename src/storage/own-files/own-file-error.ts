import { basename } from 'node:path';
import { UserError } from '../../kernel/user-error.js';

/** Why a file or folder of Witan is not used. The message says what is wrong and what the user can do. */
export class OwnFileError extends UserError {
  readonly problem: OwnFileProblem;
  /** The message with the name of the file alone. */
  readonly shortMessage: string;

  constructor(problem: OwnFileProblem, path: string) {
    super('conflict', `${path} ${EXPLANATIONS[problem]}`);
    this.name = 'OwnFileError';
    this.problem = problem;
    this.shortMessage = `${basename(path)} ${EXPLANATIONS[problem]}`;
  }
}

export type OwnFileProblem = keyof typeof EXPLANATIONS;

const EXPLANATIONS = {
  link: 'is, or is reached by, a symbolic link; Witan follows no links to its own files: replace it with a real file or folder (data, transcripts and journal may be elsewhere: `storage` in your own ~/.config/witan/config.yaml)',
  'other-kind': 'is not a regular file; remove it, and Witan makes a new one',
  'hard-link': 'has a second name (a hard link), so writing to it could change another file; replace it with a copy',
  'other-owner':
    'belongs to another user; remove it, or name a folder of your own in ~/.config/witan/config.yaml (storage)',
  'not-a-folder': 'is not a folder; move it away, and Witan makes a new one',
  'too-large': 'is larger than any file that Witan writes there; move it away',
  moved: 'was replaced while Witan opened it; try again',
} as const;
