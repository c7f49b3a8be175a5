// Describes what is recorded in currencies other than the company's next one.
export interface Recorded {
  currency: string;
  /** "certificate" */
  what: string;
  number: string;
}

/** "3 certificates, 1 grant and 2 valuations are recorded in EUR; 1 plan is recorded in GBP" */
export function inWords(recorded: readonly Recorded[]): string {
  return Object.entries(Object.groupBy(recorded, ({ currency }) => currency))
    .map(([currency, of]) =>
      countOf(of!) === 1 ? `${listOf(of!)} is recorded in ${currency}` : `${listOf(of!)} are recorded in ${currency}`,
    )
    .join('; ');
}

const countOf = (of: readonly Recorded[]) => of.reduce((sum, { number }) => sum + Number(number), 0);

function listOf(of: readonly Recorded[]): string {
  const counted = of.map(({ what, number }) => {
    if (number === '1') return `1 ${what}`;
    return `${number} ${what.endsWith('s') ? `${what}es` : `${what}s`}`;
  });
  return new Intl.ListFormat('en-GB').format(counted);
}
