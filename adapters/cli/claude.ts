import { isRecord } from '../../src/kernel/is-record.js';
import { success } from '../../src/kernel/result.js';
import {
  type CliAdapterSettings,
  type ModelAdapter,
  type ModelRequest,
  toUsage,
  type WebSource,
} from '../../src/models/index.js';
import type { ChildOutput } from '../../src/processes/index.js';
import { type JsonObject, lastObject, numberAt, objectLines, textAt, toTokens } from './output/json-output.js';
import {
  asPlainPrompt,
  type CliTool,
  type Environment,
  type Invocation,
  modelArgument,
  type Reading,
  withoutJoiners,
} from './run/cli-tool.js';
import { createCliAdapter } from './run/create-cli-adapter.js';

/** Claude Code in print mode. */
export function createClaudeAdapter(
  settings: CliAdapterSettings,
  name = 'claude',
  environment: Environment = process.env,
): ModelAdapter {
  return createCliAdapter({ ...CLAUDE, name }, settings, environment);
}

const CLAUDE: CliTool = {
  name: 'claude',
  installHint: 'install it with: npm install -g @anthropic-ai/claude-code',
  loginHint: 'run `claude` once and log in, or set ANTHROPIC_API_KEY',
  // Its system text would be an argument, which every user of the machine can read.
  supports: { answerSchema: true, webSearch: true },
  environmentNames: keyNames,
  invoke: async (request, settings) => success(invocation(request, settings)),
  isLoggedIn: async (run) => readLoginStatus(await run(['auth', 'status'])),
  read: readClaude,
};

function invocation(request: ModelRequest, settings: CliAdapterSettings): Invocation {
  const { webSearch } = request;
  const tools = [...(settings.nativeTools ? ['Read', 'Grep', 'Glob'] : []), ...(webSearch ? ['WebSearch'] : [])];
  const args = [
    '-p',
    ...modelArgument('--model', request.model),
    ...(request.reasoningEffort === undefined ? [] : [`--effort=${request.reasoningEffort}`]),
    '--tools',
    tools.join(','),
    // Only the stream of events has what a search returned.
    ...(webSearch ? ['--allowedTools', 'WebSearch', '--verbose'] : []),
    '--output-format',
    webSearch ? 'stream-json' : 'json',
    // The user's hooks would interfere, and the user's MCP servers could start Witan again.
    '--settings',
    '{"disableAllHooks":true}',
    '--strict-mcp-config',
    // Otherwise every round would be in the user's list of conversations.
    '--no-session-persistence',
    ...(request.answerSchema === undefined ? [] : ['--json-schema', JSON.stringify(request.answerSchema)]),
    ...settings.args,
  ];
  // It has no option for this limit.
  const limit = webSearch ? `\n\nSearch the web at most ${webSearch.maxUses} times.` : '';
  return { args, stdin: asPlainPrompt(`${request.prompt}${limit}`), environment: QUIET };
}

const QUIET = {
  // Otherwise a second paid request per call generates a terminal title.
  CLAUDE_CODE_DISABLE_TERMINAL_TITLE: '1',
  DISABLE_AUTOUPDATER: '1',
  // By default it retries ten times, for minutes, even with a wrong key.
  CLAUDE_CODE_MAX_RETRIES: '3',
};

/**
 * Without the variables of an outer Claude Code session (CLAUDECODE, CLAUDE_CODE_SESSION_ID, CLAUDE_PROJECT_DIR …).
 * Cloud credentials are passed only if that cloud is enabled.
 */
function keyNames(environment: Environment): readonly string[] {
  return [
    'ANTHROPIC_*',
    'CLAUDE_CONFIG_DIR',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'CLAUDE_CODE_MAX_OUTPUT_TOKENS',
    'CLAUDE_CODE_SKIP_*',
    'CLAUDE_CODE_USE_*',
    'API_TIMEOUT_MS',
    ...(environment.CLAUDE_CODE_USE_BEDROCK ? ['AWS_*'] : []),
    ...(environment.CLAUDE_CODE_USE_VERTEX ? ['CLOUD_ML_REGION', 'VERTEX_REGION_*', ...GOOGLE_CLOUD] : []),
    ...(environment.CLAUDE_CODE_USE_FOUNDRY ? ['AZURE_*'] : []),
  ];
}

const GOOGLE_CLOUD = ['GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_CLOUD_PROJECT', 'GCLOUD_PROJECT'];

/** Undefined for a version without this command. */
function readLoginStatus(text = ''): boolean | undefined {
  const status = lastObject(text)?.loggedIn;
  if (typeof status === 'boolean') return status;
  return /not logged in/i.test(text) ? false : undefined;
}

function readClaude(output: ChildOutput, { answerSchema, webSearch }: ModelRequest): Reading {
  const result = lastObject(output.stdout);
  const text = textAt(result, 'result');
  if (result === undefined) return { kind: 'unreadable', detail: 'standard output is not the JSON result expected' };
  const usage = toUsage({ ...toTokens(result.usage), costUsd: numberAt(result, 'total_cost_usd') });
  if (result.is_error === true) {
    const status = numberAt(result, 'api_error_status');
    const detail = text ?? textAt(result, 'subtype') ?? 'an error without a message';
    return { kind: 'error', detail, usage, ...(status === undefined ? {} : { status }) };
  }
  // It may succeed without one; then its text may still be the answer.
  const structured = answerSchema === undefined ? undefined : result.structured_output;
  if (structured === undefined && answerSchema !== undefined && result.stop_reason === 'max_tokens') {
    return { kind: 'error', detail: 'the answer reached the output token limit (max_tokens)', usage };
  }
  const answer = structured === undefined ? (text ?? '') : JSON.stringify(structured);
  const sources = webSearch === undefined ? [] : objectLines(output.stdout).flatMap(getSources);
  return { kind: 'answer', text: withoutJoiners(answer), usage, ...(sources.length > 0 && { sources }) };
}

/** The pages in the event of a finished search. */
function getSources({ tool_use_result: found }: JsonObject): WebSource[] {
  const results = isRecord(found) && Array.isArray(found.results) ? (found.results as unknown[]) : [];
  const pages = results.flatMap((result) =>
    isRecord(result) && Array.isArray(result.content) ? (result.content as unknown[]) : [],
  );
  return pages.flatMap((page) => {
    const [url, title = ''] = [textAt(page, 'url'), textAt(page, 'title')];
    return url === undefined ? [] : [{ url, title }];
  });
}
