import { expect, test } from 'vitest';
import { redactingLogger } from '../../../src/kernel/redacting-logger.js';

const redact = (text: string) => text.replaceAll('hunter2', '[redacted: password]');

test('secrets are kept out of a log line at any depth, and out of the stack of an error', () => {
  const lines: unknown[] = [];
  const logger = redactingLogger({ log: (level, event, details) => lines.push([level, event, details]) }, () => redact);
  logger.log('error', 'failed', {
    message: 'wrong password hunter2',
    error: new Error('login with hunter2 failed'),
    nested: { list: ['x', { value: 'hunter2' }] },
    count: 3,
  });
  expect(JSON.stringify(lines)).not.toContain('hunter2');
  expect(lines).toMatchObject([
    [
      'error',
      'failed',
      {
        message: 'wrong password [redacted: password]',
        error: expect.stringContaining('redacting-logger.test.ts'),
        nested: { list: ['x', { value: '[redacted: password]' }] },
        count: 3,
      },
    ],
  ]);
});

test('a value that refers to itself does not stop the log', () => {
  const lines: unknown[] = [];
  const logger = redactingLogger({ log: (_, event) => lines.push(event) }, () => redact);
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  logger.log('warn', 'looping', loop);
  expect(lines).toEqual(['looping']);
});
