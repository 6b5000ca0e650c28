import { describe, expect, it } from 'vitest';
import { codeOf, sourceFiles } from '../support/source-files.js';

/**
 * A project may come from a stranger, and with it any file below `.witan`, `transcripts`, `.claude/journal` and
 * `.claude/graphs`. Only `src/storage/own-files` opens, creates, renames or deletes files there. These files write
 * elsewhere, each for the reason given.
 */
const WRITES_ELSEWHERE: Readonly<Record<string, string>> = {
  'src/kernel/private-folder.ts': 'the folder in which participants are started, outside of every project',
  'src/kernel/write-atomically.ts': 'files that the user names, such as an export',
  'src/project/person/in-project-folder.ts': "folders of the person's project, never through a link",
  'src/project/person/write-file.ts': "files of the person's project, never through a link",
  'src/project/person/change-entries.ts': "names in the person's project, never through a link",
  'src/project/person/move-entry.ts': "from the person's project to the folder for removed files, and back",
  'src/config/trust/trust-store.ts': "the user's own configuration folder",
  'src/config/edit/change-user-config.ts': "the user's own configuration file",
  'src/config/legacy/migrate-config.ts': 'the configuration file that the user names',
  'src/cli/init/file-edit.ts': 'settings of clients, with the checks of `init`',
  'src/cli/init/undo-record.ts': "the user's own configuration folder",
  'src/cli/doctor/files-open-to-others.ts': "rights of the user's own configuration folder",
  'src/cli/init/slash-commands-step.ts': '.claude/commands, never through a link, never a file of the user',
  'src/cli/init/data-folder-step.ts': 'only removes: undoes `init` after looking at each entry',
  'src/bin/load-bundle.ts': 'the code cache beside the installed program',
  'src/bin/hook-main.ts': 'standard output',
  'src/coaching/own-data/delete-data.ts':
    "only removes: files that the person deleted, in the person's own data folder",
  'src/program/open-decisions.ts': 'an empty database in a temporary folder, for questions where there is none',
  'src/storage/make-project-memory.ts': "the user's own data folder, and the id in the git folder",
  'src/storage/move-old-databases.ts': "the user's own data folder, and what moves into it",
  'adapters/cli/discovery/droid-home.ts': "settings in the program's temporary home",
  'adapters/cli/gemini.ts': "settings in the program's temporary home",
  'adapters/cli/llamacpp.ts': 'the prompt, in a temporary folder of its own',
  'adapters/cli/run/scratch-folder.ts': 'a temporary folder of its own',
};

/** Names of `node:fs` functions that change something on the disk. `open` can, by its flags. */
const WRITING =
  /\b(?:appendFile|chmod|chown|copyFile|cp|createWriteStream|fchmod|ftruncate|lchown|link|mkdir|mkdtemp|open|rename|rm|rmdir|symlink|truncate|unlink|utimes|write|writeFile|writev)(?:Sync)?\b/;

/** Opens for reading only: says so by its flags. */
const READS_ONLY = [
  'src/storage/project-memory.ts',
  'adapters/cli/discovery/read-small-file.ts',
  'src/cli/deliberate/read-context.ts',
  'src/cli/init/read-client-file.ts',
  'src/config/files/read-config-text.ts',
  'src/config/trust/named-files.ts',
  'src/council/evidence/',
  'src/decisions/import/import-decisions.ts',
  'src/guidance/files/read-bounded.ts',
  'src/hooks/yields-to-other-hook.ts',
  'src/kernel/pin-folder.ts',
  'src/processes/',
  'src/project/',
];

describe('files on the disk', () => {
  it("are changed only by the module for Witan's own files, and by the listed files for a stated reason", () => {
    const writing = sourceFiles('src', 'adapters').filter(
      (file) => !file.startsWith('src/storage/own-files/') && WRITING.test(importedFromFs(file)),
    );
    const unexpected = writing.filter(
      (file) => !(file in WRITES_ELSEWHERE) && !READS_ONLY.some((path) => file.startsWith(path)),
    );
    expect(unexpected).toEqual([]);
  });

  it('are listed here only while they do write', () => {
    const stale = Object.keys(WRITES_ELSEWHERE).filter((file) => !WRITING.test(importedFromFs(file)));
    expect(stale).toEqual([]);
  });

  it('are opened without writing flags by the files that only read', () => {
    const reading = sourceFiles('src', 'adapters').filter(
      (file) =>
        !(file in WRITES_ELSEWHERE) &&
        READS_ONLY.some((path) => file.startsWith(path)) &&
        /\bopen(?:Sync)?\b/.test(importedFromFs(file)),
    );
    expect(reading.length).toBeGreaterThan(5);
    const writing = reading.filter((file) =>
      /O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)|'(?:w|a|r\+)[x+]*'/.test(codeOf(file)),
    );
    expect(writing).toEqual([]);
  });
});

/** The names that a file imports from `node:fs` and `node:fs/promises`. */
function importedFromFs(file: string): string {
  const imports = codeOf(file).matchAll(/import\s+(?:type\s+)?([^;]*?)\s+from\s+'node:fs(?:\/promises)?'/g);
  const names = [...imports].map(([, clause = '']) => clause.replace(/type \w+/g, ''));
  return names.join(' ');
}
