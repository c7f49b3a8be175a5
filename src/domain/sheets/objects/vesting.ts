// Vesting schedules as people write them: "1/48 monthly, 1 year cliff", "4yr/1yr cliff", "48 months monthly, no cliff", "M-48-12".

export interface Months {
  months: number;
  cliff_months: number;
}

const MONTHS_MAX = 240;

/** Null for a text that describes no schedule of months. */
export function scheduleOf(text: string): Months | null {
  const words = text.slice(0, 200).toLowerCase().replace(/[–—]/g, '-').trim();
  const code = /^m-(\d{1,3})-(\d{1,3})$/.exec(words);
  if (code) return checked(Number(code[1]), Number(code[2]));
  const noCliff = /\bno cliff\b|\bwithout (?:a )?cliff\b/.test(words);
  const cliff =
    /(\d{1,3})[\s-]*(years?|yrs?|y|months?|mos?|m)\b[\s-]*(?:of )?cliff/.exec(words) ??
    /cliff(?: of| after|:)?\s*(\d{1,3})[\s-]*(years?|yrs?|y|months?|mos?|m)\b/.exec(words);
  const rest = cliff ? words.replace(cliff[0], ' ') : words;
  const parts = /\b1\/(\d{1,3})\b/.exec(rest);
  const length = /(\d{1,3})[\s-]*(years?|yrs?|y|months?|mos?|m)\b/.exec(rest);
  const months = parts ? Number(parts[1]) : length ? inMonths(length[1]!, length[2]!) : 0;
  return checked(months, cliff && !noCliff ? inMonths(cliff[1]!, cliff[2]!) : 0);
}

const inMonths = (count: string, unit: string): number => Number(count) * (unit.startsWith('y') ? 12 : 1);

function checked(months: number, cliff_months: number): Months | null {
  return months > 0 && months <= MONTHS_MAX && cliff_months <= months ? { months, cliff_months } : null;
}
