import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { projectFile } from '../http/project-file.js';
import { realPathOf } from '../kernel/real-path.js';
import { stateFolder } from '../kernel/state-folder.js';
import { makeOwnFolder } from '../storage/own-files/own-folder.js';
import { readOwnText } from '../storage/own-files/read-own-file.js';
import { writeOwnFile } from '../storage/own-files/write-own-file.js';

/** What `witan doctor` found, kept for the page Health: a page runs no program. */
export type DoctorReport = z.infer<typeof REPORT>;

const REPORT = z.object({
  at: z.iso.datetime(),
  version: z.string(),
  findings: z.array(
    z.object({
      subject: z.string(),
      state: z.enum(['ok', 'note', 'missing', 'broken']),
      text: z.string(),
      remedy: z.string().optional(),
    }),
  ),
});

const MAX_BYTES = 200_000;

/** Outside the project: a cloned one must not bring findings. */
function reportFile(projectFolder: string): string {
  return projectFile(stateFolder(homedir(), process.env), 'doctor', realPathOf(projectFolder));
}

interface ExaminedProject {
  readonly projectFolder: string;
  readonly dataFolder: string;
}

/** Only where Witan is used already: looking at a machine leaves nothing on it. */
export async function saveDoctorReport(
  { projectFolder, dataFolder }: ExaminedProject,
  report: DoctorReport,
): Promise<void> {
  try {
    if (!existsSync(dataFolder)) return;
    const file = reportFile(projectFolder);
    makeOwnFolder(path.dirname(file));
    await writeOwnFile(file, `${JSON.stringify(report)}\n`);
  } catch {
    // The findings were printed; the page shows older ones, or none.
  }
}

export function readDoctorReport(projectFolder: string): DoctorReport | null {
  try {
    const parsed = REPORT.safeParse(JSON.parse(readOwnText(reportFile(projectFolder), MAX_BYTES) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
