// What stands above a table: the company's name, the day, the class of a ledger.
import type { FoundTable } from './tables/findTables.ts';
import { classNameOf } from './meanings/headings.ts';
import { tidyName } from './values/cells.ts';
import { dayInTitle, withoutDay } from './values/days.ts';
import type { DateOrder } from './values/days.ts';

const TITLES =
  /\b(?:(?:summary|intermediate|detailed|pro[- ]?forma)\s+)?(?:cap(?:italization)?\s*table|equity ledger|share register|register of members|shareholder register|stock ledger|convertible ledger|warrant ledger|data warnings)\b.*$/i;
const REGISTERS =
  /^(?:aktienregister|aktienbuch|gesellschafterliste|anteilsregister|aksjeeierbok|aktiebok|ejerbog|registre des actionnaires|share register of|cap(?:italization)? table (?:of|for)|capitalization table)\s+/i;

const titlesOf = ({ above }: FoundTable): string[] =>
  above
    .flatMap(({ cells }) => cells.filter(({ kind }) => kind === 'text').map(({ text }) => tidyName(text)))
    .filter((text) => text.length <= 200);

/** The first day that a title names, of tables that are read before those that are hidden. */
export function dayOfFile(tables: readonly FoundTable[], order: DateOrder | null): string | null {
  for (const table of tables) {
    if (table.hidden) continue;
    for (const title of titlesOf(table)) {
      const day = dayInTitle(title, order);
      if (day !== null) return day;
    }
  }
  return null;
}

/** The company that the first title with one names; null where no title does. */
export function companyOfFile(tables: readonly FoundTable[]): string | null {
  for (const table of tables) {
    if (table.hidden || table.headingRows.length === 0) continue;
    for (const title of titlesOf(table)) {
      const isTitle = TITLES.test(title) || REGISTERS.test(title);
      if (!isTitle) continue;
      const name = withoutDay(title)
        .replace(REGISTERS, '')
        .replace(TITLES, '')
        .replace(/[\s–—:|-]+$/, '')
        .trim();
      if (name !== '') return name;
    }
  }
  return null;
}

/** "Larkspur Robotics, Inc. Common (CS) Ledger" -> "Common (CS)", where the company is known. */
export function classOfTitle(table: FoundTable, company: string | null): string | null {
  for (const title of titlesOf(table)) {
    const match = /^(.*)\bledger$/i.exec(title);
    if (!match) continue;
    const rest =
      company !== null && match[1]!.startsWith(company) ? match[1]!.slice(company.length).trim() : match[1]!.trim();
    const { code } = classNameOf(rest);
    if (code !== null) return company === null ? code : rest;
  }
  return null;
}
