import type { HostileRequest } from './request.js';

/** Arguments that are not what a tool takes. */
const SHAPES: readonly unknown[] = [
  ...[
    null,
    1,
    true,
    'text',
    [],
    ['path'],
    {},
    { path: 1 },
    { path: ['README.md'] },
    { path: { toString: 'x' } },
    { path: null },
  ],
  ...[
    { path: '' },
    { path: 'README.md', mode: 'write' },
    { pattern: 1 },
    { pattern: '' },
    { pattern: 'x', max_results: 1e9 },
  ],
  ...[
    { pattern: 'x', context_lines: -1 },
    { command: 1 },
    { command: '' },
    { command: 'cat', args: 'README.md' },
    { command: ['cat'] },
  ],
  ...[
    { command: 'cat', args: [1] },
    { command: 'cat', args: [['README.md']] },
    { command: 'cat', args: ['x'.repeat(5000)] },
  ],
  ...[
    { command: 'cat', args: Array.from({ length: 500 }, () => 'README.md') },
    { command: 'cat', args: ['README.md'], env: { A: 'b' } },
  ],
  ...[
    { command: 'cat', args: ['README.md'], cwd: '/' },
    { command: 'cat', args: ['README.md'], shell: true },
  ],
  ...[
    JSON.parse('{"__proto__": {"path": "README.md"}}'),
    JSON.parse('{"path": "README.md", "__proto__": {"x": 1}, "constructor": {}}'),
  ],
  ...[
    { path: 'README.md', start_line: 0 },
    { path: 'README.md', start_line: 1.5 },
    { path: 'README.md', end_line: Number.MAX_VALUE },
  ],
];

const TOOLS = ['read_file', 'search_code', 'list_files', 'run_command', 'get_file_tree'];

export function shapeRows(): HostileRequest[] {
  const unknownTools = ['write_file', 'bash', '__proto__', 'constructor', 'READ_FILE', 'read_file ', '', 'toString'];
  return [
    ...TOOLS.flatMap((tool) =>
      SHAPES.map(
        (given): HostileRequest => ({
          tool,
          arguments: given as Record<string, unknown>,
          // An empty object asks for the whole tree.
          expect: tool === 'get_file_tree' ? 'harmless' : 'refused',
          tries: 'the schemas',
        }),
      ),
    ),
    ...unknownTools.map(
      (tool): HostileRequest => ({ tool, arguments: { path: 'README.md' }, expect: 'refused', tries: 'the names' }),
    ),
  ];
}
