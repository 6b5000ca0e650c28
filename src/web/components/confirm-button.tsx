import { useState } from 'preact/hooks';

interface ConfirmButtonProps {
  readonly label: string;
  /** What a screen reader hears, where the label alone is not enough. */
  readonly name?: string;
  readonly question: string;
  readonly isDisabled?: boolean;
  readonly onConfirm: () => void;
}

/** Asks once more in its own row: nothing is deleted by one click. */
export function ConfirmButton({ label, name, question, isDisabled = false, onConfirm }: ConfirmButtonProps) {
  const [isAsking, ask] = useState(false);
  const confirm = () => {
    ask(false);
    onConfirm();
  };
  if (!isAsking) {
    return (
      <button type="button" disabled={isDisabled} aria-label={name} onClick={() => ask(true)}>
        {label} …
      </button>
    );
  }
  return (
    <span>
      {question}{' '}
      <button type="button" class="danger" onClick={confirm}>
        {label}
      </button>{' '}
      <button type="button" onClick={() => ask(false)}>
        Keep
      </button>
    </span>
  );
}
