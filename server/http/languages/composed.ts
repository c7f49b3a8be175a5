// Texts that the server puts together of words and names, in another language. Names may have anything in them, and stay as
// they are.
import { PAYMENT_TASKS } from '#server/commands/distributions/paymentTasks.ts';
import { lineReworded, ownReworded, reworded, wordIn } from '#server/words/reworded.ts';
import { nameOf } from '#src/domain/vesting/standardTerms.ts';
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
    if (other !== undefined && third === undefined) return say`${one} and ${other}`;
    // Any other is a name, which may be a word of ours.
    return text === 'You' || text === 'The company' ? reworded(text, locale) : text;
  });
}

/** "Grant RSU-1: something is wrong", of a dispute (server/commands/acknowledgements/dispute.ts). */
const DISPUTED = /^(Certificate|Grant|Convertible|Warrant) (\S.*): something is wrong$/s;

/** The subject of a thread that an account linked later sees (thread_view), or of a dispute; any other was written by a person. */
export function subjectReworded(text: string, locale: string): string {
  if (text === 'Earlier conversation') return inLocale(locale, () => say`Earlier conversation`);
  const [, noun, number] = DISPUTED.exec(text) ?? [];
  if (noun === undefined) return text;
  const security = `${wordIn(noun, locale) ?? noun} ${number}`;
  return inLocale(locale, () => say`${security}: something is wrong`);
}

interface TaskWords {
  title: string;
  description: string;
}

const IN_THREAD =
  /(?<=\n\nAnswer under Messages, in “)(.+)(?=”\. The task is completed when .+ or when the holder agrees\.$)/s;

/** A task that Sharebook made, for a payment that waits or for a dispute, is told by its description; any other stays as it is. */
export function taskReworded(task: TaskWords, locale: string): TaskWords {
  const { title, description } = task;
  const isForPayment = Object.values(PAYMENT_TASKS).some(
    (each) => each.title === title && each.description === description,
  );
  if (isForPayment) return { title: reworded(title, locale), description: reworded(description, locale) };
  if (!IN_THREAD.test(description)) return task;
  const own = reworded(
    description.replace(IN_THREAD, (subject) => subjectReworded(subject, locale)),
    locale,
  );
  // A language of holders alone has no words for the company's tasks.
  return IN_THREAD.test(own) ? task : { title: reworded(title, locale), description: own };
}

const IN_NAME = /^(?:All after )?(\d{1,3}) (year|month)s?(?:, (?:(\d{1,3})-(year|month) cliff|monthly))?$/;

/** "4 years, 1-year cliff", as Sharebook names a schedule (src/domain/vesting/standardTerms.ts); any other name stays. */
export function scheduleReworded(text: string, locale: string): string {
  const [, length, unit, cliffLength, cliffUnit] = IN_NAME.exec(text) ?? [];
  if (length === undefined) return text;
  const inMonths = (count: string, each: string) => Number(count) * (each === 'year' ? 12 : 1);
  const months = inMonths(length, unit!);
  const cliff = cliffLength === undefined ? 0 : inMonths(cliffLength, cliffUnit!);
  const own = text.startsWith('All') ? months : cliff;
  const isOurs = inLocale(null, () => nameOf(months, own)) === text;
  return isOurs ? inLocale(locale, () => nameOf(months, own)) : text;
}

/** What a version of a scenario changed: "Renamed to “Offer B”; 1 step added". A language of holders alone has no words for it. */
export function versionReworded(text: string, locale: string): string {
  if (wordIn('the typed start changed', locale) === undefined) return text;
  const own = (each: string) => ownReworded(`${each.charAt(0).toLowerCase()}${each.slice(1)}`, locale);
  const parts = text.startsWith('Created') ? [ownReworded(text, locale)] : text.split(/; (?![^“]*”)/).map(own);
  const whole = parts.join('; ');
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

/** "25,000.00 ÷ 0.5625 = 44,444 shares, and 0.50 in cash": the last line of how a convertible converts. */
const DIVIDED = /^([\d,.]+) ÷ ([\d,.]+) = ([\d,.]+ shares?)(?:, and ([\d,.]+) in cash)?$/;

/** A line of how a figure was calculated. */
export function formulaReworded(text: string, locale: string): string {
  const [, amount, price, shares, cash] = DIVIDED.exec(text) ?? [];
  if (amount === undefined || wordIn('By the cap: {1} ÷ {2} = {3}', locale) === undefined)
    return lineReworded(text, locale);
  const own = (part: string) => ownReworded(part, locale);
  const rest = cash === undefined ? '' : inLocale(locale, () => say`, and ${own(cash)} in cash`);
  return `${own(amount)} ÷ ${own(price!)} = ${own(shares!)}${rest}`;
}

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
