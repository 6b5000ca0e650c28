import fc from 'fast-check';

const NAMES = [
  'session_id',
  'transcript_path',
  'cwd',
  'tool_name',
  'tool_input',
  'tool_use_id',
  'prompt',
  'tool_response',
  'last_assistant_message',
  'error',
];

/** Anything but an event that asks for advice: not JSON, cut off, of wrong types, hostile paths, deep or long. All differ. */
export function malformedEvents(count: number, seed: number): readonly Buffer[] {
  const events = new Map<string, Buffer>();
  for (let round = 0; events.size < count; round++) {
    for (const event of fc.sample(malformed, { numRuns: count, seed: seed + round })) {
      const bytes = Buffer.from(event);
      if (events.size < count) events.set(bytes.toString('base64'), bytes);
    }
  }
  return [...events.values()];
}

const hostileText = fc.constantFrom(
  '\0',
  '/dev/zero',
  '/proc/self/mem',
  '../'.repeat(40),
  '__proto__',
  'constructor',
  '\u202e\u0007',
  '/'.repeat(5_000),
  '$(reboot)',
  '`id`',
  '-rf',
  '%s%n',
  'a'.repeat(100_000),
);
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  hostileText,
  fc.constant(null),
  fc.double(),
  fc.array(hostileText, { maxLength: 3 }),
);
const fields = fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), fc.string()), value, { maxKeys: 8 });
const event = fields.map((record) => JSON.stringify({ hook_event_name: 'PreToolUse', ...record }));
const cut = fc
  .tuple(event, fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([text, share]) => text.slice(0, text.length * share));

const malformed: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  event,
  cut,
  fc.json(),
  fc.string(),
  fc.uint8Array({ maxLength: 400 }),
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{}'.repeat(3),
    '['.repeat(60_000),
    `{"cwd":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
    '\ufeff{}',
  ),
);
