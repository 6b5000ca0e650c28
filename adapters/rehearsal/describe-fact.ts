import { type Decision, supportOf, weightOf } from './decide.js';
import type { Option } from './find-options.js';
import type { Fact } from './gather-facts.js';

/**
 * `for A, already there: "We run A." (Context, line 1)`. Other voices read facts back from this form. Facts that
 * stand in one sentence and point the same way share a line; below a heading that names the option it is left out.
 */
export function describeFacts(facts: readonly Fact[], under?: Option): string[] {
  const lines = new Map<string, Fact[]>();
  for (const fact of facts) {
    const key = [fact.quote, fact.where, fact.option.text, fact.direction].join('\n');
    lines.set(key, [...(lines.get(key) ?? []), fact]);
  }
  return [...lines.values()].map(([first, ...rest]) => {
    if (first === undefined) return '';
    const meanings = list([first, ...rest].map(meaningOf));
    return `${first.option === under ? '' : `${sideOf(first)}, `}${meanings}: ${cite(first)}`;
  });
}

export function cite({ quote, where }: { readonly quote: string; readonly where: string }): string {
  return `"${quote}" (${where.replace(/[()]/g, ' ')})`;
}

export function sideOf({ direction, option }: Fact): string {
  return `${direction > 0 ? 'for' : 'against'} ${nameOf(option)}`;
}

/** An option of several words is set in quotes: otherwise a sentence cannot be read around it. */
export function nameOf({ text }: Option): string {
  return text.includes(' ') ? `'${text}'` : text;
}

export function meaningOf({ concern, direction, weight, where }: Fact): string {
  const isFor = direction > 0;
  if (weight < 1 && where === 'Question') return isFor ? 'worded as keeping what is there' : 'worded as a change';
  if (weight < 1) return "named in the project's files";
  switch (concern) {
    case 'existing':
      return isFor ? 'already there' : 'not part of what is there';
    case 'reversal':
      return isFor ? 'can be undone' : 'hard to undo';
    case 'risk':
      return isFor ? 'said to be safe' : 'a stated risk';
    case 'effort':
      return isFor ? 'little work' : 'more work';
    case 'need':
      return isFor ? 'meets a stated need' : 'falls short of a stated need';
  }
}

/** "by weight, 2 speaks for it and 0.5 against". */
export function balanceOf({ choice, counted }: Decision): string {
  const pro = weightOf(counted.filter((fact) => supportOf(fact, choice) > 0));
  const contra = weightOf(counted.filter((fact) => supportOf(fact, choice) < 0));
  return `by weight, ${pro} for it and ${contra === 0 ? 'nothing' : contra} against`;
}

export function list(texts: readonly string[], joint = 'and'): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${joint} ${texts.at(-1)}`;
}
