import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand } from '../../../../../src/council/evidence/tools/run-command.js';
import { openProject, type Project } from '../../../../../src/project/project.js';
import { createRedactor } from '../../../../../src/redaction/index.js';
import { scratchFolder } from '../../../../support/scratch-folder.js';

/** A small tree with everything that commands differ over. */
export async function sampleProject(): Promise<Project> {
  const root = scratchFolder('sample-project');
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    const seconds = 1_700_000_000 + path.length * 100_000;
    utimesSync(join(root, path), seconds, seconds);
  }
  symlinkSync('src/index.ts', join(root, 'link.ts'));
  symlinkSync('/etc/passwd', join(root, 'out.txt'));
  const opened = await openProject(root, {
    deny: [],
    ownFolders: [join(root, '.witan')],
    homeFolder: '/nonexistent',
  });
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

export const SECRET = 'planted-secret-5f1c';

const FILES: Readonly<Record<string, string | Buffer>> = {
  'README.md': '# Sample\n\nOne line.\n\n\nfoo bar\nFOO BAR\nfoo_bar foobar foo-bar\n',
  'src/index.ts': Array.from({ length: 60 }, (_, index) => `export const value${index} = ${index * 7};\n`).join(''),
  'src/deep/er/file.ts': 'import x from "y";\n\tconst tab = 1;\nno end of line',
  'src/deep/notes.txt': 'aab\nab\nb\nabab\na.b\n(a|b)\n[x]\na{2}\n^start\nend$\nback\\slash\n',
  'src/empty.ts': '',
  'src/only-newlines.txt': '\n\n\n\n',
  'docs/umlaut.md': 'Größe café CAFÉ naïve\nstraße\nÜber\n',
  'docs/latin1.txt': Buffer.from('gr\xf6\xdfe\nplain\n', 'latin1'),
  'docs/crlf.txt': 'one\r\ntwo\r\n',
  'docs/binary.bin': Buffer.from([1, 2, 0, 3, 10, 97]),
  'with space/a b.txt': 'space\n',
  '-dash/-n': 'dash\n',
  'big.log': 'x'.repeat(99).concat('\n').repeat(3000),
  '.hidden/note.txt': 'hidden foo\n',
  '.env': `KEY=${SECRET}\n`,
  'src/.env.local': `KEY=${SECRET}\n`,
  '.git/config': `token = ${SECRET}\n`,
  '.witan/decisions.db': `${SECRET}\n`,
};

const redactor = createRedactor({ secretValues: [] });
const redact = (text: string) => redactor.redact(text);

export async function runIn(
  project: Project,
  command: string,
  args?: readonly string[],
  maxFileBytes = 1_000_000,
): Promise<{ ok: boolean; text: string }> {
  const signal = AbortSignal.timeout(10_000);
  const given = args === undefined ? { command } : { command, args: [...args] };
  const ran = await runCommand.run(given, { project, signal, maxFileBytes, redact });
  return { ok: ran.ok, text: ran.ok ? ran.value : ran.error };
}
