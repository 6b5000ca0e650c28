import type { Constraint, Kata } from '../store/katas.js';

/** Null before the first review. */
export function bestLevel({ userAttempts }: Pick<Kata, 'userAttempts'>): number | null {
  const levels = userAttempts.flatMap(({ level }) => level ?? []);
  return levels.length === 0 ? null : Math.max(...levels);
}

/** A kata is solved once without constraints before the first of them is offered. */
export function isUnlocked({ minLevel }: Pick<Constraint, 'minLevel'>, best: number | null): boolean {
  return best !== null && minLevel <= best;
}
