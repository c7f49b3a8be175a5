// When a holder's service to the company ended, by the stakeholder's changes of status.

export type StatusChange = { effective_date: string; new_status: string };

/**
 * The day on which service ended after a grant was made, after which nothing of the grant vests. Null while service goes on.
 * A later ending moves the day. ACTIVE begins service again, also on the same day. A leave changes nothing.
 * `changes`: those of one stakeholder. `grantedOn`: endings before this day do not concern the grant.
 */
export function serviceEndedOn(changes: readonly StatusChange[], grantedOn: string): string | null {
  const since = changes.filter(({ effective_date }) => effective_date >= grantedOn);
  const lastDayOf = (isIt: (status: string) => boolean) =>
    since.reduce<string | null>((last, { effective_date, new_status }) => {
      return isIt(new_status) && (last === null || effective_date > last) ? effective_date : last;
    }, null);
  const ended = lastDayOf((status) => status.startsWith('TERMINATION_'));
  const active = lastDayOf((status) => status === 'ACTIVE');
  return ended !== null && (active === null || active < ended) ? ended : null;
}
