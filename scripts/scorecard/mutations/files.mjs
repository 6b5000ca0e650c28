/** The guards around Witan's own files in a project that may come from a stranger. */
const OPEN = 'src/storage/own-files/open-own-file.ts';
const TRAPS = ['tests/integration/hostile-files/own-files.test.ts', 'tests/unit/storage/own-files'];
const EXCHANGED = ['tests/integration/hostile-files/exchanged-folders.test.ts'];

export const FILES = {
  'hostile-files': [
    {
      removes: 'the look for a link in place of a file',
      file: OPEN,
      edits: [
        {
          from: "  if (found.isSymbolicLink()) throw new OwnFileError('link', path);\n  if (!found.isFile())",
          to: '  if (!found.isFile())',
        },
        {
          from: 'const SAFE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);',
          to: 'const SAFE = constants.O_NONBLOCK ?? 0;',
        },
      ],
      suites: TRAPS,
      builds: 'neither',
    },
    {
      removes: 'the look for a link in place of a folder',
      file: OPEN,
      edits: [
        {
          from: "  if (found.isSymbolicLink() || realPath(folder) !== folder) throw new OwnFileError('link', folder);\n",
          to: '  if (found.isSymbolicLink()) return found;\n',
        },
      ],
      suites: TRAPS,
      builds: 'neither',
    },
    {
      removes: 'the look for a second name',
      file: OPEN,
      edits: [
        {
          from: "  if (found.nlink > maxLinks) throw new OwnFileError('hard-link', path);\n",
          to: '  void maxLinks;\n',
        },
      ],
      suites: TRAPS,
      builds: 'neither',
    },
    {
      removes: 'the look whose file it is',
      file: OPEN,
      edits: [{ from: "  throw new OwnFileError('other-owner', path);\n", to: '' }],
      suites: TRAPS,
      builds: 'neither',
    },
    {
      removes: 'the path through the open folder',
      file: 'src/kernel/pin-folder.ts',
      edits: [{ from: "process.platform !== 'linux'", to: "process.platform !== 'plan9'" }],
      suites: EXCHANGED,
      builds: 'neither',
    },
    {
      removes: 'the comparison of what was opened with what has the name',
      file: OPEN,
      edits: [
        {
          from: "  if (opened.ino !== named.ino || opened.dev !== named.dev) throw new OwnFileError('moved', path);\n",
          to: '  void named;\n',
        },
        { from: "  if (realPath(path) !== path) throw new OwnFileError('link', path);\n", to: '' },
      ],
      suites: EXCHANGED,
      builds: 'neither',
    },
  ],
};
