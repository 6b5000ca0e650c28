import { plainText } from '../../kernel/plain-text.js';
import { askYesNo } from '../confirm.js';
import type { Shell } from '../shell.js';
import { colorFor } from '../text/color.js';

/** Something that `init` only does if the user agrees. */
export interface InitQuestion {
  /** What the user should know before answering. */
  readonly lines: readonly string[];
  readonly question: string;
  /** The option that answers with yes, such as `--trust`. */
  readonly option: string;
  readonly isGiven: boolean;
  /** The messages after yes and after no. */
  readonly done: string;
  readonly notDone: string;
  apply(): Promise<void>;
}

type Needs = Pick<Shell, 'ask' | 'stdout' | 'environment'>;

/** Asked last, so that the questions do not scroll away. */
export async function askQuestions(questions: readonly InitQuestion[], shell: Needs): Promise<void> {
  for (const question of questions) {
    showLines(question, shell);
    const isAgreed = question.isGiven || (await ask(question, shell));
    if (isAgreed === true) await question.apply();
    shell.stdout.write(`${outcomeOf(question, isAgreed)}\n`);
  }
}

/** What would be asked, for `--dry-run`. */
export function showQuestions(questions: readonly InitQuestion[], shell: Needs): void {
  for (const question of questions) {
    showLines(question, shell);
    shell.stdout.write(`Without --dry-run you are asked: ${question.question} (${question.option} answers yes)\n`);
  }
}

function showLines({ lines }: InitQuestion, { stdout, environment }: Needs): void {
  const color = colorFor(stdout, environment);
  for (const line of lines) stdout.write(`${color('caution', plainText(line))}\n`);
}

/** Undefined without a terminal that shows the lines and takes the answer. */
async function ask({ question }: InitQuestion, shell: Needs): Promise<boolean | undefined> {
  return shell.stdout.isTerminal ? askYesNo(question, shell) : undefined;
}

function outcomeOf({ done, notDone, option }: InitQuestion, isAgreed: boolean | undefined): string {
  if (isAgreed === true) return done;
  const reason = isAgreed === undefined ? ' (there is no terminal to ask on)' : '';
  return `${notDone}${reason}. If you agree to the lines above: witan init ${option}`;
}
