import { failure, type Result, success } from '../../../kernel/result.js';
import type { OpenFile } from '../confinement/project.js';
import type { AmountRequest } from './amount.js';
import type { CommandScene } from './command.js';
import { textOutput } from './output.js';
import { readOperands } from './read-operands.js';

export interface PartShower {
  readonly command: 'head' | 'tail';
  readonly request: AmountRequest;
  /** The arguments for the program, which reads standard input. */
  readonly args: readonly string[];
  /** The same by our own code. */
  show(content: Buffer): Buffer;
}

/** What head and tail have in common: which bytes they are given, and the headers between files. */
export async function showParts(shower: PartShower, scene: CommandScene): Promise<Result<string, string>> {
  const { command, request } = shower;
  const files = await readOperands(command, request.operands, scene, (file) => readWindow(file, shower, scene));
  if (!files.ok) return files;
  const showsHeaders = request.headers ?? files.value.length > 1;
  const parts: string[] = [];
  for (const { path, content } of files.value) {
    const shown = await showOne(shower, content, scene);
    if (!shown.ok) return shown;
    if (showsHeaders) parts.push(`${parts.length > 0 ? '\n' : ''}==> ${path} <==\n`);
    parts.push(shown.value);
  }
  return success(textOutput(parts.join('')));
}

/** Of a large file only the end that is asked for; counting from the other end would need all of it. */
async function readWindow(
  file: OpenFile,
  { command, request }: PartShower,
  { maxFileBytes }: CommandScene,
): Promise<Result<Buffer, string>> {
  if (file.size <= maxFileBytes) return success(await file.read(maxFileBytes));
  if (request.amount.isFromOtherEnd) {
    return failure(
      `${file.path} has ${file.size} bytes; of more than ${maxFileBytes} only the near end can be counted.`,
    );
  }
  return success(await file.read(maxFileBytes, command === 'head' ? 0 : file.size - maxFileBytes));
}

async function showOne(shower: PartShower, content: Buffer, scene: CommandScene): Promise<Result<string, string>> {
  if (scene.programs === null) return success(shower.show(content).toString('utf8'));
  const { command: program, args } = shower;
  const ran = await scene.programs.run({ program, args, stdin: content, expectedCodes: [], signal: scene.signal });
  return ran.ok ? success(ran.value.stdout) : ran;
}
