/** `witan view` serves no editor: its key must not be able to change files of the project. */
export function NoCoachPage() {
  return (
    <>
      <h1>Coach</h1>
      <p class="empty">
        This page belongs to the coach. Run <code>witan coach</code> in your project.
      </p>
    </>
  );
}
