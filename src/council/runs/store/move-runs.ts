import type { Connection } from '../../../storage/index.js';

/** Makes the deliberations of a project that was moved or copied deliberations of its new folder. */
export function moveRuns(connection: Connection, project: string): void {
  const former = connection.first<{ folder: unknown }>(
    `SELECT ${FOLDER} AS folder FROM runs WHERE json_valid(request) GROUP BY folder ORDER BY count(*) DESC LIMIT 1`,
  )?.folder;
  if (typeof former !== 'string' || former === project) return;
  connection.run(
    `UPDATE runs SET request = json_set(request, '$.workingDirectory', ? || substr(${FOLDER}, length(?) + 1))
     WHERE json_valid(request) AND (${FOLDER} = ? OR substr(${FOLDER}, 1, length(?) + 1) = ? || '/')`,
    [project, former, former, former, former],
  );
}

const FOLDER = "json_extract(request, '$.workingDirectory')";
