import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCustomCliAdapter } from '../../adapters/cli/custom-cli.js';
import type { CliAdapterSettings, ModelAnswer } from '../../src/models/index.js';
import { cliSettings } from '../support/cli-fixture.js';
import { HOSTILE_KINDS, type HostileKind, hostileCommand } from '../support/hostile-kinds.js';
import { reportCases } from '../support/report-cases.js';
import { processesWith } from '../support/running-processes.js';
import { type Script, scriptedCouncil } from '../support/scripted-council.js';

const GOOD_OPTIONS = ['tea', 'tea', 'coffee'];
/** With the three good ones at each table none has more than twenty seats, the most that a council takes. */
const HOSTILE_SEATS = 14;
const everyKindTwice = [...HOSTILE_KINDS, ...HOSTILE_KINDS];
const TABLES = Array.from({ length: Math.ceil(everyKindTwice.length / HOSTILE_SEATS) }, (_, table) =>
  everyKindTwice.slice(table * HOSTILE_SEATS, (table + 1) * HOSTILE_SEATS),
);

describe.concurrent('fifty hostile participants', () => {
  it('are fifty at least', () => {
    expect(TABLES.flat().length).toBeGreaterThanOrEqual(50);
  });

  it.each(TABLES.map((kinds, index) => ({ table: index + 1, kinds })))(
    'do not prevent a verdict at table $table, and leave no process behind',
    async ({ kinds }) => {
      const marker = `hostile-${randomUUID()}`;
      const goodFailures: ModelAnswer[] = [];
      const hostile = kinds.map((kind, seat): [string, Script] => [`hostile${seat}`, askHostile(kind, marker)]);
      const good = GOOD_OPTIONS.map((option, seat): [string, Script] => [
        `good${seat}`,
        noting(goodFailures, askGood(option)),
      ]);
      const { council, folder } = await scriptedCouncil(Object.fromEntries([...hostile, ...good]), { quorum: 0.1 });

      const result = await council.deliberate({
        question: 'Should we drink tea or coffee?',
        participants: [...hostile, ...good].map(([cli]) => ({ cli, model: 'm' })),
        rounds: 2,
        working_directory: folder,
      });

      expect(goodFailures).toEqual([]);
      const answers = result.full_debate.filter(({ participant }) => participant.startsWith('m@good'));
      expect(answers).toHaveLength(GOOD_OPTIONS.length * result.rounds_completed);
      expect(result.voting_result).toMatchObject({ winning_option: 'tea', final_tally: { tea: 2, coffee: 1 } });
      expect(result.status).toBe('partial');
      expect(result.integrity.missing.every(({ participant }) => participant.startsWith('m@hostile'))).toBe(true);
      expect(processesWith(marker)).toEqual([]);
      reportCases(kinds.length);
    },
    60_000,
  );
});

describe('fifty hostile participants together', () => {
  it('leave no scratch folder behind', () => {
    expect(readdirSync(join(homedir(), '.local/state/witan/calls'))).toEqual([]);
  });
});

function askHostile(kind: HostileKind, marker: string): Script {
  const [command, args] = hostileCommand(kind, marker);
  return through('hostile', cliSettings(command, { args, timeoutMs: 1500 }));
}

/** Reads all of its prompt and takes its time, so that the others have every chance to disturb it. */
function askGood(option: string): Script {
  const vote = JSON.stringify({ option, confidence: 0.7, rationale: `${option} it is`, continue_debate: true });
  const script = `cat > /dev/null; sleep 0.3; printf 'I say %s.\\n\\nVOTE: %s\\n' "$1" "$2"`;
  return through('good', cliSettings('sh', { args: ['-c', script, 'good', option, vote], timeoutMs: 30_000 }));
}

/** When a good one is lost, the test should say why. */
function noting(failures: ModelAnswer[], script: Script): Script {
  return async (request, call) => {
    const answer = await script(request, call);
    if (typeof answer !== 'string' && !answer.ok) failures.push(answer);
    return answer;
  };
}

function through(name: string, settings: CliAdapterSettings): Script {
  const adapter = createCustomCliAdapter(settings, name, { PATH: process.env.PATH, HOME: process.env.HOME });
  return (request) => adapter.ask(request);
}
