import { AXES, type Axis } from '../vocabulary.js';

export { AXES, type Axis };

export function isAxis(text: string): text is Axis {
  return (AXES as readonly string[]).includes(text);
}
