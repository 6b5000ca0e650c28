import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EvidenceTool } from '../../src/council/evidence/tool.js';
import { EVIDENCE_TOOLS } from '../../src/council/evidence/tools/index.js';
import { type EvidenceProject, evidenceProject } from '../support/evidence-project.js';
import { scratchFolder } from '../support/scratch-folder.js';
import { sourceFiles } from '../support/source-files.js';

const OUTSIDE = 'words-from-outside';
const SECRET = 'words-of-a-secret';

/** How each tool is asked to look at a path; a new tool must say so here to be covered. */
const LOOK_AT: Readonly<Record<string, (target: string) => readonly Readonly<Record<string, unknown>>[]>> = {
  read_file: (target) => [{ path: target }, { path: target, start_line: 1, end_line: 5 }],
  search_code: (target) => [
    { pattern: 'words', path: target },
    { pattern: '\\w+-\\w+', path: target, ignore_case: true },
  ],
  list_files: (target) => [{ pattern: '**', path: target }, { pattern: target }],
  get_file_tree: (target) => [{ path: target }],
  run_command: (target) => [
    ...['cat', 'head', 'tail', 'ls', 'find'].map((command) => ({ command, args: [target] })),
    { command: 'grep', args: ['-r', 'words', target] },
  ],
};

const tools = EVIDENCE_TOOLS.map((tool) => [tool.name, tool] as const);

describe('evidence tools', () => {
  it('are all in the list, one per file, named as their file', () => {
    const files = sourceFiles('src/council/evidence/tools').filter(
      (file) => !/\/(?:index\.ts|commands\/.*)$/.test(file),
    );
    const names = files.map((file) => path.basename(file, '.ts').replaceAll('-', '_'));
    expect(EVIDENCE_TOOLS.map(({ name }) => name).sort()).toEqual(names.sort());
    expect(Object.keys(LOOK_AT).sort()).toEqual(names);
  });

  it.each(tools)('describe themselves in one line with an example that fits their own schema: %s', (_, tool) => {
    expect(tool.description).toMatch(/^[^\n]{20,200}$/);
    expect(tool.arguments.safeParse(tool.example).success).toBe(true);
    expect(tool.arguments.safeParse({ ...tool.example, unheard_of: 1 }).success).toBe(false);
    expect(tool.arguments.safeParse(JSON.parse('{"__proto__": {"path": "x"}}')).success).toBe(false);
  });
});

describe.each(tools)('%s', (_, tool) => {
  let made: EvidenceProject;
  let targets: readonly string[];

  beforeAll(async () => {
    const outside = scratchFolder('outside');
    writeFileSync(path.join(outside, `${OUTSIDE}.txt`), `${OUTSIDE}\n`);
    made = await evidenceProject({
      'src/a.ts': 'words-inside\n',
      '.env': `${SECRET}\n`,
      '.git/config': `${SECRET}\n`,
      'keys/server.pem': `${SECRET}\n`,
      [`.witan/${SECRET}.db`]: `${SECRET}\n`,
      'long.txt': 'words-inside and some more of it\n'.repeat(100_000),
    });
    const at = (name: string) => path.join(made.root, name);
    symlinkSync(outside, at('way-out'));
    symlinkSync(path.join(outside, `${OUTSIDE}.txt`), at('link.txt'));
    symlinkSync('.env', at('settings.txt'));
    symlinkSync('.witan', at('memory'));
    symlinkSync('/', at('everything'));
    execFileSync('mkfifo', [at('pipe')]);
    writeFileSync(at('sparse'), 'words-inside\n');
    truncateSync(at('sparse'), 2 ** 41);
    targets = [
      ...['way-out', `way-out/${OUTSIDE}.txt`, 'link.txt', 'settings.txt', '.env', './src/../.env', '.ENV', '.git'],
      ...['.git/config', 'keys', 'keys/server.pem', 'memory', '.witan', `.witan/${SECRET}.db`, '..', '../..', outside],
      ...[
        `${outside}/${OUTSIDE}.txt`,
        `../${path.basename(outside)}`,
        `everything${outside}/${OUTSIDE}.txt`,
        '/etc/passwd',
      ],
      ...['everything/etc/passwd', '/proc/self/environ', 'everything/proc/self/environ', '/dev/zero', 'pipe', 'sparse'],
      ...['a\0b', 'a\nb', '\u202e', '-x', '--', '~', '$HOME', '`id`', '*', '.', 'long.txt', 'none'],
    ];
  });

  it('shows nothing that is outside or secret, whatever path it is given', async () => {
    for (const target of targets) {
      for (const given of requests(tool, target)) {
        const result = await made.ask(tool, given);
        const words = JSON.stringify(given);
        if (!result.ok) expect(result.error, words).toMatch(/^[^\n]{5,700}$/);
        const text = result.ok ? result.value : result.error;
        // A given path may be repeated; the text there may not.
        expect(text.replaceAll(target, ''), words).not.toContain(OUTSIDE);
        expect(text.replaceAll(target, ''), words).not.toContain(SECRET);
        expect(text, words).not.toContain('root:x:0');
        expect(text, words).not.toContain('\u202e');
      }
    }
  });

  it('gives a bounded text for files and folders of any size', async () => {
    for (const target of ['long.txt', 'sparse', '.', 'src']) {
      for (const given of requests(tool, target)) {
        const result = await made.ask(tool, given);
        expect((result.ok ? result.value : result.error).length).toBeLessThan(3_000_000);
      }
    }
  });

  it('ends immediately when its time is up', async () => {
    const context = { ...made.context, signal: AbortSignal.abort(new DOMException('time is up', 'TimeoutError')) };
    for (const given of [...requests(tool, '.'), ...requests(tool, 'long.txt'), ...requests(tool, 'pipe')]) {
      const result = await tool.run(tool.arguments.parse(given) as never, context);
      expect(typeof (result.ok ? result.value : result.error)).toBe('string');
    }
  });
});

function requests(tool: EvidenceTool, target: string): readonly Readonly<Record<string, unknown>>[] {
  return LOOK_AT[tool.name]?.(target) ?? [];
}
