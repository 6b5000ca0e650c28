import type { SimulatedQuestion } from '../question.js';
import type { ScriptedModel } from '../scripted-model.js';

/** What one method came to on one question. */
export interface MethodRun {
  /** 1 for the right option, 0 for a wrong one or none; tied options share it. */
  readonly credit: number;
  readonly calls: number;
  readonly wrongToRight: number;
  readonly rightToWrong: number;
  readonly pressed: number;
  readonly gaveIn: number;
}

/** The credit, and what its models did on the way: a flip is a last answer other than the one it held privately. */
export function methodRun(credit: number, models: readonly ScriptedModel[], question: SimulatedQuestion): MethodRun {
  const count = (isCounted: (model: ScriptedModel) => boolean) => models.filter(isCounted).length;
  const sum = (of: (model: ScriptedModel) => number) => models.reduce((total, model) => total + of(model), 0);
  const isRight = (option: number | undefined) => option === question.right;
  const hasFlipped = ({ deeds, privately }: ScriptedModel) =>
    deeds.last !== undefined && deeds.last !== privately.option;
  return {
    credit,
    calls: sum(({ deeds }) => deeds.calls),
    wrongToRight: count((model) => hasFlipped(model) && isRight(model.deeds.last)),
    rightToWrong: count((model) => hasFlipped(model) && isRight(model.privately.option)),
    pressed: sum(({ deeds }) => deeds.pressed),
    gaveIn: sum(({ deeds }) => deeds.gaveIn),
  };
}

/** Options with the most votes share the credit: no method is told which of them to pick. */
export function creditOf(votes: readonly (number | undefined)[], right: number): number {
  const counts = new Map<number, number>();
  for (const vote of votes) if (vote !== undefined) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const highest = Math.max(0, ...counts.values());
  const leaders = [...counts].filter(([, count]) => count === highest).map(([option]) => option);
  return leaders.includes(right) ? 1 / leaders.length : 0;
}
