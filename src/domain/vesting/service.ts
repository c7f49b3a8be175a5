// When a holder's service to the company ended, as the stakeholder's changes of status tell it.

export type StatusChange = { effective_date: string; new_status: string };

/**
 * The day the service ended and did not begin again: nothing vests after it. Null while it goes on; a leave of absence
 * does not end it. `changes`: of one stakeholder up to the day that is asked about, later entries of one day last.
 */
export function serviceEndedOn(changes: readonly StatusChange[]): string | null {
  let ended: string | null = null;
  const inOrder = [...changes].sort((a, b) =>
    a.effective_date < b.effective_date ? -1 : a.effective_date > b.effective_date ? 1 : 0,
  );
  for (const { effective_date, new_status } of inOrder) {
    if (!new_status.startsWith('TERMINATION_')) ended = null;
    else ended ??= effective_date;
  }
  return ended;
}
