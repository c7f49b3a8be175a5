// Clears the errors of fields that a form no longer asks for.
import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';

/** Answers decide which fields are shown: errors of a field that is gone are cleared. */
export function useForgottenErrors(names: readonly string[], setProblem: (none: null) => void) {
  const { clearErrors } = useFormContext();
  const asked = names.join(' ');
  const before = useRef(asked);
  useEffect(() => {
    const gone = before.current.split(' ').filter((name) => !asked.split(' ').includes(name));
    before.current = asked;
    if (gone.length === 0) return;
    clearErrors(gone);
    setProblem(null);
  }, [asked, clearErrors, setProblem]);
}
