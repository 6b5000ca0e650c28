import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmptyMachine, type EmptyMachine } from './cli-program.js';

const QUESTION = 'Should we use SQLite or PostgreSQL?';

/** What a person types, and what the one line that answers it must contain: the cause and the fix. */
const MISUSES: readonly (readonly [args: readonly string[], cause: string, fix: string])[] = [
  [['deliberat', QUESTION], "unknown command 'deliberat'", 'Did you mean deliberate?'],
  [['--nosuch'], "unknown option '--nosuch'", 'see witan --help'],
  [['deliberate'], "missing required argument 'question'", 'put the question in quotes'],
  [['deliberate', 'Why?'], '"Why?" has 4 characters', 'ask in 5 or more'],
  [['deliberate', 'Should', 'we', 'use', 'Redis'], 'too many arguments', 'put the question in quotes'],
  [['deliberate', QUESTION, '--unknown'], "unknown option '--unknown'", 'see witan deliberate --help'],
  [['deliberate', QUESTION, '--rounds', 'many'], "'many' is invalid", 'It must be a number'],
  [['deliberate', QUESTION, '--rounds', '0'], 'rounds: 0 is not allowed', 'from 1 to 5'],
  [['deliberate', QUESTION, '--mode', 'fast'], "'fast' is invalid", 'conference, quick'],
  [['deliberate', QUESTION, '-p', 'demo'], 'participants: 1 given', 'name 2 to 20'],
  [['deliberate', QUESTION, '-p', 'codex:'], '"codex:" is incomplete', '-p claude:sonnet'],
  [['deliberate', QUESTION, '-p', 'cluade', '-p', 'demo'], 'cluade', 'did you mean'],
  [['deliberate', QUESTION, '--option', 'A'], 'options: 1 given', 'name 2 to 12'],
  [['deliberate', QUESTION, '--option', 'A', '--option', 'A'], 'are the same option', 'name it once'],
  [['deliberate', QUESTION, '--context', '@no.md'], 'no.md could not be read', 'check the path after the @'],
  [['deliberate', QUESTION, '--cwd', '/nonexistent'], '"/nonexistent" is not a folder', 'the path of the project'],
  [['deliberate', QUESTION, '--cwd', '/'], 'is the root of the disk', 'the path of one project'],
  [['deliberate', QUESTION, '--config', 'no.yaml'], '--config names does not exist', 'correct the path'],
  [['deliberate', QUESTION, '--max-cost', '-1'], '-1 is not allowed', 'a number above 0'],
  [['deliberate', QUESTION, '--max-cost', 'free'], "'free' is invalid", 'It must be a number'],
  [['deliberate', QUESTION, '--max-seconds', '0'], '0 is not allowed', 'up to 86400'],
  [['deliberate', QUESTION, '--stance', 'for'], 'comes before any participant', '-p claude --stance for'],
  [['deliberate', QUESTION, '--effort', 'high'], 'comes before any participant', '-p claude --effort high'],
  [['deliberate', QUESTION, '-p', 'demo', '--stance', 'pro'], '"pro" is not one of', 'for, against, neutral'],
  [['deliberate', '--resume', 'nosuch'], 'no deliberation is recorded', 'ask a question to begin one'],
  [['deliberate', '--resume', 'last', '--estimate'], 'cannot be given with --resume', 'witan deliberations show'],
  [['deliberations', 'show', 'nosuch'], 'no deliberation is recorded', 'name the project with --cwd'],
  [['deliberations', 'list', '--status', 'done'], "'done' is invalid", 'running, interrupted, finished, failed'],
  [['deliberations', 'list', '--limit', '0'], "'0' is invalid", 'from 1 to 10000'],
  [['deliberations', 'delete'], "missing required argument 'id'", 'see witan deliberations delete --help'],
  [['replay'], "missing required argument 'id'", 'see witan replay --help'],
  [['replay', 'nosuch'], 'no deliberation is recorded', '`witan deliberate` begins one'],
  [['decisions', 'nosuch'], 'there is no decision "nosuch"', 'lists them'],
  [['decisions', 'similar'], "missing required argument 'text'", 'see witan decisions similar --help'],
  [['decisions', 'similar', 'x', '--threshold', '2'], 'threshold: 2 is not allowed', 'from 0 to 1'],
  [['decisions', 'outcome'], "missing required argument 'id'", 'see witan decisions outcome --help'],
  [['decisions', 'outcome', 'nosuch', 'right'], 'there is no decision "nosuch"', 'lists them'],
  [['decisions', 'outcome', 'nosuch', 'great'], '"great" is not one of', 'right, wrong, superseded, mixed'],
  [['decisions', 'export', '--format', 'xml'], "'xml' is invalid", 'json, graphml, dot, markdown'],
  [['decisions', 'import', 'nofolder'], 'there is no folder or file', 'name the folder of the transcripts'],
  [['decisions', 'archive', '--older-than', 'yesterday'], '"yesterday" is not an age', 'write 90d'],
  [['journal', 'list', '--status', 'done'], "unknown option '--status'", 'see witan journal list --help'],
  [['journal', 'delete', 'nosuch'], 'there is no terminal to ask on', 'add --yes'],
  [['learn', 'search'], "missing required argument 'query'", 'see witan learn search --help'],
  [['learn', 'values', '--axis', 'nosuch'], '"nosuch" is not one of', 'full, strategy, surprise, root_cause'],
  [['knowledge', 'add', 'X'], '"X" says nothing yet', 'add --item'],
  [['knowledge', 'add', 'X', '--priority', 'URGENT'], '"URGENT" is not one of', 'CRITICAL, HIGH, MEDIUM, LOW'],
  [['knowledge', 'add', 'X', '--type', 'rule'], '"rule" is not one of', 'checklist, pattern, warning, requirement'],
  [['knowledge', 'show', 'nosuch'], 'There is no item "nosuch"', 'witan knowledge list'],
  [['knowledge', 'promote', 'nosuch'], 'There is no item "nosuch"', 'witan knowledge list'],
  [['knowledge', 'edit', 'nosuch', '--priority', 'HIGH'], 'There is no item "nosuch"', 'witan knowledge list'],
  [['knowledge', 'feedback', 'nosuch', 'great'], '"great" is not one of', 'helpful, not-helpful, wrong, snooze'],
  [['config', 'get', 'default'], '`default` is not a known key', 'did you mean `defaults`?'],
  [['config', 'set', 'defaults.rounds', 'many'], '`defaults.rounds` is "many"', 'a whole number from 1 to 20'],
  [['config', 'set', 'defaults'], "missing required argument 'value'", 'see witan config set --help'],
  [['config', 'unset', 'defaults.mode'], '`defaults.mode` is not set', 'nothing was changed'],
  [['models', 'add'], "missing required argument 'service'", 'see witan models add --help'],
  [['models', 'add', 'gateway'], 'gateway is not a built-in service', '--url https://'],
  [['models', 'add', 'claude', '--url', 'http://x'], 'is a program, not a service', 'choose another name'],
  [['serve', '--config', 'no.yaml'], '--config names does not exist', 'correct the path'],
  [['serve', '--config', '.'], '--config names is not a file', 'correct the path'],
  [['help', 'nosuch'], "unknown command 'nosuch'", 'see witan --help'],
  [['help', 'decisions', 'nosuch'], "unknown command 'nosuch'", 'see witan decisions --help'],
  [['migrate-config', '.'], 'it is not a regular file', 'name a configuration file'],
  [['models', 'add', 'gw', '--url', 'localhost:8080'], 'is not an address', 'such as https://'],
  [['models', 'add', '__proto__', '--url', 'http://127.0.0.1:1'], '"__proto__" is not allowed', 'choose another name'],
  [['models', 'add', 'my gw', '--url', 'http://127.0.0.1:1'], 'is not a valid name', 'use letters, digits'],
  [['models', 'remove', 'gw'], "unknown command 'remove'", 'see witan models --help'],
  [['models', 'list', 'extra'], 'too many arguments', 'see witan models list --help'],
  [['config', 'get', 'defaults.'], '"defaults." is not a key', 'such as defaults.rounds'],
  [['config', 'set', 'defaults.rounds', ''], '`defaults.rounds` is ""', 'a whole number from 1 to 20'],
  [['config', 'set', 'defaults', '3'], '`defaults` must be a map', 'with the keys mode, rounds'],
  [['init', '--user', '--trust'], "'--trust' cannot be used", 'see witan init --help'],
  [['init', 'extra'], 'too many arguments', 'see witan init --help'],
  [['doctor', '--fixx'], "unknown option '--fixx'", 'Did you mean --fix?'],
  [['deliberate', QUESTION, '-p', ':opus'], '":opus" is incomplete', '-p claude:sonnet'],
  [['deliberate', QUESTION, '-p'], 'argument missing', 'see witan deliberate --help'],
  [['deliberate', QUESTION, '--rounds', '2.5'], 'rounds: 2.5 is not allowed', 'from 1 to 5'],
  [['view', '--port', '99999'], '--port 99999 is not a port', 'from 1024 to 65535'],
  [['hook', 'nosuch'], '"nosuch" is not one of', 'pre-tool-use, post-tool-use'],
  [['journal', 'nosuch'], "unknown command 'nosuch'", 'see witan journal --help'],
  [['knowledge', 'nosuch'], "unknown command 'nosuch'", 'see witan knowledge --help'],
  [['serve', '--port', '3'], "unknown option '--port'", 'see witan serve --help'],
  [['hook'], "missing required argument 'event'", 'see witan hook --help'],
  [['hook', 'no-such-event'], '"no-such-event" is not one of', 'pre-tool-use'],
  [['migrate-config'], "missing required argument 'file'", 'see witan migrate-config --help'],
  [['migrate-config', 'no.yaml'], 'no.yaml does not exist', 'name a configuration file'],
  [['doctor', '--jsn'], "unknown option '--jsn'", 'Did you mean --json?'],
  [['doctor', 'claude'], "too many arguments for 'doctor'", 'see witan doctor --help'],
  [['models', 'lst'], "unknown command 'lst'", 'see witan models --help'],
  [['deliberations', 'lst'], "unknown command 'lst'", 'see witan deliberations --help'],
  [['decisions', 'one', 'two'], "unknown command 'one'", 'see witan decisions --help'],
  [['models', 'add', 'demo', '--model', 'x'], 'demo has scripted voices', 'choose another name'],
  [['models', 'add', 'x', '--url', 'http://x', '--model', ''], '--model "" is not a model id', 'no blanks'],
  [['models', 'add', 'x', '--url', 'http://x', '--model', '-y'], '--model "-y" is not a model id', 'start with "-"'],
  [['models', 'add', 'x', '--url', 'ftp://x'], '`adapters.x.base_url` is not an address', 'http:// or https://'],
  [['models', 'add', 'x y', '--url', 'http://x'], '`adapters.x y` is not a valid name', 'use letters, digits'],
  [['models', 'add', 'x', '--url', 'http://x', '--api', 'grpc'], "'grpc' is invalid", 'openai, anthropic, ollama'],
  [['models', 'add', 'x', '--url', 'http://x', '--key-env', 'sk-1'], '--key-env must be the name', 'such as MY_KEY'],
  [['models', 'add', 'ollama'], 'nothing to add to ollama', 'give --url, --key-env or --model'],
  [['config', 'get', 'defaults.rounds.x'], '`defaults.rounds.x` is not known here', 'a whole number'],
  [['config', 'get', 'a..b'], '"a..b" is not a key', 'write one such as defaults.rounds'],
  [['config', 'set', 'adapters.x.type', 'cli'], '`adapters.x` has no `command`', 'name the program to run'],
  [['config', 'set', 'version', '9'], '`version` is 9', 'a newer file needs a newer Witan'],
  [['config', 'set', 'council.quorum', '2'], '`council.quorum` is 2', 'a number from 0 to 1'],
  [['config', 'set', 'evidence.deny', 'x'], '`evidence.deny` is "x"', 'a list of file names'],
  [['init', '--client', 'emacs'], "'emacs' is invalid", 'claude, codex, gemini, cursor'],
  [['init', '--client', 'codex', '--trust'], '--trust has no effect with --client codex', '`witan init --trust`'],
  [['init', '--with-server'], '--with-server belongs to --team', '`witan init --team --with-server`'],
  [['init', '--team', '--user'], "'--team' cannot be used with option '--user'", 'see witan init --help'],
  [['init', '--remove', '--trust'], "'--remove' cannot be used with option '--trust'", 'see witan init --help'],
  [['decisions', 'export', '--output', '/nope/x.json'], '/nope/x.json was not written', 'create it'],
  [['decisions', 'export', '--output', '.'], 'was not written', 'name a file'],
  [['decisions', '--cwd', '/nope'], '--cwd: "/nope" is not a folder', 'give the path of the project'],
  [['journal', 'list', '--cwd', '/nope'], '--cwd: "/nope" is not a folder', 'give the path of the project'],
  [['replay', 'x', '--cwd', '/nope'], '--cwd: "/nope" is not a folder', 'give the path of the project'],
];

describe('a mistake on the command line', () => {
  let machine: EmptyMachine;
  beforeAll(() => {
    machine = createEmptyMachine();
  });
  afterAll(() => machine.remove());

  it.each(MISUSES)('is answered in one line with the cause and the fix: witan %j', async (args, cause, fix) => {
    // The server ends its process itself.
    const ended = args[0] === 'serve' ? machine.witan(args) : machine.witanHere(args);
    const { exitCode, stdout, stderr } = await ended;
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^witan: [^\n]+\n$/);
    expect(stderr).toContain(cause);
    expect(stderr).toContain(fix);
  });

  it('is covered for at least 110 kinds', () => {
    expect(new Set(MISUSES.map(([args]) => args.join(' '))).size).toBeGreaterThanOrEqual(110);
  });
});
