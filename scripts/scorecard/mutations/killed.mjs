import { LATE_COMMIT, NO_TRANSACTION } from './database.mjs';

/** A file that is overwritten is for a moment neither the old nor the new one. */
const NO_DRAFT = {
  removes: 'the draft: the new text is written over the old one',
  file: 'src/storage/own-files/write-own-file.ts',
  edits: [
    {
      from: '  return writeAtomically(path, content, { mode: PRIVATE_FILE, ...options, files: OWN_FILES });',
      to: '  void [writeAtomically, options];\n  return Promise.resolve(overwriteOwnFile(path, content as string));',
    },
  ],
};

/** That moment is short: it takes many kills to meet it. */
const MANY = { WITAN_KILLS: '200' };

const NO_WAIT_FOR_GRAPH = {
  removes: 'waiting for the graph to be written',
  file: 'src/guidance/changes/change-graph.ts',
  edits: [{ from: '        await writeOwnFile(', to: '        void writeOwnFile(' }],
};

export const KILLED = {
  'kill-decisions': [LATE_COMMIT, { ...NO_TRANSACTION, environment: { WITAN_KILLS: '60' } }],
  'kill-storage': [LATE_COMMIT, { ...NO_TRANSACTION, environment: { WITAN_KILLS: '60' } }],
  'kill-journal': [
    {
      removes: 'waiting for the entry to be written',
      file: 'src/journal/files/open-entries.ts',
      edits: [{ from: '  await writeOwnFile(path,', to: '  void writeOwnFile(path,' }],
    },
    { ...NO_DRAFT, environment: MANY },
    {
      removes: 'the look whether an open entry was resolved before the kill',
      file: 'src/journal/files/open-entries.ts',
      edits: [{ from: '    else if (isResolvedAlready(entry)) resolved.push(path);\n', to: '' }],
      environment: MANY,
    },
    {
      removes: 'moving the entry before to open/ when a new one begins',
      file: 'src/journal/files/open-entries.ts',
      edits: [
        {
          from: '  const movedTo = moveCurrentAside(files, open);',
          to: '  const movedTo: string | undefined = undefined;',
        },
      ],
    },
    {
      removes: 'the look into open/ after a kill between two moves',
      file: 'src/journal/files/open-entries.ts',
      edits: [{ from: '[files.current, ...openPaths(files)]', to: '[files.current]' }],
    },
  ],
  'kill-runs': [
    LATE_COMMIT,
    {
      removes: 'keeping the answers that were recorded',
      file: 'src/council/runs/store/run-record.ts',
      edits: [
        {
          from: 'export function answerToKeep(',
          to: 'export const answerToKeep = (_: RecordedCall): ModelAnswer | undefined => undefined;\nexport function kept(',
        },
      ],
    },
    {
      removes: 'the record before a call',
      file: 'src/council/runs/record-calls.ts',
      edits: [{ from: 'if (!signal.aborted) await writing.before();', to: '' }],
    },
    {
      removes: 'the record after a call',
      file: 'src/council/runs/record-calls.ts',
      edits: [{ from: '    await writing.after();\n', to: '' }],
      suites: ['tests/faults/killed-runs/one-still-thinks.test.ts'],
    },
  ],
  // What these leave running ends by itself after a minute.
  'kill-participants': [
    {
      removes: 'the search for marked processes after a kill',
      file: 'src/processes/process-group.ts',
      edits: [{ from: 'for pause in 0 1 1; do', to: 'for pause in; do' }],
    },
    {
      removes: 'the end of what the killed process left running',
      file: 'src/council/runs/open-attempt.ts',
      edits: [
        {
          from: '  if (claimed.previousOwner !== undefined) await endChildrenOf(claimed.previousOwner);\n',
          to: '  void endChildrenOf;\n',
        },
      ],
    },
  ],
  'kill-mixed': [LATE_COMMIT, NO_WAIT_FOR_GRAPH],
  'kill-knowledge': [
    NO_WAIT_FOR_GRAPH,
    LATE_COMMIT,
    {
      removes: 'the lock around a change of a graph',
      file: 'src/guidance/changes/change-graph.ts',
      edits: [
        {
          from: 'await withGraphLock(folders, LOCK_WAIT_MS, async () => {',
          to: 'await (async (work) => ({ value: await work() }))(async () => {\n      void withGraphLock, LOCK_WAIT_MS;',
        },
      ],
    },
  ],
};
