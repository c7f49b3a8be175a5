// A day that is sent once it is whole: on leaving the field, or on Enter.
import { useState } from 'react';

interface DayBoxProps {
  label: string;
  value: string | null;
  onDay: (day: string) => void;
  isDisabled?: boolean;
}

export function DayBox({ label, value, onDay, isDisabled = false }: DayBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const send = () => {
    if (typed && typed !== value) onDay(typed);
    setTyped(null);
  };
  return (
    <input
      type="date"
      className="input"
      aria-label={label}
      value={typed ?? value ?? ''}
      max="9999-12-31"
      disabled={isDisabled}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={send}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send();
      }}
    />
  );
}
