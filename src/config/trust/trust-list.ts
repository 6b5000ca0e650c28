import { join } from 'node:path';
import { z } from 'zod';
import { readConfigText, reasonOf } from '../files/read-config-text.js';

/** The real path of a folder -> its pin; null if an older version stored the folder without one. */
export type TrustList = ReadonlyMap<string, string | null>;

export type StoredTrustList =
  | { readonly kind: 'list'; readonly list: TrustList }
  | { readonly kind: 'damaged'; readonly reason: string };

const listSchema = z.object({
  folders: z.union([
    z.record(z.string(), z.string().nullable()),
    z.array(z.string()).transform((folders) => Object.fromEntries(folders.map((folder) => [folder, null]))),
  ]),
});

const MAX_LIST_BYTES = 1024 * 1024;

export function trustListPath(configFolder: string): string {
  return join(configFolder, 'trusted.json');
}

export async function readTrustList(configFolder: string): Promise<StoredTrustList> {
  const read = await readConfigText(trustListPath(configFolder), { maxBytes: MAX_LIST_BYTES });
  if (read.kind === 'missing') return { kind: 'list', list: new Map() };
  if (read.kind !== 'text') return { kind: 'damaged', reason: `cannot be read: ${reasonOf(read)}` };
  try {
    return { kind: 'list', list: new Map(Object.entries(listSchema.parse(JSON.parse(read.text)).folders)) };
  } catch {
    return { kind: 'damaged', reason: 'is not a list of trusted folders' };
  }
}

export function renderTrustList(list: TrustList): string {
  const sorted = [...list].sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ folders: Object.fromEntries(sorted) }, null, 2)}\n`;
}
