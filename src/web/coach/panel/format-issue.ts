/** "#12 Title". The title of an issue that only has a number repeats it, and is left out. */
export function formatIssue(number: number | null, title: string | null): string {
  const shownTitle = title === `Issue ${number}` ? '' : (title ?? '');
  return [number === null ? '' : `#${number}`, shownTitle].filter((part) => part !== '').join(' ');
}
