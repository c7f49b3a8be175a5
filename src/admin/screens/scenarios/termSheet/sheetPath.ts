/** The address of a round's summary, or of the scenario itself; of an earlier version where one is open. */
export function withSheet(parameters: URLSearchParams, step: number | null): string {
  const next = new URLSearchParams(parameters);
  if (step === null) next.delete('sheet');
  else next.set('sheet', String(step));
  return next.size === 0 ? '' : `?${next.toString()}`;
}
