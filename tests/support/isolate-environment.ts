import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

// A test must not read the developer's own configuration, spend money on their keys, or act as part of a session
// that happens to run around it. PATH stays: tests start programs.
const home = mkdtempSync(path.join(tmpdir(), 'witan-home-'));
for (const name of Object.keys(process.env)) {
  if (/_API_KEY$|^CLAUDE|^WITAN_(?!E2E)/.test(name)) delete process.env[name];
}
process.env.HOME = home;
process.env.XDG_CONFIG_HOME = path.join(home, '.config');
process.env.XDG_CACHE_HOME = path.join(home, '.cache');

afterAll(() => rmSync(home, { recursive: true, force: true }));
