import { useEffect, useRef, useState } from 'preact/hooks';
import { takeFocus } from '../shell/keyboard.js';
import { isSearching } from '../shell/location.js';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly maxLength?: number;
  readonly placeholder?: string;
}

/** Searches when the person pauses, not for every letter. */
export function SearchBox({ label, value, onChange, maxLength = 500, placeholder = '' }: SearchBoxProps) {
  // Only until the pause; then the address says what is searched for.
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      onChange(text);
      setTyped(undefined);
    }, PAUSE_MS);
  };
  return (
    <label class="choice">
      <span>{label}</span>
      <input
        type="search"
        ref={isSearching() ? takeFocus : null}
        value={typed ?? value}
        maxLength={maxLength}
        placeholder={placeholder}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
    </label>
  );
}

const PAUSE_MS = 250;
