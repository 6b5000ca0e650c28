import type { ActiveEntry } from '../../journal/index.js';
import { formatCount } from '../../kernel/format-count.js';
import { plainLine } from '../../kernel/plain-text.js';
import { EXIT } from '../cli-error.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts, OpenProgram } from '../ports.js';
import { type Color, colorFor } from '../text/color.js';
import { displayPath } from '../text/display-path.js';
import { lineWidth } from '../text/line-width.js';
import { printJson } from '../text/page.js';
import { wrapText } from '../text/wrap-text.js';

/** What is open, what earlier sessions left open, and how much was learned. */
export async function showStatus(
  { json = false, ...project }: ProjectOptions & { readonly json?: boolean },
  ports: CommandLinePorts,
): Promise<number> {
  const program = await openProject(project, ports);
  const status = await readStatus(program);
  if (json) printJson(status, ports);
  else {
    const folder = displayPath(program.configuration.journalFolder, ports);
    const color = colorFor(ports.stdout, ports.environment);
    ports.stdout.write(renderStatus(status, { folder, color, width: lineWidth(ports.stdout) }));
  }
  return EXIT.done;
}

type Status = Awaited<ReturnType<typeof readStatus>>;

async function readStatus({ journal, learning }: OpenProgram) {
  const learned = await learning();
  const [session, active, orphans, pending, stats] = await Promise.all([
    journal.getSessionId(),
    journal.getActiveEntries(),
    journal.getOrphans(),
    journal.unsavedEntries(learned?.storeId),
    learned?.stats(),
  ]);
  return {
    session_id: session,
    active,
    orphans: orphans.map(({ entry }) => entry),
    waiting_to_be_stored: pending.length,
    experiences: stats?.experiences ?? 0,
    values: stats?.values ?? 0,
    drifting_values: stats?.driftingValues ?? 0,
  };
}

interface Layout {
  readonly folder: string;
  readonly width: number;
  readonly color: Color;
}

function renderStatus(status: Status, { folder, width, color }: Layout): string {
  const row = (label: string, text: string) => {
    const lines = wrapText(plainLine(text), width - LABEL_WIDTH);
    return lines.map(
      (line, index) => (index === 0 ? color('quiet', label.padEnd(LABEL_WIDTH)) : ' '.repeat(LABEL_WIDTH)) + line,
    );
  };
  const describe = (label: string, entry: ActiveEntry) => [
    ...row(
      label,
      `${entry.id}, ${formatField(entry, 'domain')}, ${formatField(entry, 'strategy')}, since ${entry.created_at}, iteration ${entry.iteration_count}`,
    ),
    ...row('', `goal: ${entry.goal}`),
    ...row('', `hypothesis: ${entry.hypothesis}`),
    ...row('', `prediction: ${entry.prediction}`),
  ];
  const { experiences, values, drifting_values: drifting, waiting_to_be_stored: waiting } = status;
  const drift = drifting > 0 ? `, ${drifting} of them drifting` : '';
  const wait =
    waiting > 0 ? `; ${formatCount(waiting, 'entry', 'entries')} to be stored at the next start of the server` : '';
  const lines = [
    ...row('journal', folder),
    ...(status.active.length === 0
      ? row('active', 'none')
      : status.active.flatMap((entry) => describe('active', entry))),
    ...status.orphans.flatMap((entry) => describe('orphan', entry)),
    ...(status.orphans.length === 0
      ? []
      : row('', '`witan journal adopt [id]` continues one, `witan journal abandon [id]` closes it')),
    ...row('learned', `${formatCount(experiences, 'experience')}, ${formatCount(values, 'value')}${drift}${wait}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** `debugging`, or `debugging (inferred)`. */
function formatField(entry: ActiveEntry, name: 'domain' | 'strategy'): string {
  return entry.inferred?.includes(name) === true ? `${entry[name]} (inferred)` : entry[name];
}

const LABEL_WIDTH = 10;
