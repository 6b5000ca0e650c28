import { plainLine } from '../../kernel/plain-text.js';

/** `sonnet@claude` is shown as `sonnet` where that names one participant only. */
export function shortNames(participants: readonly string[]): ReadonlyMap<string, string> {
  const shortened = participants.map(shorten);
  const isAmbiguous = new Set(shortened).size < participants.length;
  return new Map(participants.map((name, index) => [name, plainLine(isAmbiguous ? name : (shortened[index] ?? name))]));
}

function shorten(participant: string): string {
  const at = participant.lastIndexOf('@');
  const model = participant.slice(0, at);
  // "default" says nothing about who it is: then the tool's name is the better one.
  if (at <= 0 || model === 'default') return participant.slice(at + 1);
  const repetition = /#\d+$/.exec(participant)?.[0] ?? '';
  return model + repetition;
}
