import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { oncePerKey } from '../../kernel/once-per-key.js';
import { asResult } from '../../project/person/file-problem.js';
import type { TreeNode } from '../../project/person/project-tree.js';
import { expectEditable, fileContent, MAX_FILE_BYTES } from '../../project/person/text-file.js';
import type { Project } from '../../project/project.js';
import { CoachError } from '../coach-error.js';
import type { BufferEntry } from '../workspace/buffers.js';
import { type FileChange, type FileDiff, unifiedDiff } from '../workspace/unified-diff.js';
import type { WorkspaceReader } from '../workspace/workspace.js';
import { type Redact, type RedactText, redactTexts } from './redact-texts.js';

/**
 * The person's project as models may see it. Files that may hold secrets are refused by their name, secrets in other
 * files are redacted, and neither large nor binary files are read. Whatever leaves for a model goes through here.
 */
export interface ModelsView {
  /** The one path of a file. Rejects with FORBIDDEN_PATH for one that no model may see. */
  expectShown(path: string): Promise<string>;
  /** Without the values that name a file which no model may see. */
  shownOnly<Value>(values: readonly Value[], pathsOf: (value: Value) => readonly string[]): Promise<Value[]>;
  /** Lists the files that the person has open. */
  openFiles(): Promise<string[]>;
  /** The files of the project, by their names: some of them may be refused when they are opened. */
  listFiles(): Promise<string[]>;
  /** Null if the file is not in the person's editor. */
  getBuffer(path: string): Promise<ShownBuffer | null>;
  getBuffers(): Promise<ShownBuffer[]>;
  /** Shows the unsaved changes of one file or of all. */
  getDiffs(path?: string): Promise<FileDiff[]>;
  /** Shows the changes since a phase began, saved or not. */
  getPhaseDiffs(phaseId: string): Promise<FileDiff[]>;
  /** A value without secrets in any of its texts. */
  readonly redact: Redact;
}

interface ShownBuffer extends BufferEntry {
  readonly path: string;
}

interface ModelsViewDependencies {
  readonly workspace: Pick<
    WorkspaceReader,
    'locate' | 'openFiles' | 'getBuffer' | 'bufferPaths' | 'getProjectTree' | 'getPhaseChanges'
  >;
  /** The view of models: what it refuses is not shown. */
  readonly project: Pick<Project, 'root' | 'openFile' | 'refusal'>;
  readonly redactText: RedactText;
}

export function createModelsView({ workspace, project, redactText }: ModelsViewDependencies): ModelsView {
  const saved = openSavedFiles(project);
  const redact = redactTexts(redactText);

  async function expectShown(written: string): Promise<string> {
    const path = workspace.locate(written);
    // As it was written, too: a link may have the secret name.
    const refused = project.refusal(written, true) ?? (await saved.refusal(path));
    if (refused !== null) throw new CoachError('FORBIDDEN_PATH', refused);
    return path;
  }

  async function shown(paths: readonly string[]): Promise<string[]> {
    const refusals = await Promise.all(paths.map((path) => saved.refusal(path)));
    return paths.filter((_, index) => refusals[index] === null);
  }

  async function bufferOf(path: string): Promise<ShownBuffer | null> {
    const entry = workspace.getBuffer(path);
    return entry && redact({ path, ...entry });
  }

  async function getDiff(path: string): Promise<FileDiff[]> {
    const buffer = workspace.getBuffer(path);
    if (buffer?.dirty !== true) return [];
    return redacted({ path, before: await saved.read(path), after: buffer.content });
  }

  async function redacted(change: FileChange): Promise<FileDiff[]> {
    const diff = await redactedDiff(change, redactText);
    return diff === '' ? [] : [await redact({ path: change.path, diff })];
  }

  return {
    expectShown,
    async shownOnly(values, pathsOf) {
      const isShown = oncePerKey(async (path) => (await expectShown(path).catch(() => undefined)) !== undefined);
      const results = await Promise.all(
        values.map(async (value) => (await Promise.all(pathsOf(value).map(isShown))).every(Boolean)),
      );
      return values.filter((_, index) => results[index]);
    },
    redact,
    listFiles: async () =>
      getFiles((await workspace.getProjectTree()).root).filter((path) => project.refusal(path, true) === null),
    openFiles: async () => redact(await shown(workspace.openFiles())),
    getBuffer: async (path) => bufferOf(await expectShown(path)),
    async getBuffers() {
      const paths = await shown(workspace.bufferPaths());
      const buffers = await Promise.all(paths.map(bufferOf));
      return buffers.filter((buffer) => buffer !== null);
    },
    async getDiffs(path) {
      const paths = path === undefined ? await shown(workspace.bufferPaths()) : [await expectShown(path)];
      return (await Promise.all(paths.map(getDiff))).flat();
    },
    async getPhaseDiffs(phaseId) {
      const changes = await workspace.getPhaseChanges(phaseId);
      const allowed = new Set(await shown(changes.map(({ path }) => path)));
      return (await Promise.all(changes.filter(({ path }) => allowed.has(path)).map(redacted))).flat();
    },
  };
}

function getFiles({ type, path, children = [] }: TreeNode): string[] {
  return type === 'file' ? [path] : children.flatMap(getFiles);
}

/**
 * The diff of the true texts with the lines of the redacted ones: a secret can be recognized in a whole file only, and a
 * diff of redacted texts would hide that one secret was replaced by another.
 */
async function redactedDiff({ path, before, after }: FileChange, redactText: RedactText): Promise<string> {
  const diff = unifiedDiff(path, before, after);
  if (diff === '') return '';
  const redactLines = async (text: string | null) => (await redactText(text ?? '', path)).split('\n');
  const [removed, added] = await Promise.all([redactLines(before), redactLines(after)]);
  let [oldLine, newLine] = [0, 0];
  const redactLine = (line: string): string => {
    const hunk = HUNK.exec(line);
    if (hunk !== null) {
      [oldLine, newLine] = [Number(hunk[1]), Number(hunk[2])];
      return line;
    }
    // The names of the file, above the first hunk.
    if (oldLine + newLine === 0) return line;
    switch (line.charAt(0)) {
      case '-':
        return `-${lineAt(removed, oldLine++)}`;
      case '+':
        return `+${lineAt(added, newLine++)}`;
      case ' ': {
        const texts = [lineAt(removed, oldLine++), lineAt(added, newLine++)];
        return ` ${texts.find((text) => text !== line.slice(1)) ?? line.slice(1)}`;
      }
      default:
        return line;
    }
  };
  return diff.split('\n').map(redactLine).join('\n');
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Lines are counted from 1. */
function lineAt(lines: readonly string[], line: number): string {
  return lines[line - 1] ?? '';
}

/** Files on the disk, as far as models may see them. */
interface SavedFiles {
  /** Why a file may not be shown; null if it may, or if there is none. */
  refusal(path: string): Promise<string | null>;
  /** Null for a file that is missing, refused, large or binary. */
  read(path: string): Promise<string | null>;
}

/** For paths without links: a file is checked after it was opened, also by its other names. */
function openSavedFiles(project: Pick<Project, 'root' | 'openFile' | 'refusal'>): SavedFiles {
  return {
    async refusal(path) {
      const refused = project.refusal(path, true);
      if (refused !== null) return refused;
      const opened = await project.openFile(path);
      if (!opened.ok) return (await isFile(join(project.root, path))) ? opened.error : null;
      await opened.value.close();
      return null;
    },
    async read(path) {
      const opened = await project.openFile(path);
      if (!opened.ok) return null;
      const file = opened.value;
      try {
        const text = await asResult(path, async () => {
          expectEditable(path, file.size);
          return fileContent(path, await file.read(MAX_FILE_BYTES)).content;
        });
        return text.ok ? text.value : null;
      } finally {
        await file.close();
      }
    },
  };
}

async function isFile(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isFile() === true;
}
