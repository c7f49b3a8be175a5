// Headings of what holders were granted under a plan, by the plan's name: "Options 2019 Plan", "2021 Plan", "Options (2021 Plan)".

const OUTSTANDING_UNDER = /^(?:stock )?options?(?: and rsus?| and rsu's)? outstanding under (.+)$/i;

const AWARD = String.raw`(?:(?:stock|share|employee)[ -])?(?:options?|optionen|opciones|opções|opzioni|opties|opsjoner|optioner|rsus?|rsu's|grants?|awards?)`;
const AWARDS = String.raw`(?:(?:granted|outstanding) )?${AWARD}(?:(?: and | & |\/)${AWARD})?(?: (?:granted|outstanding|held|awarded))*|granted`;

/** Nothing but options. */
const OPTIONS = new RegExp(String.raw`^(?:${AWARDS})$`, 'i');
const BEFORE = new RegExp(
  String.raw`^(?:${AWARDS})\s*(?:[-–—:/,]|\b(?:under|from|of|in|der|du|del|dal)\b(?: the\b)?)?\s+(.+)$`,
  'i',
);
const AFTER = new RegExp(String.raw`^(.+?)\s*[-–—:/,]?\s+(?:${AWARDS})$`, 'i');
const BRACKETED = /^([^()]*)\(([^()]+)\)([^()]*)$/;

const PLAN =
  /(?<!\p{L})(?:plan|scheme|program(?:me)?|esop|eip|vsop|psop|plano|plane|optionsplan|optionsprogramm)(?!\p{L})/iu;
/** What tells one plan from another: a year, or what it is a plan of. */
const OWN = /\d{2,4}|\b(?:equity|stock|share|incentive|ownership|omnibus|management|[a-z]*aktien[a-z]*)\b/i;
/** Figures of a plan that are not what somebody was granted, other plans, and texts about a plan. */
const NO_GRANT =
  /availab|unissued|unallocated|reserv|remaining|unused|vest|exercis|forfeit|cancel|expir|laps|price|strike|date|size|name|type|number|total|\bsum\b|value|cost|percent|%|pension|business|health|common|preferred|ordinary|series|\bids?\b|\bno\b|\bpool\b|author/i;

/** The plan whose grants stand under a heading; null for any other heading. */
export function planOfHeading(heading: string): string | null {
  const text = heading.slice(0, 200).normalize('NFKC').replace(/’/g, "'").replace(/\s+/g, ' ').trim();
  const outstanding = OUTSTANDING_UNDER.exec(text)?.[1];
  if (outstanding) return outstanding;
  const bracketed = BRACKETED.exec(text);
  if (bracketed) {
    const outside = `${bracketed[1]} ${bracketed[3]}`.replace(/\s+/g, ' ').trim();
    const inside = bracketed[2]!.trim();
    if (OPTIONS.test(outside)) return isPlan(inside) ? inside : null;
    return OPTIONS.test(inside) && isPlan(outside) ? outside : null;
  }
  const [under, of] = [BEFORE.exec(text)?.[1], AFTER.exec(text)?.[1]];
  return [under, of, text].find((name) => name !== undefined && isPlan(name)) ?? null;
}

const isPlan = (name: string): boolean =>
  PLAN.test(name) && OWN.test(name) && !NO_GRANT.test(name) && !OPTIONS.test(name);
