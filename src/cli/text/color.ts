import type { OutputStream, Shell } from '../shell.js';

/** Colors add no information, so that the text is complete without them. */
export type Color = (tone: Tone, text: string) => string;
export type Tone = 'good' | 'bad' | 'caution' | 'strong' | 'quiet';

export const noColor: Color = (_tone, text) => text;

export const ansiColor: Color = (tone, text) => (text === '' ? '' : `\u001b[${CODES[tone]}m${text}\u001b[0m`);

export function colorFor(stream: OutputStream, environment: Shell['environment']): Color {
  const unwanted = (environment.NO_COLOR ?? '') !== '' || environment.TERM === 'dumb';
  return stream.isTerminal && !unwanted ? ansiColor : noColor;
}

const CODES: Readonly<Record<Tone, number>> = { good: 32, bad: 31, caution: 33, strong: 1, quiet: 2 };
