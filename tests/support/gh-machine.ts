import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fixturePath } from './cli-fixture.js';
import { scratchFolder } from './scratch-folder.js';

interface GhCall {
  readonly cwd: string;
  readonly args: string;
  readonly env: readonly string[];
}

/** A machine whose `gh` behaves as a test wants. */
export interface GhMachine {
  readonly environment: Readonly<Record<string, string>>;
  readonly home: string;
  behave(changes: Partial<GhBehavior>): void;
  /** How it was called, without the question for the login. */
  calls(): GhCall[];
}

interface GhBehavior {
  readonly behavior: string;
  readonly issues: readonly object[];
  /** Empty if gh cannot tell. */
  readonly login: string;
}

export function ghMachine(given: Partial<GhBehavior> = {}): GhMachine {
  const home = scratchFolder('gh-home');
  const bin = path.join(home, 'bin');
  mkdirSync(bin);
  symlinkSync(fixturePath('gh.sh'), path.join(bin, 'gh'));
  const behave = ({ behavior, issues, login }: Partial<GhBehavior>) => {
    const write = (name: string, text: string) => writeFileSync(path.join(home, name), text);
    if (behavior !== undefined) write('behavior', behavior);
    if (issues !== undefined) write('issues.json', JSON.stringify(issues));
    if (login !== undefined) write('login', `${login}\n`);
  };
  behave({ behavior: 'list', issues: [], login: 'ada', ...given });
  return {
    home,
    environment: {
      PATH: [bin, '/usr/bin', '/bin'].join(path.delimiter),
      HOME: home,
      GH_TOKEN: 'gh-token',
      ANTHROPIC_API_KEY: 'not-for-gh',
    },
    behave,
    calls() {
      const record = path.join(home, 'calls');
      const calls = existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n\n') : [];
      return calls.map((call) => {
        const [cwd = '', args = '', ...env] = call.split('\n');
        return { cwd, args, env };
      });
    },
  };
}

/** As gh lists it. */
export function listedIssue(number: number, changes: object = {}) {
  return {
    number,
    title: `Issue ${number}`,
    body: `The cart loses item ${number}.`,
    labels: [{ id: 'L1', name: 'bug', color: 'red' }],
    assignees: [],
    comments: [],
    ...changes,
  };
}
