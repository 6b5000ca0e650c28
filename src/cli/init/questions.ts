import { plainText } from '../../kernel/plain-text.js';
import { askYesNo } from '../confirm.js';
import type { CommandLinePorts } from '../ports.js';
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

type Ports = Pick<CommandLinePorts, 'ask' | 'stdout' | 'environment'>;

/** Asked last, so that the questions do not scroll away. */
export async function askQuestions(questions: readonly InitQuestion[], ports: Ports): Promise<void> {
  for (const question of questions) {
    showLines(question, ports);
    const isAgreed = question.isGiven || (await ask(question, ports));
    if (isAgreed === true) await question.apply();
    ports.stdout.write(`${outcomeOf(question, isAgreed)}\n`);
  }
}

/** What would be asked, for `--dry-run`. */
export function showQuestions(questions: readonly InitQuestion[], ports: Ports): void {
  for (const question of questions) {
    showLines(question, ports);
    ports.stdout.write(`Without --dry-run you are asked: ${question.question} (${question.option} answers yes)\n`);
  }
}

function showLines({ lines }: InitQuestion, { stdout, environment }: Ports): void {
  const color = colorFor(stdout, environment);
  for (const line of lines) stdout.write(`${color('caution', plainText(line))}\n`);
}

/** Undefined without a terminal that shows the lines and takes the answer. */
async function ask({ question }: InitQuestion, ports: Ports): Promise<boolean | undefined> {
  return ports.stdout.isTerminal ? askYesNo(question, ports) : undefined;
}

function outcomeOf({ done, notDone, option }: InitQuestion, isAgreed: boolean | undefined): string {
  if (isAgreed === true) return done;
  const reason = isAgreed === undefined ? ' (there is no terminal to ask on)' : '';
  return `${notDone}${reason}. If you agree to the lines above: witan init ${option}`;
}
