// Where the price of a class comes from, in words. `last_round` without a day is the price on the class's own record.
export function priceSourceWord(source: 'valuation' | 'last_round' | 'issue', day: string | null): string {
  if (source === 'valuation') return 'Valuation';
  if (source === 'issue') return 'Issue price';
  return day === null ? 'Price of the class' : 'Last round';
}
