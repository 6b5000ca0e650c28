import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/cli/run-command-line.js';
import { fileSchema } from '../../src/config/sections/index.js';
import type { ProjectRule } from '../../src/config/sections/setting.js';
import { codeOf, ROOT, readSource, sourceFiles } from '../support/source-files.js';
import { testShell } from '../unit/cli/test-shell.js';
import { leafSettings } from '../unit/config/leaf-settings.js';

const GUIDES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...markdownIn('docs')];
const MODULE_READMES = markdownIn('src', 'adapters', 'scripts').filter((file) => file.endsWith('README.md'));
const DOCUMENTS = [...GUIDES, ...MODULE_READMES, 'plugin/README.md', 'tests/README.md'];

describe('the documents', () => {
  it('have only links to files and headings that exist', () => {
    const broken = DOCUMENTS.flatMap((file) =>
      linksIn(file)
        .filter(({ target, anchor }) => !existsSync(path.join(ROOT, target)) || !hasHeading(target, anchor))
        .map(({ text }) => `${file}: ${text}`),
    );
    expect(broken).toEqual([]);
  });

  it('name only commands and options of witan that its help knows', async () => {
    const named = GUIDES.flatMap((file) => commandsIn(file).map((command) => ({ file, command })));
    expect(named.length).toBeGreaterThan(40);
    const wrong: string[] = [];
    for (const { file, command } of named) {
      const problem = await findCommandProblem(command);
      if (problem !== undefined) wrong.push(`${file}: witan ${command}: ${problem}`);
    }
    expect(wrong).toEqual([]);
  });

  it('name only npm scripts that package.json has', () => {
    const { scripts } = JSON.parse(readSource('package.json')) as { scripts: Record<string, string> };
    const wrong = DOCUMENTS.flatMap((file) =>
      [...readSource(file).matchAll(/\bnpm run (?:--silent )?([a-z:-]+)/g)]
        .map(([, script = '']) => script)
        // Examples of rules that a user might write, about a project of the user.
        .filter((script) => script !== 'lint' && !Object.hasOwn(scripts, script))
        .map((script) => `${file}: npm run ${script}`),
    );
    expect(wrong).toEqual([]);
  });

  it('name only source files that exist', () => {
    const wrong = DOCUMENTS.flatMap((file) =>
      codeSpans(file)
        .filter((span) => /^(?:[\w.-]+\/)*[\w.-]+\.(?:ts|mjs|py)$/.test(span) && !namesSourceFile(span, file))
        .map((span) => `${file}: ${span}`),
    );
    expect(wrong).toEqual([]);
  });

  it('keep the README of each module at 40 lines', () => {
    const long = MODULE_READMES.filter((file) => /^(?:src|adapters)\/./.test(file) && file !== 'src/README.md')
      .map((file) => ({ file, lines: readSource(file).trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > 40);
    expect(long).toEqual([]);
  });
});

describe('README.md', () => {
  it('lists every command and its subcommands by names that exist', async () => {
    const rows = readSource('README.md').match(/^\| `witan .*$/gm) ?? [];
    const listed = rows.map((row) => /`witan ([a-z-]+)/.exec(row)?.[1]);
    expect(listed.toSorted()).toEqual((await subcommandsOf([])).filter((name) => name !== 'help').toSorted());
    for (const [index, row] of rows.entries()) {
      const also = [...(row.split('; also ')[1] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
      expect(await subcommandsOf([listed[index] ?? ''])).toEqual(expect.arrayContaining(also));
    }
  });

  it('lists every MCP tool', () => {
    const table = readSource('README.md').split('## MCP tools')[1]?.split('\n## ')[0] ?? '';
    const listed = [...table.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name);
    const tools = sourceFiles('src/mcp/tools')
      .map(codeOf)
      .filter((code) => /\bdefineTool\(/.test(code))
      .map((code) => /\bname: '([a-z_]+)'/.exec(code)?.[1]);
    expect(listed.toSorted()).toEqual(tools.toSorted());
  });
});

describe('docs/configuration.md', () => {
  const rows = [...readSource('docs/configuration.md').matchAll(/^\| `([\w.<>]+)` \|(.*?)\|(.*?)\|.*\|$/gm)].map(
    ([, key = '', fallback = '', rule = '']) => ({
      key: key.replace('<name>', '*'),
      fallback: fallback.trim(),
      rule: rule.trim(),
    }),
  );
  // An adapter's keys are listed once, for whichever types have them.
  const settings = leafSettings(fileSchema).map(({ key, info }) => ({
    key: key.filter((part) => !part.startsWith('<')).join('.'),
    info,
  }));

  it('has every key of the schema, and no other', () => {
    const keys = new Set(settings.map(({ key }) => key));
    expect(rows.map(({ key }) => key).toSorted()).toEqual([...keys].toSorted());
  });

  it('states the rule for projects of every key', () => {
    const stated = new Map(rows.map(({ key, rule }) => [key, rule]));
    const wrong = settings.filter(({ key, info }) => info === undefined || stated.get(key) !== ruleName(info.project));
    expect(wrong.map(({ key }) => key)).toEqual([]);
  });

  it('states the default of every key that has a number, a switch or a word', () => {
    const defaults = fileSchema.parse({});
    const wrong = rows.filter(({ key, fallback }) => {
      const value = key
        .split('.')
        .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], defaults);
      return ['number', 'boolean', 'string'].includes(typeof value) && String(value) !== fallback;
    });
    expect(wrong).toEqual([]);
  });
});

function markdownIn(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`),
  );
}

/** Relative links outside of code, with the file they lead to. */
function linksIn(file: string) {
  const prose = readSource(file)
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, text = '']) => {
    if (/^[a-z]+:/.test(text)) return [];
    const [linked = '', anchor] = text.split('#');
    const target = linked === '' ? file : path.posix.join(path.posix.dirname(file), linked);
    return [{ text, target, anchor }];
  });
}

function hasHeading(file: string, anchor: string | undefined): boolean {
  if (anchor === undefined) return true;
  const headings = readSource(file).match(/^#+ .*$/gm) ?? [];
  const slugs = headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
  return slugs.includes(anchor);
}

function codeSpans(file: string): string[] {
  const prose = readSource(file).replace(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
}

/** What follows `witan` in code spans and on the lines of code blocks that a reader would type. */
function commandsIn(file: string): string[] {
  const blocks = readSource(file).match(/^```[\s\S]*?^```/gm) ?? [];
  const typed = blocks.flatMap((block) => block.replace(/\\\n\s*/g, '').match(/^(?:\$ )?witan .*$/gm) ?? []);
  return [...typed, ...codeSpans(file)].flatMap((text) => /^(?:\$ )?witan ([a-z-].*)$/.exec(text)?.[1] ?? []);
}

/** Follows the words of a command through the help of each level. */
async function findCommandProblem(command: string): Promise<string | undefined> {
  const words = command
    .replace(/\s+#.*$/, '')
    .replace(/"[^"]*"/g, '""')
    .split(/\s+/);
  const names: string[] = [];
  let known = await subcommandsOf(names);
  while (known.length > 0 && words[0] !== undefined && !words[0].startsWith('-')) {
    const [name = ''] = words;
    if (!known.includes(name)) return `there is no command ${name}`;
    names.push(name);
    words.shift();
    known = await subcommandsOf(names);
  }
  const help = await helpOf(names);
  const unknown = words.filter(
    (word) => word.startsWith('-') && !help.includes(`${word} `) && !help.includes(`${word},`),
  );
  return unknown.length === 0 ? undefined : `there is no option ${unknown.join(', ')}`;
}

/** Empty for a command without subcommands. */
async function subcommandsOf(names: readonly string[]): Promise<string[]> {
  const list = /^Commands:\n((?: {2}.*\n)+)/m.exec(await helpOf(names))?.[1] ?? '';
  return [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
}

const helps = new Map<string, Promise<string>>();

function helpOf(names: readonly string[]): Promise<string> {
  const key = names.join(' ');
  const found = helps.get(key) ?? readHelp(names);
  helps.set(key, found);
  return found;
}

async function readHelp(names: readonly string[]): Promise<string> {
  const shell = testShell();
  await runCommandLine([...names, '--help'], shell);
  return `${shell.stdout.text()}${shell.stderr.text()}\n`;
}

/** A path is relative to the document, to the root, to `src` or to a folder of the module; a bare name may be anywhere. */
function namesSourceFile(span: string, file: string): boolean {
  const folder = path.posix.dirname(file);
  if ([folder, '', 'src'].some((base) => existsSync(path.join(ROOT, base, span)))) return true;
  return SOURCES.some((source) => source.endsWith(`/${span}`) && (!span.includes('/') || source.startsWith(folder)));
}

const SOURCES = sourceFiles('src', 'adapters', 'scripts', 'tests');

function ruleName(rule: ProjectRule): string {
  if (typeof rule === 'object') return `only ${rule.only}`;
  return RULE_NAMES[rule];
}

const RULE_NAMES: Readonly<Record<Exclude<ProjectRule, object>, string>> = {
  free: 'any',
  trusted: 'trust',
  never: 'never',
  lower: 'lower',
  raise: 'raise',
  'switch-off': 'off',
  'switch-on': 'on',
  extend: 'add',
  'inside-project': 'inside',
};
