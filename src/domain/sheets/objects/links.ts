// Q16: what became of a security that ended, where the file shows it: a transfer, an exercise, a conversion. Each is proposed and
// asked about; without a yes the one ends and the other is issued.
import { grouped } from '#src/domain/figures/decimal.ts';
import type { Link, Question } from '../reading.ts';
import { securityKey } from '../records/collect.ts';
import type { Option, Security, Stock } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import type { People } from '../people/holders.ts';
import type { Classes } from './classes.ts';

export interface ProposedLink extends Link {
  source: Security;
  target: Stock;
  isAccepted: boolean;
}

export interface Links {
  all: ProposedLink[];
  questions: Question[];
  of: (source: Security) => ProposedLink | undefined;
}

const LINK_WORDS: Record<Link['as'], string> = {
  transfer: 'a transfer',
  exercise: 'an exercise',
  conversion: 'a conversion',
};

export function linksOf(
  securities: readonly Security[],
  { holderOf }: People,
  classes: Classes,
  tables: readonly MeantTable[],
  answers: Readonly<Record<string, string>>,
  made: ReadonlyMap<Security, Stock> = new Map(),
): Links {
  const ofExercise = new Set(made.values());
  const stock = securities.filter((each): each is Stock => each.kind === 'stock' && !ofExercise.has(each));
  const byNumber = new Map(stock.filter(({ number }) => number !== '').map((each) => [securityKey(each.number), each]));
  const holder = (each: Security) => holderOf[each.holder]!;
  const classOf = ({ class_name }: Stock) => classes.named(class_name).key;
  const byDay = Map.groupBy(stock, (each) => `${classOf(each)} ${each.date} ${each.quantity}`);
  const byHolder = Map.groupBy(stock, (each) => `${holder(each)} ${each.quantity}`);
  const taken = new Set<Stock>();
  const links: Links = { all: [], questions: [], of: () => undefined };

  const propose = (source: Security, target: Stock, as: Link['as']) => {
    taken.add(target);
    const [from, to] = [source, target].map(nameOf) as [string, string];
    const id = `security_link:${from}>${to}`;
    const answer = answers[id] ?? null;
    const table = tables[source.place.table];
    links.all.push({ from, to, as, source, target, isAccepted: answer === 'yes' });
    links.questions.push({
      id,
      code: 'security_link',
      text: `Did ${to} (${grouped(target.quantity)}) come from ${from} by ${LINK_WORDS[as]}?`,
      tab: table?.tab ?? null,
      column: table?.columns.find(({ field }) => field === 'security_id')?.letters ?? null,
      rows: [source.place.row],
      choices: [
        { value: 'yes', label: `Yes, by ${LINK_WORDS[as]}` },
        { value: 'no', label: `No, ${from} ended and ${to} was issued separately` },
      ],
      answer,
    });
  };
  const free = (candidates: readonly Stock[] | undefined, isFit: (target: Stock) => boolean): Stock | null => {
    if ((candidates?.length ?? 0) > CANDIDATES_MAX) return null;
    const fit = (candidates ?? []).filter((each) => !taken.has(each) && isFit(each));
    return fit.length === 1 ? fit[0]! : null;
  };

  for (const source of securities) {
    if (made.has(source)) continue;
    const named = source.destination === '' ? undefined : byNumber.get(securityKey(source.destination));
    if (source.kind === 'convertible') {
      if (
        source.converted_on !== null &&
        named &&
        !taken.has(named) &&
        named.date === source.converted_on &&
        holder(named) === holder(source)
      )
        propose(source, named, 'conversion');
    } else if (source.kind === 'option') {
      const target =
        exercised(source, named) ??
        free(byHolder.get(`${holder(source)} ${source.exercised}`), (each) => isExerciseOf(source, each));
      if (source.exercised > 0n && target && !taken.has(target) && holder(target) === holder(source))
        propose(source, target, 'exercise');
    } else if (source.kind === 'stock' && source.ended_on !== null) {
      const moved = source.cancelled ?? (source.outstanding === null ? null : source.quantity - source.outstanding);
      if (moved === null || moved <= 0n) continue;
      if (/transfer|sold|sale|gift/i.test(source.reason)) {
        const isFit = (each: Stock) => each !== source && holder(each) !== holder(source);
        const target =
          named && named.date === source.ended_on && named.quantity === moved && isFit(named)
            ? named
            : free(byDay.get(`${classOf(source)} ${source.ended_on} ${moved}`), isFit);
        if (target && !taken.has(target)) propose(source, target, 'transfer');
      } else if (
        /conver/i.test(source.reason) &&
        named &&
        !taken.has(named) &&
        named.date === source.ended_on &&
        holder(named) === holder(source) &&
        classOf(named) !== classOf(source)
      )
        propose(source, named, 'conversion');
    }
  }
  const bySource = new Map(links.all.map((link) => [link.source, link]));
  for (const [source, target] of made)
    bySource.set(source, { from: nameOf(source), to: '', as: 'exercise', source, target, isAccepted: true });
  links.of = (source) => bySource.get(source);
  return links;
}

/** Of more than these none stands out. */
const CANDIDATES_MAX = 20;

const nameOf = ({ number, place }: Security): string => number || `row ${place.row}`;

/** The certificate that an exercise may have become; null where no certificate of the file is one. */
export function exerciseTarget(source: Option, stock: readonly Stock[], holderOf: readonly number[]): Stock | null {
  const key = source.destination === '' ? null : securityKey(source.destination);
  const named = key === null ? undefined : stock.find(({ number }) => number !== '' && securityKey(number) === key);
  const isOwn = (each: Stock) => holderOf[each.holder] === holderOf[source.holder];
  const byName = exercised(source, named);
  if (byName && isOwn(byName)) return byName;
  const fitting = stock.filter(
    (each) => each.quantity === source.exercised && isOwn(each) && isExerciseOf(source, each),
  );
  return fitting.length === 1 ? fitting[0]! : null;
}

const exercised = (source: Option, named: Stock | undefined): Stock | null =>
  named && named.quantity === source.exercised && named.date >= source.date ? named : null;

/** An exercise gives shares at the exercise price, on or after the grant. */
function isExerciseOf({ strike, date }: Option, target: Stock): boolean {
  const isPaid = strike === null || target.price === null || target.price.amount === strike.amount;
  return isPaid && target.date >= date;
}
