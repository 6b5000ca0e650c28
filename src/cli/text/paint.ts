import type { CommandLinePorts, OutputStream } from '../ports.js';

/** Color says nothing that the words do not say: without it the same text is left. */
export type Paint = (tone: Tone, text: string) => string;
export type Tone = 'good' | 'bad' | 'caution' | 'strong' | 'quiet';

export const plainPaint: Paint = (_tone, text) => text;

export const colorPaint: Paint = (tone, text) => (text === '' ? '' : `\u001b[${CODES[tone]}m${text}\u001b[0m`);

export function paintFor(stream: OutputStream, environment: CommandLinePorts['environment']): Paint {
  const unwanted = (environment.NO_COLOR ?? '') !== '' || environment.TERM === 'dumb';
  return stream.isTerminal && !unwanted ? colorPaint : plainPaint;
}

const CODES: Readonly<Record<Tone, number>> = { good: 32, bad: 31, caution: 33, strong: 1, quiet: 2 };
