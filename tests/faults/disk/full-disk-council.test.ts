import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DeliberationResult } from '../../../src/council/index.js';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { LAUNCHER } from '../../support/serve-session.js';

// With more and more room the disk is full at a later moment: before the first file, in a database, in the transcript.
const ALL_ROOMS = [0, 4, 8, 12, 20, 28, 36, 48, 64, 80, 120, 160];
const ROOMS = process.env.WITAN_FAULTS === 'full' ? ALL_ROOMS : [20];
const KILOBYTES = 2_000;

const disk = scratchFolder('full-disk');
const mounted = `mount -t tmpfs -o size=${KILOBYTES}k tmpfs "$0"`;
const tried = spawnSync('unshare', ['-rm', 'sh', '-c', mounted, disk], { encoding: 'utf8' });
if (tried.status !== 0)
  console.log(`skipped: no small disk can be mounted here (${tried.error?.message ?? tried.stderr.trim()})`);

// Participants of its own: a demo keeps its transcript in the user's folder, which is not on the full disk.
const config = path.join(scratchFolder('full-disk-config'), 'config.yaml');
const answer = 'VOTE: {"option": "PostgreSQL", "confidence": 0.9, "rationale": "it runs", "continue_debate": false}';
const participant = { type: 'cli', command: 'sh', args: ['-c', `cat > /dev/null; echo '${answer}'`], output: 'text' };
writeFileSync(config, JSON.stringify({ version: '1.0', adapters: { one: participant, two: participant } }));

/** Deliberates on a disk with so much room, looks at what is there, makes room, and deliberates again. */
const SCRIPT = `${mounted}
cd "$0" && echo project > README.md
head -c $(( (${KILOBYTES} - $1 - 8) * 1024 )) /dev/zero > filler
"$2" "$3" deliberate --json --config "$5" -p one:a -p two:b "$4" && echo ---
for file in transcripts/*.json; do test ! -e "$file" || cat "$file"; done; echo ---
rm filler
"$2" "$3" deliberate --json --config "$5" -p one:a -p two:b "$4" && echo ---
ls transcripts`;

describe.skipIf(tried.status !== 0)('a deliberation on a disk that becomes full', { timeout: 120_000 }, () => {
  it.each(ROOMS)(
    'gives its verdict with room for %i KB, says what it could not keep, and keeps all once there is room',
    (room) => {
      const words = [
        String(room),
        process.execPath,
        LAUNCHER,
        'Should our job queue use PostgreSQL or SQLite?',
        config,
      ];
      const ran = spawnSync('unshare', ['-rm', 'sh', '-c', SCRIPT, disk, ...words], {
        encoding: 'utf8',
        timeout: 60_000,
      });
      const [first = '', sidecar = '', second = '', names = ''] = ran.stdout.split('---\n');
      const full = JSON.parse(first) as DeliberationResult;
      expect(full.status).toBe('complete');
      expect(full.voting_result).not.toBeNull();
      const warnings = full.integrity.warnings.join('\n');
      if (full.transcript_path === null)
        expect(warnings).toMatch(/transcript could not be written .*(no space|is full)/);
      // What was kept is whole.
      else expect(JSON.parse(sidecar)).toMatchObject({ deliberation_id: full.deliberation_id });
      if (full.decision_id === null)
        expect(warnings).toMatch(/(could not be|this one not) remembered[:;] .*(full|space|ENOSPC)/);

      const roomy = JSON.parse(second) as DeliberationResult;
      expect(roomy.status).toBe('complete');
      expect(roomy.integrity.warnings.join('\n')).not.toMatch(/could not/);
      expect(roomy.decision_id).toBe(roomy.deliberation_id);
      expect(names).toContain('.md');
      reportCases(1);
    },
  );
});
