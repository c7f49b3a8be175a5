// Headings of the time to exercise after leaving: "PTEP", "Exercise window (death)", "Post-termination exercise period for cause (days)".
import type { ServiceEnd } from '../../serviceEnd.ts';

const WINDOW =
  /\bptep?\b|\bpost[- ]?(?:termination|service|employment|separation)\b.*\b(?:exercis|exp\b|expiration|window|period)|\b(?:exercis\w*|exp\.?|termination)\b.*\b(?:window|period)\b|\b(?:window|period|time)\b.* to exercise\b/;
/** Days on which something ends, and what is exercised before it vests. */
const OTHER = /\b(?:date|day it|end of|ends|until|early|vest\w*|vesting|notice|open(?:s|ed)?)\b/;

/** The reasons that a heading names, parted by blanks; empty for none. Null for a heading of something else. */
export function windowOfHeading(heading: string): string | null {
  const text = heading.slice(0, 200).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
  if (!WINDOW.test(text) || OTHER.test(text)) return null;
  const reasons = reasonsOf(text);
  // "Expiration period" alone may be the life of the grant.
  if (reasons.length === 0 && !/\bptep?\b|exercis/.test(text)) return null;
  return reasons.join(' ');
}

function reasonsOf(text: string): ServiceEnd[] {
  const reasons: ServiceEnd[] = [];
  let rest = text;
  const take = (words: RegExp, reason: ServiceEnd) => {
    if (!words.test(rest)) return;
    rest = rest.replace(words, ' ');
    reasons.push(reason);
  };
  take(/\bdeath\b|\bdeceased\b|\bdied\b/, 'INVOLUNTARY_DEATH');
  take(/\bdisab\w+/, 'INVOLUNTARY_DISABILITY');
  take(/\bretire\w*/, 'VOLUNTARY_RETIREMENT');
  take(/\bgood (?:reason|cause)\b/, 'VOLUNTARY_GOOD_CAUSE');
  take(/\b(?:without|not for|no|other than for) cause\b/, 'INVOLUNTARY_OTHER');
  take(/\bcause\b/, 'INVOLUNTARY_WITH_CAUSE');
  const isNarrower = reasons.length > 0;
  const isInvoluntary = /\binvoluntar\w*|\bdismiss\w*/.test(rest);
  rest = rest.replace(/\binvoluntar\w*/g, ' ');
  const isVoluntary = /\bvoluntar\w*|\bresign\w*|\bquit\w*/.test(rest);
  // "Involuntary (death)" and "Voluntary retirement" are the narrower reason alone.
  if (isInvoluntary && !reasons.some((each) => each.startsWith('INVOLUNTARY_'))) reasons.push('INVOLUNTARY_OTHER');
  if (isVoluntary && !(isNarrower && reasons.some((each) => each.startsWith('VOLUNTARY_'))))
    reasons.push('VOLUNTARY_OTHER');
  return reasons;
}
