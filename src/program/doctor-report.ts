import path from 'node:path';
import { z } from 'zod';
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

const REPORT_FILE = 'doctor.json';

export async function saveDoctorReport(dataFolder: string, report: DoctorReport): Promise<void> {
  try {
    await writeOwnFile(path.join(dataFolder, REPORT_FILE), `${JSON.stringify(report)}\n`);
  } catch {
    // The findings were printed; the page shows older ones, or none.
  }
}

export function readDoctorReport(dataFolder: string): DoctorReport | null {
  try {
    const text = readOwnText(path.join(dataFolder, REPORT_FILE), MAX_BYTES);
    const parsed = REPORT.safeParse(JSON.parse(text ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
