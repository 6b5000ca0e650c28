/** A message for a client: of an absolute path only the last part is left, because the rest reveals details of the machine. */
export function withoutPaths(message: string): string {
  return message.replace(/(?<![\w.:/-])(?:[A-Za-z]:)?(?:[\\/][\w.@ +-]+){2,}/g, (path) => {
    const parts = path.split(/[\\/]/);
    return `…/${parts.at(-1) ?? ''}`;
  });
}
