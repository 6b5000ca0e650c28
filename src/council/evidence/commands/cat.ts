import { success } from '../../../kernel/result.js';
import type { Command } from './command.js';
import { textOutput } from './output.js';
import { type Flag, readFlags } from './read-flags.js';
import { readOperands, wholeFile } from './read-operands.js';

const FLAGS: readonly Flag[] = [
  { name: '-n', short: 'n', long: 'number' },
  { name: '-b', short: 'b', long: 'number-nonblank' },
  { name: '-s', short: 's', long: 'squeeze-blank' },
  { name: '-T', short: 'T', long: 'show-tabs' },
];

export const cat: Command = {
  name: 'cat',
  prepare(given) {
    const read = readFlags('cat', FLAGS, given);
    if (!read.ok) return read;
    const flags = new Set(read.value.flags.map(({ name }) => name));
    return success(async (scene) => {
      const files = await readOperands('cat', read.value.operands, scene, (file) => wholeFile(file, scene));
      if (!files.ok) return files;
      const content = Buffer.concat(files.value.map((file) => file.content));
      if (scene.programs === null) return success(textOutput(show(content, flags)));
      const ran = await scene.programs.run({
        program: 'cat',
        args: [...flags],
        stdin: content,
        expectedCodes: [],
        signal: scene.signal,
      });
      return ran.ok ? success(textOutput(ran.value.stdout)) : ran;
    });
  },
};

/** Our own cat. */
function show(content: Buffer, flags: ReadonlySet<string>): string {
  const text = content.toString('utf8');
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  let number = 0;
  let wasBlank = false;
  let shown = '';
  const add = (line: string, end: string) => {
    const isBlank = line === '' && end !== '';
    if (flags.has('-s') && isBlank && wasBlank) return;
    wasBlank = isBlank;
    if (flags.has('-b') ? !isBlank : flags.has('-n')) shown += `${String(++number).padStart(6)}\t`;
    shown += (flags.has('-T') ? line.replaceAll('\t', '^I') : line) + end;
  };
  for (const line of lines) add(line, '\n');
  if (last !== '') add(last, '');
  return shown;
}
