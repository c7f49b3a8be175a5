// Texts that the server puts together of words and names, in another language. Names may have anything in them, and stay as
// they are.
import { ownReworded, reworded } from '#server/words/reworded.ts';
import { inLocale } from '#server/words/inLocale.ts';
import { say } from '#src/words/say.ts';

/** In: to whom a thread is: "You", "The company, from Ada", "Ada and Bo", "Ada, Bo and 3 more". */
export function addresseesReworded(text: string, locale: string): string {
  const [names = '', more] = /^(.*) and (\d+) more$/s.exec(text)?.slice(1) ?? [];
  const [one, other, third] = text.split(' and ');
  const from = /^The company, from (.*)$/s.exec(text)?.[1];
  return inLocale(locale, () => {
    if (from !== undefined) return say`The company, from ${from}`;
    if (more !== undefined) return say`${names} and ${more} more`;
    // Of two "and", one may be a part of a name.
    return other !== undefined && third === undefined ? say`${one} and ${other}` : reworded(text, locale);
  });
}

/** The subject of a thread that an account linked later sees (thread_view); any other was written by a person. */
export const subjectReworded = (text: string, locale: string): string =>
  text === 'Earlier conversation' ? inLocale(locale, () => say`Earlier conversation`) : text;

/** "From 2024-01-15, 1/12 after 1 year, then 1/48 each month, 36 times: 25 after 1 year, 50 after 2 years". */
const SCHEDULE = /^(?:From (\S+), )?(.+): (\S+ (?:after|on) .+)$/s;

/** What may be answered to a question about a spreadsheet. */
export function choiceReworded(text: string, locale: string): string {
  const own = (parts: string[]) => parts.map((each) => ownReworded(each, locale));
  const [, day, schedule, amounts] = SCHEDULE.exec(text) ?? [];
  if (schedule === undefined) return ownReworded(text, locale);
  return inLocale(locale, () => {
    const vesting = own(schedule.split(', then ')).join(say`, then `);
    const words = `${vesting}: ${own(amounts!.split(/, (?=\d)/)).join('; ')}`;
    return day === undefined ? words : say`From ${day}, ${words}`;
  });
}
