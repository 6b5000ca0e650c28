import type { Connection } from '../../../storage/index.js';

/** A project that was moved or copied. */
export interface MovedFolder {
  readonly from: string;
  readonly to: string;
}

/** Makes the deliberations of a project that was moved or copied deliberations of its new folder. */
export function moveRuns(connection: Connection, { from, to }: MovedFolder): void {
  connection.run(
    `UPDATE runs SET request = json_set(request, '$.workingDirectory', ? || substr(${FOLDER}, length(?) + 1))
     WHERE json_valid(request) AND (${FOLDER} = ? OR substr(${FOLDER}, 1, length(?) + 1) = ? || '/')`,
    [to, from, from, from, from],
  );
}

const FOLDER = "json_extract(request, '$.workingDirectory')";
