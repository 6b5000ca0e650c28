import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, vi } from 'vitest';

// A test must not read the developer's own configuration, spend money on their keys, ask their servers, go through
// their proxy, or act as part of a session that happens to run around it. PATH stays: tests start programs.
const OF_THE_DEVELOPER = [
  /_(API_KEY|BASE_URL|PROXY)$/i,
  /^(ANTHROPIC|CODEX|FACTORY|GEMINI|GOOGLE|LLAMA|NEBIUS|OLLAMA|OPENAI|OPENROUTER|XDG)_/,
  /^CLAUDE|^WITAN_(?!CHROMA|CHROMIUM|E2E|FAULTS|HOSTILE|KILLS|PICTURES|SCORECARD|SEED|SOAK)/,
  /^NODE_(OPTIONS|EXTRA_CA_CERTS)$|^(NO|FORCE)_COLOR$/,
];

for (const name of Object.keys(process.env)) {
  if (OF_THE_DEVELOPER.some((pattern) => pattern.test(name))) delete process.env[name];
}

const home = mkdtempSync(path.join(tmpdir(), 'witan-home-'));
process.env.HOME = home;
process.env.XDG_CONFIG_HOME = path.join(home, '.config');
process.env.XDG_CACHE_HOME = path.join(home, '.cache');

// The next file may run in the same process.
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});
