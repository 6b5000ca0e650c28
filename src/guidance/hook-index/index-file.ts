import { join } from 'node:path';
import { hashText } from '../../kernel/hash-text.js';
import { isRecord } from '../../kernel/is-record.js';
import { readOwnText } from '../../storage/own-files/read-own-file.js';
import { writeOwnFileSync } from '../../storage/own-files/write-own-file.js';
import { fieldOf, numberOf, optionalText, textOf } from '../item/fields.js';
import { type KnowledgeItem, PRIORITIES } from '../item/item.js';
import {
  DEFAULT_HOOK_SETTINGS,
  type HookIndex,
  type HookSettings,
  type ProjectFolders,
  type SourceMark,
} from './hook-index.js';

/** The file of another program version is made again. */
const FORMAT = 3;
const MAX_BYTES = 8_000_000;

/** The items have the status that their files say. */
export type StoredIndex = Omit<HookIndex, 'settingsAreStale'>;

/** The index of a project's items, with its settings; undefined if there is none of this version. */
export function readIndexFile(folders: ProjectFolders): StoredIndex | undefined {
  try {
    const text = readOwnText(indexPath(folders), MAX_BYTES);
    if (text === undefined) return undefined;
    const value: unknown = JSON.parse(text);
    if (numberOf(value, 'format', 0) !== FORMAT) return undefined;
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
export function writeIndexFile(folders: ProjectFolders, index: StoredIndex): boolean {
  try {
    const path = indexPath(folders);
    const { items, settings, projectVersion, graphSources, settingsSources } = index;
    const text = JSON.stringify({
      format: FORMAT,
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

/** The worktrees of a repository share a data folder, and each has its own items. */
export function indexPath({ dataFolder, projectFolder }: ProjectFolders): string {
  return join(dataFolder, `hook-index-${hashText(projectFolder).toString(16)}.json`);
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
