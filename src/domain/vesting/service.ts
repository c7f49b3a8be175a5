// When a holder's service to the company ended, as the stakeholder's changes of status tell it.

export type StatusChange = { effective_date: string; new_status: string };

/**
 * The day the service ended after a grant was made, and did not begin again: nothing of it vests after that day. Null while
 * service goes on. A later ending moves the day; only ACTIVE begins again, also on the same day; a leave changes nothing.
 * `changes`: of one stakeholder. `grantedOn`: what ended before that has no bearing on the grant.
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
