/** Notes when keys are pressed. The returned function says whether the person is typing in a text right now. */
export function watchKeys(): () => boolean {
  let pressedAt = Number.NEGATIVE_INFINITY;
  addEventListener('keydown', () => (pressedAt = performance.now()), { capture: true });
  return () => performance.now() - pressedAt < TYPING_MS && hasTextFocus();
}

const TYPING_MS = 5_000;

/** The editors are in shadow roots. */
function hasTextFocus(): boolean {
  return document.activeElement?.shadowRoot?.activeElement != null;
}
