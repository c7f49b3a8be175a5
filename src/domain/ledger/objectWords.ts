// The kinds of objects in words: what a finding and a screen call them.

/** A status alone might be anybody's. */
const changes: Record<string, string> = {
  CE_STAKEHOLDER_STATUS: 'Status of a stakeholder',
  CE_STAKEHOLDER_RELATIONSHIP: 'Relationship of a stakeholder',
};

/** "TX_STOCK_CLASS_SPLIT" -> "Stock class split"; "STAKEHOLDER" -> "Stakeholder". */
export function objectWord(objectType: string): string {
  const change = changes[objectType];
  if (change) return change;
  const words = objectType
    .replace(/^(TX|CE)_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
