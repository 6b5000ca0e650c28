import type { NamePattern } from '../name-pattern.js';

/** What find is asked to test, as it was understood. */
export type Expression =
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not'; readonly of: Expression }
  | Test;

export type Test =
  | { readonly kind: 'always' | 'never' | 'print' }
  | { readonly kind: 'empty-file' }
  | { readonly kind: 'name' | 'path'; readonly pattern: NamePattern }
  | { readonly kind: 'type'; readonly types: readonly FileType[] }
  | { readonly kind: 'size'; readonly compare: Comparison; readonly count: number; readonly unit: SizeUnit }
  | { readonly kind: 'age'; readonly compare: Comparison; readonly count: number; readonly unit: 'days' | 'minutes' }
  | { readonly kind: 'newer'; readonly than: string };

export type Comparison = 'less' | 'exactly' | 'more';
export const FILE_TYPES = { f: 'file', d: 'folder', l: 'link' } as const;
export type FileType = keyof typeof FILE_TYPES;
export const SIZE_UNITS = { c: 1, w: 2, b: 512, k: 1024, M: 1024 ** 2, G: 1024 ** 3 } as const;
export type SizeUnit = keyof typeof SIZE_UNITS;

export interface FindRequest {
  readonly operands: readonly string[];
  readonly expression: Expression;
  /** Where it stands in the expression; without it everything that passes is printed. */
  readonly hasPrint: boolean;
  readonly minDepth: number;
  readonly maxDepth: number;
}

/** The tests in it, in order. */
export function testsIn(expression: Expression): Test[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return [...testsIn(expression.left), ...testsIn(expression.right)];
    case 'not':
      return testsIn(expression.of);
    case 'always':
    case 'never':
    case 'print':
    case 'empty-file':
    case 'name':
    case 'path':
    case 'type':
    case 'size':
    case 'age':
    case 'newer':
      return [expression];
  }
}
