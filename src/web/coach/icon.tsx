/** Drawn with one line of the color of the text around it. */
export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

const PATHS = {
  newFile: 'M9 2H4v12h8V5L9 2v3h3M8 7.5v4M6 9.5h4',
  newFolder: 'M2 3.5h4l1.5 2H14v7.5H2zM8 7.5v4M6 9.5h4',
  rename: 'M3 13l.8-3.2 7.2-7.2 2.4 2.4-7.2 7.2zM9.5 4.1l2.4 2.4',
  remove: 'M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.6 9h5.8l.6-9M7 7v4M9 7v4',
  restore: 'M3 3v3.5h3.5M3.2 6.5A5.2 5.2 0 1 1 3 9.5M8 5.5v3l2 1.2',
  collapse: 'M4 2.5l4 4 4-4M4 13.5l4-4 4 4',
} as const;
