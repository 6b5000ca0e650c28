import { failure, type Result, success } from '../../../kernel/result.js';
import { printablePath } from '../confinement/printable-path.js';
import type { OpenFile } from '../confinement/project.js';
import { decodeText, looksBinary } from '../text/file-text.js';
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

/** The whole file, without its secrets, or a sentence about its size. */
export async function wholeFile(
  file: OpenFile,
  { maxFileBytes, redact }: Pick<CommandScene, 'maxFileBytes' | 'redact'>,
): Promise<Result<Buffer, string>> {
  const path = printablePath(file.path);
  if (file.size > maxFileBytes)
    return failure(
      `${path} has ${file.size} bytes, more than ${maxFileBytes}; head, tail or read_file show a part of it.`,
    );
  return visibleBytes(await file.read(maxFileBytes), path, redact);
}

/** In another encoding, or between bytes that are no text, a secret is not recognised. */
export async function visibleBytes(
  content: Buffer,
  path: string,
  redact: CommandScene['redact'],
  finish = (text: string) => text,
): Promise<Result<Buffer, string>> {
  if (looksBinary(content)) return failure(`${path} is not a text file.`);
  const text = decodeText(content);
  const redacted = finish(await redact(text));
  // Bytes that are not UTF-8 are kept where nothing was taken out.
  return success(redacted === text ? content : Buffer.from(redacted, 'utf8'));
}
