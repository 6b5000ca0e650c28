import type { z } from 'zod';

/** The first thing that is wrong: where, and what. */
export function describeProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'it has another shape';
  const where = issue.path.join('.');
  return where === '' ? issue.message : `${where}: ${issue.message}`;
}
