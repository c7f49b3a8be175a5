// Reasons why a holder's service ended: the format's codes, which decide the exercise window, and our words for them.

/** As a screen shows it. */
export const SERVICE_ENDS = {
  VOLUNTARY_OTHER: 'Left',
  VOLUNTARY_GOOD_CAUSE: 'Left for good cause',
  VOLUNTARY_RETIREMENT: 'Retired',
  INVOLUNTARY_OTHER: 'Dismissed',
  INVOLUNTARY_DEATH: 'Died',
  INVOLUNTARY_DISABILITY: 'Disability',
  INVOLUNTARY_WITH_CAUSE: 'Dismissed for cause',
} as const;
export type ServiceEnd = keyof typeof SERVICE_ENDS;
export const SERVICE_END_CODES = Object.keys(SERVICE_ENDS) as [ServiceEnd, ...ServiceEnd[]];

export const isServiceEnd = (text: string): text is ServiceEnd => Object.hasOwn(SERVICE_ENDS, text);

/** "End of service: VOLUNTARY_OTHER" -> "End of service: Left". Entries of earlier versions, and of packages, hold the code. */
export const reasonInWords = (reason: string): string =>
  reason.replaceAll(/\b(?:TERMINATION_)?((?:IN)?VOLUNTARY_[A-Z_]+)\b/g, (written, code: string) =>
    isServiceEnd(code) ? SERVICE_ENDS[code] : written,
  );
