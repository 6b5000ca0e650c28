import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isRecord } from '../../src/kernel/is-record.js';
import { success } from '../../src/kernel/result.js';
import { type CliAdapterSettings, type ModelAdapter, type ModelRequest, toUsage } from '../../src/models/index.js';
import type { ChildOutput } from '../../src/processes/index.js';
import { readSmallFile } from './discovery/read-small-file.js';
import { getSum, type JsonObject, lastObject, numberAt, textAt } from './output/json-output.js';
import {
  asPlainPrompt,
  type CliTool,
  type Environment,
  type Invocation,
  isDefaultModel,
  type Reading,
  withoutJoiners,
} from './run/cli-tool.js';
import { createCliAdapter } from './run/create-cli-adapter.js';

/** Gemini CLI, headless and read-only. */
export function createGeminiAdapter(
  settings: CliAdapterSettings,
  name = 'gemini',
  environment: Environment = process.env,
): ModelAdapter {
  return createCliAdapter({ ...GEMINI, name }, settings, environment);
}

const GEMINI: CliTool = {
  name: 'gemini',
  installHint: 'install it with: npm install -g @google/gemini-cli',
  loginHint: 'run `gemini` once and choose a way to log in, or set GEMINI_API_KEY',
  environmentNames: () => ['GEMINI_*', 'GOOGLE_*'],
  // Its service rejects longer prompts as an "invalid argument".
  promptLimit: 100_000,
  waitingForQuota: /Attempt \d+ failed with status 429/,
  invoke: async (request, settings, scratch) => success(await invocation(request, settings, scratch)),
  isLoggedIn: (_run, environment) => hasGeminiCredentials(environment),
  read: readGemini,
};

async function invocation(request: ModelRequest, settings: CliAdapterSettings, scratch: string): Promise<Invocation> {
  const args = [
    '--skip-trust',
    '-m',
    isDefaultModel(request.model) ? 'auto' : request.model,
    // None of the user's extensions and MCP servers, because one of them may be Witan.
    '-e',
    'none',
    '--allowed-mcp-server-names',
    'none',
    ...(settings.nativeTools ? [] : ['--policy', await writeDenyAll(scratch)]),
    '--approval-mode',
    'plan',
    '-o',
    'json',
    ...settings.args,
  ];
  // It writes reports of failed calls, with the whole prompt, into the temporary folder.
  return { args, stdin: asPlainPrompt(request.prompt), environment: { TMPDIR: scratch } };
}

/** A tool that is denied by policy is not offered to the model. */
async function writeDenyAll(scratch: string): Promise<string> {
  const file = join(scratch, 'no-tools.toml');
  await writeFile(file, '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n', { mode: 0o600 });
  return file;
}

/** The result is on standard output; after a failure it may be at the end of standard error. */
function readGemini(output: ChildOutput): Reading {
  const result = lastObject(output.stdout) ?? lastObject(output.stderr);
  if (result === undefined) return { kind: 'unreadable', detail: 'standard output is not the JSON result expected' };
  const usage = usageOfStats(result);
  if (isRecord(result.error)) {
    const code = numberAt(result.error, 'code');
    const detail = textAt(result.error, 'message') ?? 'an error without a message';
    // Codes below 400 are its exit codes.
    return { kind: 'error', detail, usage, ...(code !== undefined && code >= 400 ? { status: code } : {}) };
  }
  return { kind: 'answer', text: withoutJoiners(textAt(result, 'response') ?? ''), usage };
}

function usageOfStats(result: JsonObject) {
  const models = isRecord(result.stats) && isRecord(result.stats.models) ? Object.values(result.stats.models) : [];
  const tokens = models.map((model) => (isRecord(model) && isRecord(model.tokens) ? model.tokens : {}));
  return toUsage({
    inputTokens: getSum(...tokens.map((count) => numberAt(count, 'prompt'))),
    cacheReadTokens: getSum(...tokens.map((count) => numberAt(count, 'cached'))) || undefined,
    outputTokens: getSum(...tokens.flatMap((count) => [numberAt(count, 'candidates'), numberAt(count, 'thoughts')])),
  });
}

/** Gemini CLI has no status command; undefined if the login may be in a keychain. */
async function hasGeminiCredentials(environment: Environment): Promise<boolean | undefined> {
  if (KEY_NAMES.some((name) => (environment[name] ?? '') !== '')) return true;
  const home = environment.HOME ?? homedir();
  const [login, settings, ...variables] = await Promise.all(
    ['.gemini/oauth_creds.json', '.gemini/settings.json', '.gemini/.env', '.env'].map((file) =>
      readSmallFile(join(home, file)),
    ),
  );
  if (login?.ok) return true;
  if (variables.some((file) => file.ok && KEY_NAMES.some((name) => file.value.includes(`${name}=`)))) return true;
  return settings?.ok && /"selected(?:Auth)?Type"/.test(settings.value) ? undefined : false;
}

const KEY_NAMES = ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_GENAI_USE_VERTEXAI'];
