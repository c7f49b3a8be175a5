// The main button of a form. While busy, it keeps its width and shows a spinner and what is going on.

interface SubmitButtonProps {
  label: string;
  busyLabel: string;
  busy: boolean;
  /** Whether the form's enabling rule is met. */
  ready: boolean;
  className?: string;
}

export function SubmitButton({ label, busyLabel, busy, ready, className = 'wide tall' }: SubmitButtonProps) {
  return (
    <button type="submit" className={`btn primary ${className}${busy ? ' is-busy' : ''}`} disabled={busy || !ready}>
      {busy && <span className="spin" aria-hidden="true" />}
      {busy ? busyLabel : label}
    </button>
  );
}
