import { useRef } from 'preact/hooks';

interface NameFieldProps {
  readonly finish: (typed: string) => void;
  readonly name: string;
  readonly label: string;
}

/** Enter takes the name; Escape leaves everything as it was. */
export function NameField({ finish, name, label }: NameFieldProps) {
  const isDone = useRef(false);
  const end = (typed: string, field: HTMLElement) => {
    if (isDone.current) return;
    isDone.current = true;
    const tree = field.closest<HTMLElement>('[role=tree]');
    finish(typed);
    tree?.focus();
  };
  return (
    <input
      class="tree-field"
      aria-label={label}
      defaultValue={name}
      spellcheck={false}
      ref={selectName}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') end(event.currentTarget.value, event.currentTarget);
        if (event.key === 'Escape') end('', event.currentTarget);
      }}
      onBlur={(event) => end(event.currentTarget.value, event.currentTarget)}
    />
  );
}

/** The ending of a file stays, unless the person selects it, too. */
function selectName(field: HTMLInputElement | null): void {
  if (field === null || document.activeElement === field) return;
  field.focus({ preventScroll: true });
  const dot = field.value.lastIndexOf('.');
  field.setSelectionRange(0, dot > 0 ? dot : field.value.length);
}
