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
  [['serve', '--port', '3'], "unknown option '--port'", 'see witan serve --help'],
  [['hook'], "missing required argument 'event'", 'see witan hook --help'],
  [['hook', 'no-such-event'], '"no-such-event" is not one of', 'pre-tool-use'],
  [['migrate-config'], "missing required argument 'file'", 'see witan migrate-config --help'],
  [['migrate-config', 'no.yaml'], 'no.yaml does not exist', 'name a configuration file'],
  [['doctor', '--jsn'], "unknown option '--jsn'", 'Did you mean --json?'],
];

describe('a mistake on the command line', () => {
  let machine: EmptyMachine;
  beforeAll(() => {
    machine = createEmptyMachine();
  });
  afterAll(() => machine.remove());

  it.each(MISUSES)('is answered in one line with the cause and the fix: witan %j', async (args, cause, fix) => {
    const { exitCode, stdout, stderr } = await machine.witan(args);
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^witan: [^\n]+\n$/);
    expect(stderr).toContain(cause);
    expect(stderr).toContain(fix);
  });

  it('is covered for at least 60 kinds', () => {
    expect(new Set(MISUSES.map(([args]) => args.join(' '))).size).toBeGreaterThanOrEqual(60);
  });
});
