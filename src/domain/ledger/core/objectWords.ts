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

const PLURALS: Record<string, [string, string]> = {
  ISSUER: ['company', 'companies'],
  STAKEHOLDER: ['holder', 'holders'],
  STOCK_CLASS: ['share class', 'share classes'],
  STOCK_PLAN: ['equity plan', 'equity plans'],
  STOCK_LEGEND_TEMPLATE: ['legend', 'legends'],
  VESTING_TERMS: ['vesting schedule', 'vesting schedules'],
  VALUATION: ['valuation', 'valuations'],
  DOCUMENT: ['document', 'documents'],
  FINANCING: ['financing', 'financings'],
};

/** "VESTING_TERMS" -> "vesting schedules". */
export function objectsInWords(objectType: string, count: number): string {
  const [one, more] = PLURALS[objectType] ?? ['other object', 'other objects'];
  return count === 1 ? one : more;
}
