import { dirname } from 'node:path';
import { z } from 'zod';
import { makeOwnFolder } from '../../storage/own-files/own-folder.js';
import { readOwnText } from '../../storage/own-files/read-own-file.js';
import { writeOwnFile } from '../../storage/own-files/write-own-file.js';

/** A map as it was last computed. */
export interface Layout {
  /** The model that made the vectors. */
  readonly backend: string;
  /** How many points were laid out together. */
  readonly laidOut: number;
  /** How many were placed among them later. */
  readonly placedLater: number;
  readonly positions: ReadonlyMap<string, Position>;
}

export type Position = readonly [x: number, y: number];

/** Empty if there is no file, or none that can be used: it is computed again. */
export function readLayout(file: string): Layout {
  try {
    const parsed = STORED.safeParse(JSON.parse(readOwnText(file, MAX_BYTES) ?? 'null'));
    if (parsed.success) return { ...parsed.data, positions: new Map(parsed.data.positions) };
  } catch {
    // Damaged, or not ours to use.
  }
  return { backend: '', laidOut: 0, placedLater: 0, positions: new Map() };
}

export async function writeLayout(file: string, layout: Layout): Promise<void> {
  const positions = [...layout.positions];
  makeOwnFolder(dirname(file));
  await writeOwnFile(file, JSON.stringify({ version: VERSION, ...layout, positions }), { durable: false });
}

const VERSION = 1;
const MAX_BYTES = 50_000_000;

const share = z.number().min(0).max(1);

const STORED = z.object({
  version: z.literal(VERSION),
  backend: z.string(),
  laidOut: z.number(),
  placedLater: z.number(),
  positions: z.array(z.tuple([z.string(), z.tuple([share, share])])),
});
