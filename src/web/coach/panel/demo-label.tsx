/** Wherever something is shown that looks like the work of a model and is not. */
export function DemoLabel() {
  return <span class="tag warn">demo coach, no model</span>;
}
