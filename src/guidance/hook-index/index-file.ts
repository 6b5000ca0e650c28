import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isRecord } from '../../kernel/is-record.js';
import { realPathOf } from '../../kernel/real-path.js';
import { makeOwnFolder } from '../../storage/own-files/own-folder.js';
import { readOwnText } from '../../storage/own-files/read-own-file.js';
import { writeOwnFileSync } from '../../storage/own-files/write-own-file.js';
import { fieldOf, numberOf, optionalText, textOf } from '../item/fields.js';
import { type KnowledgeItem, PRIORITIES } from '../item/item.js';
import { DEFAULT_HOOK_SETTINGS, type HookIndex, type HookSettings, type SourceMark } from './hook-index.js';

/** The file of another program version is made again. */
const FORMAT = 3;
const MAX_BYTES = 8_000_000;

/** The items have the status that their files say. */
export type StoredIndex = Omit<HookIndex, 'settingsAreStale'>;

/**
 * The index is kept in the user's cache, not in the project: hooks show its items to the agent, so one that came with a
 * project must not be believed.
 */
export function readIndexFile(dataFolder: string): StoredIndex | undefined {
  try {
    const text = readOwnText(indexPath(dataFolder), MAX_BYTES);
    if (text === undefined) return undefined;
    const value: unknown = JSON.parse(text);
    if (numberOf(value, 'format', 0) !== FORMAT || textOf(value, 'dataFolder') !== dataFolder) return undefined;
    const items = fieldOf(value, 'items');
    if (!Array.isArray(items)) return undefined;
    const version = optionalText(value, 'projectVersion');
    return {
      items: items.filter(isStoredItem),
      settings: readSettings(fieldOf(value, 'settings')),
      graphSources: readMarks(fieldOf(value, 'graphSources')),
      settingsSources: readMarks(fieldOf(value, 'settingsSources')),
      faults: [],
      ...(version !== undefined && { projectVersion: version }),
    };
  } catch {
    return undefined;
  }
}

/** Derived data: put in place as a whole, without waiting for the disk. False if it could not be written. */
export function writeIndexFile(dataFolder: string, index: StoredIndex): boolean {
  try {
    const path = indexPath(dataFolder);
    makeOwnFolder(dirname(path));
    const { items, settings, projectVersion, graphSources, settingsSources } = index;
    const text = JSON.stringify({
      format: FORMAT,
      dataFolder,
      settings,
      projectVersion,
      graphSources,
      settingsSources,
      items,
    });
    writeOwnFileSync(path, text, { durable: false });
    return true;
  } catch {
    return false;
  }
}

/** Named after the data folder; the file itself says for which one it is, should two names be the same. */
export function indexPath(dataFolder: string): string {
  const cache = process.env.XDG_CACHE_HOME || join(process.env.HOME || homedir(), '.cache');
  const name = dataFolder.replace(/[^A-Za-z0-9]+/g, '-').slice(-150);
  return join(realPathOf(cache), 'witan', 'hook-index', `${name}.json`);
}

// An older version may have written it: what a scorer touches must at least be there. Written out plainly: it is asked
// for every item at every call.
function isStoredItem(value: unknown): value is KnowledgeItem {
  if (!isRecord(value) || !isRecord(value.triggers) || !isRecord(value.content)) return false;
  const { triggers, content } = value;
  return (
    isTexts(triggers.tools) &&
    isTexts(triggers.files) &&
    isTexts(triggers.actions) &&
    isTexts(triggers.contexts) &&
    typeof value.id === 'string' &&
    value.id !== '' &&
    typeof value.label === 'string' &&
    typeof value.evidence === 'string' &&
    typeof value.createdAt === 'string' &&
    typeof value.graph === 'string' &&
    typeof value.description === 'string' &&
    typeof value.status === 'string' &&
    typeof value.confidence === 'number' &&
    typeof value.priority === 'string' &&
    (PRIORITIES as readonly string[]).includes(value.priority) &&
    isContent(content)
  );
}

function isTexts(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  for (const entry of value) if (typeof entry !== 'string') return false;
  return true;
}

const CONTENT_TEXTS: Readonly<Record<string, readonly string[]>> = {
  checklist: ['title', 'format'],
  pattern: ['situation', 'action', 'rationale', 'example'],
  warning: ['risk', 'severity', 'detection', 'mitigation'],
  requirement: ['constraint', 'rationale', 'validation'],
};

function isContent(content: Readonly<Record<string, unknown>>): boolean {
  const { type } = content;
  if (typeof type !== 'string' || !Object.hasOwn(CONTENT_TEXTS, type)) return false;
  for (const name of CONTENT_TEXTS[type] ?? []) if (typeof content[name] !== 'string') return false;
  return type !== 'checklist' || isTexts(content.items);
}

function readSettings(value: unknown): HookSettings {
  const defaults = DEFAULT_HOOK_SETTINGS;
  const journalFolder = optionalText(value, 'journalFolder');
  return {
    enabled: fieldOf(value, 'enabled') !== false,
    threshold: numberOf(value, 'threshold', defaults.threshold),
    maxItems: numberOf(value, 'maxItems', defaults.maxItems),
    critical: textOf(value, 'critical') === 'inform' ? 'inform' : 'pause-once',
    holdout: numberOf(value, 'holdout', defaults.holdout),
    checkInEvery: numberOf(value, 'checkInEvery', defaults.checkInEvery),
    draftDays: numberOf(value, 'draftDays', defaults.draftDays),
    ...(journalFolder !== undefined && { journalFolder }),
  };
}

function readMarks(value: unknown): SourceMark[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((mark) => ({
    path: textOf(mark, 'path'),
    mtimeMs: numberOf(mark, 'mtimeMs', 0),
    size: numberOf(mark, 'size', -1),
  }));
}
