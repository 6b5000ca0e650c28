/** A file may put line ends and terminal commands into its keys; a message that repeats them stays one plain line. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, '?');
}
