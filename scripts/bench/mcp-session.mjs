import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { makePrivateScratch } from '../private-scratch.mjs';

const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/witan.cjs');

/** A bare client: no more work on this side than the protocol asks for. Starts the built server if none is given. */
export function startSession(server) {
  const started = performance.now();
  const child =
    server ?? spawn(process.execPath, [LAUNCHER, 'serve'], { cwd: scratchFolder(), stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line);
    waiting.get(id)?.(result);
  });
  let nextId = 0;
  return {
    started,
    request(method, params) {
      const id = nextId++;
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    initialize() {
      const clientInfo = { name: 'bench', version: '1' };
      return this.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    },
    end() {
      child.stdin.end();
      return new Promise((resolve) => child.once('exit', resolve));
    },
  };
}

let scratch;

/** A project without files of its own. */
export function scratchFolder() {
  if (scratch === undefined) {
    scratch = makePrivateScratch('witan-bench-');
    process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
  }
  return scratch;
}
