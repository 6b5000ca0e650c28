/** What a deliberation leaves behind, of a kind that is measured by itself. */
function leaking(removes, kept, imports = '') {
  return {
    removes,
    file: 'src/kernel/ids.ts',
    edits: [
      {
        from: 'export function newDeliberationId(now: Date): string {\n',
        to: `${imports}const kept: unknown[] = [];\nexport function newDeliberationId(now: Date): string {\n  kept.push(${kept});\n`,
      },
    ],
    // A small leak shows only over some length.
    environment: { WITAN_SOAK: '400' },
    builds: 'intact',
  };
}

export const ENGINE = {
  simulation: [
    {
      removes: 'the end of a debate in which all agree',
      file: 'src/council/debate/when-to-stop.ts',
      edits: [{ from: '  return isUnanimous && ', to: '  return isUnanimous && votes.length < 0 && ' }],
    },
    {
      removes: 'the rule that the most votes win',
      file: 'src/council/verdict/reach-verdict.ts',
      edits: [{ from: 'Math.max(...Object.values(tally))', to: 'Math.min(...Object.values(tally))' }],
    },
    {
      removes: 'the answers of the others from the prompt',
      file: 'src/council/prompt/build-prompt.ts',
      edits: [{ from: 'const answers = peers.map(', to: 'const answers = peers.slice(0, 0).map(' }],
    },
    {
      removes: 'the seed',
      file: 'scripts/simulate/random.ts',
      edits: [{ from: "names.join('\\u0000')", to: 'String(Math.random())' }],
    },
  ],
  soak: [
    {
      // What it leaves behind ends by itself after two minutes.
      removes: 'the end of what a program has left running',
      file: 'src/processes/run-child.ts',
      edits: [{ from: '  await endWhatIsLeft(ending, { child, group }, request.graceMs);\n', to: '' }],
      builds: 'intact',
    },
    leaking('the care for the heap: 4 KB are kept of each deliberation', 'new Array(512).fill(0.5)'),
    leaking('the care for buffers: 4 KB are kept of each deliberation', 'new Uint8Array(4096)'),
    // Of this kind less than 16 KB fits into what the allocator has free: 4 KB show in part only.
    leaking(
      'the care for memory outside the heap: 16 KB are kept of each deliberation',
      'createSecretKey(randomBytes(16_384))',
      "import { createSecretKey } from 'node:crypto';\n",
    ),
    {
      ...leaking(
        'the care for descriptors: one stays open of each deliberation',
        "openSync('/dev/null', 'r')",
        "import { openSync } from 'node:fs';\n",
      ),
      environment: undefined,
    },
  ],
};
