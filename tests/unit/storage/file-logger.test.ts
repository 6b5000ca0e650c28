import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFileLogger } from '../../../src/storage/file-logger.js';
import { scratchFolder } from '../../support/scratch-folder.js';

let project: string;
beforeEach(() => {
  project = scratchFolder('log');
});

describe('createFileLogger', () => {
  it('repeats warnings and errors on standard error, nothing else', () => {
    const warned: string[] = [];
    const logger = createFileLogger({ folder: () => undefined, warn: (line) => warned.push(line) });
    logger.log('debug', 'a');
    logger.log('info', 'b');
    logger.log('warn', 'c');
    logger.log('error', 'd', { error: new Error('broken') });
    expect(warned).toHaveLength(2);
    expect(warned[1]).toContain('broken');
  });

  it('writes one line per event, whatever its text holds', () => {
    const logger = createFileLogger({ folder: () => project, warn: () => undefined });
    logger.log('warn', 'a\nb', { text: 'x\r\ny', deep: { list: [1, 2] } });
    expect(readFileSync(path.join(project, 'witan.log'), 'utf8').trimEnd().split('\n')).toHaveLength(1);
  });

  it('keeps the newest lines and two older files when it grows too large', () => {
    const logger = createFileLogger({ folder: () => project, maxBytes: 200 });
    for (let line = 1; line <= 40; line++) logger.log('info', `event-${line}`);
    expect(readdirSync(project).sort()).toEqual(['witan.log', 'witan.log.1', 'witan.log.2']);
    expect(readFileSync(path.join(project, 'witan.log'), 'utf8')).toContain('event-40');
  });

  it('never throws: not for a folder that cannot be made, nor for a warning that cannot be shown', () => {
    writeFileSync(path.join(project, 'file'), '');
    const logger = createFileLogger({
      folder: () => path.join(project, 'file', 'below'),
      warn: () => {
        throw new Error('closed');
      },
    });
    expect(() => logger.log('error', 'anything')).not.toThrow();
  });
});
