// Reasons why a holder's service ended: the format's codes, which decide the exercise window, and our words for them.
import { say } from '../words/say.ts';

/** As a screen shows it. */
export const SERVICE_ENDS = {
  VOLUNTARY_OTHER: say`Left`,
  VOLUNTARY_GOOD_CAUSE: say`Resigned for good reason`,
  VOLUNTARY_RETIREMENT: say`Retired`,
  INVOLUNTARY_OTHER: say`Terminated without cause`,
  INVOLUNTARY_DEATH: say`Died`,
  INVOLUNTARY_DISABILITY: say`Disability`,
  INVOLUNTARY_WITH_CAUSE: say`Terminated for cause`,
} as const;
export type ServiceEnd = keyof typeof SERVICE_ENDS;
export const SERVICE_END_CODES = Object.keys(SERVICE_ENDS) as [ServiceEnd, ...ServiceEnd[]];

export const isServiceEnd = (text: string): text is ServiceEnd => Object.hasOwn(SERVICE_ENDS, text);

/** The reason that somebody wrote: a code, our words for it, or words that name one reason and no other. Null where they do not. */
export function serviceEndOf(written: string): ServiceEnd | null {
  const text = written.trim();
  const code = text.replace(/^TERMINATION_/, '');
  if (isServiceEnd(code)) return code;
  const small = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
  const labelled = SERVICE_END_CODES.find((each) => SERVICE_ENDS[each].toLowerCase() === small);
  if (labelled) return labelled;
  const named = serviceEndsIn(small);
  if (named.length > 0) return named.length === 1 ? named[0]! : null;
  return /^(?:has )?left\b/.test(small) ? 'VOLUNTARY_OTHER' : null;
}

/** The reasons that words in small letters name, such as those of a heading: "death or disability". */
export function serviceEndsIn(text: string): ServiceEnd[] {
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
  take(/\bcause\b|\bmisconduct\b|\bfraud\b/, 'INVOLUNTARY_WITH_CAUSE');
  const isNarrower = reasons.length > 0;
  const isInvoluntary = /\binvoluntar\w*|\bdismiss\w*|\blaid off\b|\blayoff\b|\bredundan\w*/.test(rest);
  rest = rest.replace(/\binvoluntar\w*/g, ' ');
  const isVoluntary = /\bvoluntar\w*|\bresign\w*|\bquit\w*/.test(rest);
  // "Involuntary (death)" and "Voluntary retirement" are the narrower reason alone.
  if (isInvoluntary && !reasons.some((each) => each.startsWith('INVOLUNTARY_'))) reasons.push('INVOLUNTARY_OTHER');
  if (isVoluntary && !(isNarrower && reasons.some((each) => each.startsWith('VOLUNTARY_'))))
    reasons.push('VOLUNTARY_OTHER');
  return reasons;
}

/** "End of service: VOLUNTARY_OTHER" -> "End of service: Left". Entries that came with a package hold the code. */
export const reasonInWords = (reason: string): string =>
  reason.replaceAll(/\b(?:TERMINATION_)?((?:IN)?VOLUNTARY_[A-Z_]+)\b/g, (written, code: string) =>
    isServiceEnd(code) ? SERVICE_ENDS[code] : written,
  );
