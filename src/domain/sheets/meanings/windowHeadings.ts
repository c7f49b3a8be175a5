// Headings of the time to exercise after leaving: "PTEP", "Exercise window (death)", "Post-termination exercise period for cause (days)".
import { serviceEndsIn } from '#src/domain/serviceEnd.ts';

const WINDOW =
  /\bptep?\b|\bpost[- ]?(?:termination|service|employment|separation)\b.*\b(?:exercis|exp\b|expiration|window|period)|\b(?:exercis\w*|exp\.?|termination)\b.*\b(?:window|period)\b|\b(?:window|period|time)\b.* to exercise\b/;
/** Days on which something ends, and what is exercised before it vests. */
const OTHER = /\b(?:date|day it|end of|ends|until|early|vest\w*|vesting|notice|open(?:s|ed)?)\b/;

/** The reasons that a heading names, parted by blanks; empty for none. Null for a heading of something else. */
export function windowOfHeading(heading: string): string | null {
  const text = heading.slice(0, 200).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
  if (!WINDOW.test(text) || OTHER.test(text)) return null;
  const reasons = serviceEndsIn(text);
  // "Expiration period" alone may be the life of the grant.
  if (reasons.length === 0 && !/\bptep?\b|exercis/.test(text)) return null;
  return reasons.join(' ');
}
