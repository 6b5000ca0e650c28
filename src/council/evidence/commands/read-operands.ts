import { failure, type Result, success } from '../../../kernel/result.js';
import type { OpenFile } from '../confinement/project.js';
import type { CommandScene } from './command.js';

const MOST_OPERANDS = 20;

export interface OperandContent {
  readonly path: string;
  readonly content: Buffer;
}

/** Opens each file, checked, and reads what `choose` wants of it; one that cannot be read ends the command. */
export async function readOperands(
  command: string,
  operands: readonly string[],
  { project, signal }: CommandScene,
  choose: (file: OpenFile) => Promise<Result<Buffer, string>>,
): Promise<Result<OperandContent[], string>> {
  if (operands.length === 0) return failure(`${command} needs a file.`);
  if (operands.length > MOST_OPERANDS) return failure(`${command} takes at most ${MOST_OPERANDS} files at a time.`);
  const contents: OperandContent[] = [];
  for (const operand of operands) {
    if (signal.aborted) return failure(`${command} was stopped at the time limit; ask for less.`);
    const opened = await project.openFile(operand);
    if (!opened.ok) return failure(`${command}: ${opened.error}`);
    try {
      const content = await choose(opened.value);
      if (!content.ok) return failure(`${command}: ${content.error}`);
      contents.push({ path: opened.value.path, content: content.value });
    } finally {
      await opened.value.close();
    }
  }
  return success(contents);
}

/** The whole file, or a sentence about its size. */
export async function wholeFile(file: OpenFile, maxBytes: number): Promise<Result<Buffer, string>> {
  if (file.size <= maxBytes) return success(await file.read(maxBytes));
  return failure(
    `${file.path} has ${file.size} bytes, more than ${maxBytes}; head, tail or read_file show a part of it.`,
  );
}
