// The kinds of objects in words: what a finding and a screen call them.

/** "TX_STOCK_CLASS_SPLIT" -> "Stock class split"; "STAKEHOLDER" -> "Stakeholder". */
export function objectWord(objectType: string): string {
  const words = objectType
    .replace(/^(TX|CE)_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
