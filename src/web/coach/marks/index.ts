import type { Extension } from '@codemirror/state';
import { comments } from './comments.js';
import { lineMarks } from './line-marks.js';
import { marksField } from './marks-field.js';
import { markTexts } from './open-mark.js';
import { theme } from './theme.js';

/** What the coach points at in a file. `showMarks` says what; `dismiss` is called for a comment that the person closes. */
export function coachMarks(dismiss: (id: string) => void): Extension {
  return [marksField, lineMarks, comments(dismiss), markTexts, theme];
}
