/** `20261116_101502_Should_our_job_queue_use_PostgreSQL_or_SQLite`: by time in a listing, and readable. */
export function transcriptName(question: string, startedAt: Date): string {
  const words = question
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MAX_QUESTION_LENGTH)
    .replace(/_+$/, '');
  return `${timestamp(startedAt)}_${words === '' ? 'deliberation' : words}`;
}

const MAX_QUESTION_LENGTH = 50;

/** Local time: it is what the person's clock showed. */
function timestamp(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  return `${day}_${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}
