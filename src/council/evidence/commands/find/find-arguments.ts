import type { Comparison, Expression, FindRequest } from './expression.js';

/** The expression for the real find, written anew from what was understood, every part in its own parentheses. */
export function findArguments({ expression, hasPrint }: FindRequest): string[] {
  const whole = spell(expression);
  return hasPrint ? whole : [...whole, '-a', '-print0'];
}

function spell(expression: Expression): string[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return ['(', ...spell(expression.left), expression.kind === 'and' ? '-a' : '-o', ...spell(expression.right), ')'];
    case 'not':
      return ['!', ...spell(expression.of)];
    case 'always':
      return ['-true'];
    case 'never':
      return ['-false'];
    case 'print':
      return ['-print0'];
    case 'empty-file':
      return ['(', '-type', 'f', '-a', '-size', '0c', ')'];
    case 'name':
      return [expression.pattern.ignoreCase ? '-iname' : '-name', expression.pattern.text];
    case 'path':
      return [expression.pattern.ignoreCase ? '-ipath' : '-path', expression.pattern.text];
    case 'type':
      return ['-type', expression.types.join(',')];
    case 'size':
      return ['-size', `${signOf(expression.compare)}${expression.count}${expression.unit}`];
    case 'age':
      return [expression.unit === 'days' ? '-mtime' : '-mmin', `${signOf(expression.compare)}${expression.count}`];
    case 'newer':
      return ['-newer', pathArgument(expression.than)];
  }
}

/** A path that the program cannot take for a flag. */
export function pathArgument(path: string): string {
  return path.startsWith('/') ? path : `./${path}`;
}

function signOf(compare: Comparison): string {
  return compare === 'less' ? '-' : compare === 'more' ? '+' : '';
}
