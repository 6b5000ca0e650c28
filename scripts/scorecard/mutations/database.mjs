// Guards of every database, which several rows rest on.
const FILE = 'src/storage/database/session.ts';

/** A database that acknowledges what it has not stored yet: only every fifth transaction is kept. */
export const LATE_COMMIT = {
  removes: 'the commit before the acknowledgement',
  file: FILE,
  edits: [
    { from: '  connection.exec(begin);\n', to: '  try { connection.exec(begin); } catch {}\n' },
    {
      from: "    connection.exec('COMMIT');\n",
      to: "    globalThis.ended = (globalThis.ended ?? 0) + 1;\n    if (globalThis.ended % 5 === 0) connection.exec('COMMIT');\n",
    },
  ],
};

/** Every statement is kept by itself: who is killed between two of them leaves the half of a change. */
export const NO_TRANSACTION = {
  removes: 'the transaction around a change',
  file: FILE,
  edits: [
    { from: '  connection.exec(begin);\n', to: '  void begin;\n' },
    { from: "    connection.exec('COMMIT');\n", to: '' },
  ],
};
