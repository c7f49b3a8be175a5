// The strength of a new password, shown while it is typed. Its code, with the list of common passwords, is loaded then.
import { say } from '../words/say.ts';
import { useEffect, useState } from 'react';
import type { Strength, strengthOf } from './passwordStrength.ts';

type Estimate = typeof strengthOf;

const WORDS: Record<Strength['score'], string> = {
  0: say`Very weak`,
  1: say`Weak. Add a word or two: longer is stronger.`,
  2: say`Fair. Another word makes it stronger.`,
  3: say`Good`,
  4: say`Strong`,
};

interface PasswordStrengthProps {
  password: string;
  /** Names, email address and companies of the person, of which it must not be made. */
  known: readonly (string | null | undefined)[];
}

/**
 * Its place is there from the first character on, so that nothing below moves under a pointer when the code arrives. It stays empty
 * where the code does not arrive: the server checks the password anyway.
 */
export function PasswordStrength({ password, known }: PasswordStrengthProps) {
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  const isAsked = password !== '';
  useEffect(() => {
    if (!isAsked) return;
    void import('./passwordStrength.ts').then(
      (loaded) => setEstimate(() => loaded.strengthOf),
      (cause: unknown) => console.error('The strength of the password is not shown', cause),
    );
  }, [isAsked]);
  if (!isAsked) return null;
  const strength = estimate?.(password, known);
  return (
    <div className="strength" data-score={strength?.score}>
      <span className="bars" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </span>
      <p aria-live="polite">{strength && (strength.problem ?? WORDS[strength.score])}</p>
    </div>
  );
}
