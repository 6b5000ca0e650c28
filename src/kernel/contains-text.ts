/** Whether a search finds a text: letters in either case, of every alphabet, which SQLite's `lower` does not know. */
export function containsText(text: string, search: string): boolean {
  return fold(text).includes(fold(search));
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
