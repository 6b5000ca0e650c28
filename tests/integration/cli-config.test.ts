import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackModelServer, startLoopbackModelServer } from '../support/loopback-model-server.js';
import { createEmptyMachine, type EmptyMachine } from './cli-program.js';

let machine: EmptyMachine;
let file: string;
beforeEach(() => {
  machine = createEmptyMachine();
  file = join(machine.home, '.config', 'witan', 'config.yaml');
});
afterEach(() => machine.remove());

const COMMENTED = `# mine
adapters: { lmstudio: { enabled: false } } # not used here

defaults:
  # long debates
  rounds: 3 # was 2
  mode: conference
council:
  # challenge: true
`;

describe('witan config', () => {
  it('A change of one value leaves the rest of the file as it was.', async () => {
    writeFileSync(file, COMMENTED);
    const { exitCode, stdout } = await machine.witanHere(['config', 'set', 'defaults.rounds', '4']);
    expect(exitCode).toBe(0);
    expect(stdout).toBe('~/.config/witan/config.yaml: defaults.rounds is set\nIn effect here: 4\n');
    expect(readFileSync(file, 'utf8')).toBe(COMMENTED.replace('rounds: 3 ', 'rounds: 4 '));
    expect((await machine.witanHere(['config', 'get', 'defaults.rounds'])).stdout).toBe('4\n');
  });

  it('Keys are added and removed, and the rest of the file stays.', async () => {
    writeFileSync(file, COMMENTED);
    await machine.witanHere(['config', 'set', 'council.summary', 'extractive']);
    await machine.witanHere(['config', 'set', 'evidence.deny', '[secrets/**, "*.key"]']);
    await machine.witanHere(['models', 'add', 'mine', '--url', 'http://127.0.0.1:1/v1', '--model', 'large']);
    const text = readFileSync(file, 'utf8');
    const added = text.split('\n').filter((line) => !COMMENTED.split('\n').includes(line));
    expect(
      text
        .split('\n')
        .filter((line) => !added.includes(line))
        .join('\n'),
    ).toBe(COMMENTED.replace('adapters: { lmstudio: { enabled: false } } # not used here\n', ''));
    expect(added).toEqual([
      'adapters: { lmstudio: { enabled: false }, mine: { type: http, api: openai, base_url: http://127.0.0.1:1/v1 } } # not used here',
      '  summary: extractive',
      'evidence:',
      '  deny:',
      '    - secrets/**',
      '    - "*.key"',
      'model_registry:',
      '  mine:',
      '    - id: large',
      '      default: true',
    ]);
    expect(JSON.parse((await machine.witanHere(['config', 'get', 'evidence.deny', '--json'])).stdout)).toContain(
      '*.key',
    );
    for (const key of ['evidence.deny', 'council.summary', 'model_registry.mine', 'adapters.mine'])
      await machine.witanHere(['config', 'unset', key]);
    expect(readFileSync(file, 'utf8')).toBe(COMMENTED);
  });

  it('refuses to change what is written as an alias', async () => {
    const text = 'adapters:\n  lmstudio: &off { enabled: false }\n  ollama: *off\n';
    writeFileSync(file, text);
    const { exitCode, stderr } = await machine.witanHere(['config', 'set', 'adapters.ollama.timeout', '5']);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/^witan: `adapters.ollama.timeout` is written in a form .*; edit \S+\n$/),
    ]);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('creates the file, for its owner only, if there is none', async () => {
    writeFileSync(file, '');
    const folder = join(machine.home, 'other');
    const environment = { XDG_CONFIG_HOME: folder };
    expect((await machine.witanHere(['config', 'set', 'defaults.rounds', '1'], { environment })).exitCode).toBe(0);
    const made = join(folder, 'witan', 'config.yaml');
    expect(readFileSync(made, 'utf8')).toBe('defaults:\n  rounds: 1\n');
    expect(statSync(made).mode & 0o777).toBe(0o600);
    expect((await machine.witanHere(['config', 'path'], { environment })).stdout).toBe(`${made}\n`);
  });

  it('repeats no key that is set, and names the value that another file gives', async () => {
    const set = await machine.witanHere(['config', 'set', 'adapters.openai.api_key', 'sk-very-secret-value']);
    expect(set.stdout + set.stderr).not.toContain('sk-very-secret-value');
    const own = join(machine.project, '.witan', 'config.yaml');
    mkdirSync(dirname(own));
    writeFileSync(own, 'defaults: { rounds: 1 }\n');
    const { stdout } = await machine.witanHere(['config', 'set', 'defaults.rounds', '4']);
    expect(stdout).toContain('In effect here: 1\n');
  });

  it('shows no key of a service', async () => {
    writeFileSync(file, 'adapters: { openai: { api_key: sk-very-secret-value } }\n');
    const { stdout } = await machine.witanHere(['config', 'get', 'adapters']);
    expect(stdout).toContain('api_key: (set, not shown)');
    expect(stdout).toMatch(/api_key: \$\{ANTHROPIC_API_KEY\}/);
    expect(stdout).not.toContain('sk-very-secret-value');
  });

  it.each([
    [['set', 'defaults.rounds', 'many'], '`defaults.rounds` is "many"; it must be a whole number from 1 to 20'],
    [['set', 'defaults.round', '2'], '`defaults.round` is not a known key; did you mean `rounds`?'],
    [['get', 'default.rounds'], '`default` is not a known key; did you mean `defaults`?'],
    [['set', 'defaults', '2'], '`defaults` must be a map with the keys'],
    [['set', '.', '2'], '"." is not a key; write one such as defaults.rounds'],
    [['unset', 'defaults.mode'], '`defaults.mode` is not set in'],
  ])('refuses %j with the cause and the fix, and changes nothing', async (args, message) => {
    const before = readFileSync(file, 'utf8');
    const { exitCode, stderr } = await machine.witanHere(['config', ...args]);
    expect(exitCode).toBeGreaterThan(0);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

describe('witan doctor', () => {
  it('names keys without effect, contradictions, and a service without a known model, with the fix', async () => {
    writeFileSync(
      file,
      `adapters:
  lmstudio: { enabled: false, timeout: 9 }
  gateway: { type: http, api: anthropic, base_url: "http://127.0.0.1:1/v1", api_key: "\${GATEWAY_KEY}" }
model_registry: { lmstudio: [{ id: large }] }
council: { early_stopping: { enabled: false, threshold: 0.9 } }
decision_graph: { similarity_threshold: 0.8 }
`,
    );
    const environment = { GATEWAY_KEY: 'sk-loopback', COLUMNS: '400' };
    const { stdout } = await machine.witanHere(['doctor', '--json'], { environment });
    const texts = (JSON.parse(stdout) as { findings: { text: string; remedy?: string }[] }).findings.map(
      (finding) => `${finding.text}; ${finding.remedy ?? ''}`,
    );
    for (const part of [
      'config.yaml:2: `adapters.lmstudio.timeout` has no effect while `adapters.lmstudio.enabled` is false',
      'config.yaml:4: `model_registry.lmstudio` has no effect while `adapters.lmstudio.enabled` is false',
      '`council.early_stopping.threshold` has no effect while `council.early_stopping.enabled` is false',
      '`decision_graph.strong_match` is below `decision_graph.similarity_threshold`',
      'but no model is known; add one with `witan models add gateway --model <id>`',
    ])
      expect(texts).toContainEqual(expect.stringContaining(part));
  });
});

describe('a mistake in the file of a project', () => {
  it('is named as such, not as something that a project may not do', async () => {
    const own = join(machine.project, '.witan', 'config.yaml');
    mkdirSync(dirname(own));
    writeFileSync(own, 'defaults: { rounds: many }\n');
    const { exitCode, stderr } = await machine.witanHere(['deliberate', 'Should we use SQLite or PostgreSQL?']);
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('`defaults.rounds` is "many"; it must be a whole number from 1 to 20');
  });

  it('stops the server right away if --config names no file', async () => {
    const { exitCode, stdout, stderr } = await machine.witan(['serve', '--config', 'nofile.yaml']);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'witan: nofile.yaml: the file that --config names does not exist; correct the path\n',
    });
  });
});

describe('witan models', () => {
  let service: LoopbackModelServer;
  beforeEach(async () => {
    service = await startLoopbackModelServer();
    service.list('/v1/models', { body: { data: [{ id: 'large' }, { id: 'small' }] } });
  });
  afterEach(() => service.close());

  it('adds a service without an editor, checks it, and says how to use it', async () => {
    const args = ['models', 'add', 'gateway', '--url', `${service.url}/v1`, '--key-env', 'GATEWAY_KEY'];
    const environment = { GATEWAY_KEY: 'sk-loopback' };
    const { exitCode, stdout, stderr } = await machine.witanHere(args, { environment });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('config.yaml: added gateway\n');
    expect(stdout).toMatch(/^It answers: .*\nUse it: witan deliberate -p gateway:large …\n$/m);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/api_key: "?\$\{GATEWAY_KEY\}/);
    expect(text).not.toContain('sk-loopback');
    const listed = await machine.witanHere(['models'], { environment });
    expect(listed.stdout).toMatch(/^gateway +works +large, small$/m);
  });

  it('adds models with a default, and says what is missing to use them', async () => {
    const args = ['models', 'add', 'gateway', '--url', `${service.url}/v1`, '--key-env', 'GATEWAY_KEY'];
    const { stdout } = await machine.witanHere([...args, '--model', 'large', '--model', 'small']);
    expect(stdout).toContain('It cannot be used yet: GATEWAY_KEY is not set');
    const { stdout: json } = await machine.witanHere(['config', 'get', 'model_registry.gateway', '--json']);
    expect(JSON.parse(json)).toMatchObject([{ id: 'large', default: true }, { id: 'small' }]);
  });

  it.each([
    [['gateway'], 'gateway is not a built-in service; say where it answers with --url'],
    [['openai'], 'nothing to add to openai; give --url, --key-env or --model'],
    [['claude', '--url', 'http://x'], 'claude is a program, not a service; only --model can be added'],
    [['g', '--url', 'http://x', '--key-env', 'sk-abc'], '--key-env must be the name of an environment variable'],
    [['g', '--url', 'nowhere'], 'is not an address that starts with http:// or https://'],
    [['g/h', '--url', 'http://x'], 'is not a valid name'],
  ])('refuses %j and writes nothing', async (args, message) => {
    const before = readFileSync(file, 'utf8');
    const { exitCode, stderr } = await machine.witanHere(['models', 'add', ...args]);
    expect(exitCode).toBeGreaterThan(0);
    expect(stderr).toContain(message);
    expect(existsSync(file) && readFileSync(file, 'utf8')).toBe(before);
  });
});
