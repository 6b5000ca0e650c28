export const JSON_HELP = 'print JSON and nothing else';

export function example(line: string): string {
  return `\nExample:\n  ${line}`;
}
