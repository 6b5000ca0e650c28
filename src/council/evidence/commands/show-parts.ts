import { failure, type Result, success } from '../../../kernel/result.js';
import { printablePath } from '../confinement/printable-path.js';
import type { OpenFile } from '../confinement/project.js';
import { withoutCutSecret } from '../text/without-cut-secret.js';
import type { AmountRequest } from './amount.js';
import type { CommandScene } from './command.js';
import { textOutput } from './output.js';
import { readOperands, visibleBytes } from './read-operands.js';

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
    if (showsHeaders) parts.push(`${parts.length > 0 ? '\n' : ''}==> ${printablePath(path)} <==\n`);
    parts.push(shown.value);
  }
  return success(textOutput(parts.join('')));
}

/** Of a large file only the end that is asked for; counting from the other end would need all of it. */
async function readWindow(
  file: OpenFile,
  { command, request }: PartShower,
  { maxFileBytes, redact }: CommandScene,
): Promise<Result<Buffer, string>> {
  const path = printablePath(file.path);
  if (file.size <= maxFileBytes) return visibleBytes(await file.read(maxFileBytes), path, redact);
  if (request.amount.isFromOtherEnd)
    return failure(`${path} has ${file.size} bytes; of more than ${maxFileBytes} only the near end can be counted.`);
  const isHead = command === 'head';
  const window = await file.read(maxFileBytes, isHead ? 0 : file.size - maxFileBytes);
  return visibleBytes(window, path, redact, (text) => withoutCutSecret(text, isHead ? 'end' : 'start'));
}

async function showOne(shower: PartShower, content: Buffer, scene: CommandScene): Promise<Result<string, string>> {
  if (scene.programs === null) return success(shower.show(content).toString('utf8'));
  const { command: program, args } = shower;
  const ran = await scene.programs.run({ program, args, stdin: content, expectedCodes: [], signal: scene.signal });
  return ran.ok ? success(ran.value.stdout) : ran;
}
