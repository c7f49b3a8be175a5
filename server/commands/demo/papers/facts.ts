// What the documents of the sample company say of its ledger: days as they are written, and shares by the steps of its story.
import { decimal, grouped, groupedMoney, multiply, toFixed } from '#src/domain/figures/decimal.ts';
import { classes, company, holders, story } from '../company.ts';
import type { ClassKey, Day, Step } from '../company.ts';

export interface Facts {
  /** "4 October 2023" */
  day(day: Day): string;
  year(day: Day): number;
  isBefore(day: Day, other: Day): boolean;
  /** Outstanding at the end of a day, with all holders or with some. */
  shares(cls: ClassKey, on: Day, of?: readonly string[]): number;
  sharesBefore(cls: ClassKey, on: Day): number;
  authorized(cls: ClassKey, on: Day): number;
  authorizedBefore(cls: ClassKey, on: Day): number;
}

export const NAME = company.legal_name;
export const FOOT = 'Sample paper of an invented company';
export const FORMED: Day = [0, company.formed];
export const CLASSES = Object.keys(classes) as ClassKey[];

const written = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

export function factsOf(isoOf: (day: Day) => string): Facts {
  const steps = story.map((step) => ({ step, date: isoOf(step.on) }));
  const told = (day: Day, isWithDay: boolean) => {
    const last = isoOf(day);
    return steps.filter(({ date }) => date < last || (isWithDay && date === last)).map(({ step }) => step);
  };
  return {
    day: (day) => written.format(new Date(`${isoOf(day)}T00:00:00Z`)).replace(' ', SPACE),
    year: (day) => Number(isoOf(day).slice(0, 4)),
    isBefore: (day, other) => isoOf(day) < isoOf(other),
    shares: (cls, on, of) => sharesAfter(told(on, true), cls, of),
    sharesBefore: (cls, on) => sharesAfter(told(on, false), cls),
    authorized: (cls, on) => authorizedAfter(told(on, true), cls),
    authorizedBefore: (cls, on) => authorizedAfter(told(on, false), cls),
  };
}

function sharesAfter(steps: readonly Step[], cls: ClassKey, of?: readonly string[]): number {
  const held = new Map<string, number>();
  const add = (holder: string, shares: number) => held.set(holder, (held.get(holder) ?? 0) + shares);
  for (const step of steps.filter((each) => each.cls === cls)) {
    if (step.do === 'authorize') continue;
    if (step.do === 'issue') {
      for (const [holder, shares] of Object.entries(step.to)) add(holder, shares);
      continue;
    }
    // Without a number it is all that the holder has.
    const shares = step.shares ?? held.get(step.from) ?? 0;
    add(step.from, -shares);
    if (step.do === 'transfer') add(step.to, shares);
  }
  return sum((of ?? [...held.keys()]).map((holder) => held.get(holder) ?? 0));
}

function authorizedAfter(steps: readonly Step[], cls: ClassKey): number {
  const last = steps.findLast((step) => step.do === 'authorize' && step.cls === cls);
  return Number(last?.do === 'authorize' ? last.shares : classes[cls].authorized_shares);
}

export interface Purchase {
  holder: string;
  name: string;
  /** "SS-1" */
  certificate: string;
  shares: number;
}

/** Who was issued shares of a preferred class on the day of its first issue, in the order of the certificates. */
export function purchasesOf(cls: 'seed' | 'seriesA'): Purchase[] {
  const round = story.find((step) => step.do === 'issue' && step.cls === cls) as Extract<Step, { do: 'issue' }>;
  return Object.entries(round.to).map(([holder, shares], index) => ({
    holder,
    name: nameOf(holder),
    certificate: `${classes[cls].prefix}${index + 1}`,
    shares,
  }));
}

export const nameOf = (holder: string): string => holders[holder]!.slice(0, -1).join(' ');
export const isPerson = (holder: string): boolean => holders[holder]!.length === 3;
/** "Series A Preferred Stock" */
export const stockOf = (cls: ClassKey): string => `${classes[cls].name} Stock`;

export const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);
/** "1,250,000" */
export const count = (whole: number): string => grouped(decimal(whole));
/** "$1,000.00" for an amount in dollars. */
export const money = (amount: string | number): string => `$${groupedMoney(String(amount))}`;
/** What so many shares cost, "1000000.00". */
export const costOf = (shares: number, price: string): string =>
  toFixed(multiply(decimal(shares), decimal(price), 2, 'HALF_UP'), 2);

/** No line ends between the two. */
const SPACE = '\u00a0';
/** "Schedule 1" and the like on one line. */
export const tied = (text: string): string =>
  text.replaceAll(/(?<=\b(?:Schedule|[Ss]ection|Article|Rule)) (?=\d)/g, SPACE);
