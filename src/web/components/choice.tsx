interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** Value and text. */
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}

/** One of a few, with its label. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
