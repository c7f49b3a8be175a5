// Reads a grid: what its tables mean, what is wrong with them, what has to be asked, and the Open Cap Format objects that they
// make. Pure: the same file with the same answers gives the same reading.
import type { PersonRead } from './people/personRead.ts';
import { isIsoDate, isNearDate } from '../dates.ts';
import type { Finding, OcfObject, OcfTransaction } from '../ledger/core/types.ts';
import { corrected } from './corrections.ts';
import type { Grid } from './grid.ts';
import { placeKey } from './findings.ts';
import { ledgerFindingsOf } from './ledgerFindings.ts';
import type { FrozenDistribution } from './ledgerFindings.ts';
import { meantTables } from './meantTables.ts';
import type { Meant } from './meantTables.ts';
import { buildObjects } from './objects/build.ts';
import { classesOf } from './objects/classes.ts';
import { planClassOf, plansOf } from './objects/plans.ts';
import { Existing } from './objects/existing.ts';
import type { ExistingObjects } from './objects/existing.ts';
import { leftOutFindings, leftOutOf } from './leftOut.ts';
import { makeExercisedShares } from './objects/exercises.ts';
import { linksOf } from './objects/links.ts';
import { capsOf, pastMaturity } from './objects/terms.ts';
import type { KnownPayment, SheetDistribution } from './payments/distributions.ts';
import { pastPaymentsOf } from './payments/pastPayments.ts';
import { peopleOf } from './people/holders.ts';
import { matchPeople } from './people/known.ts';
import { ordered, publishedTable } from './publishedTables.ts';
import { publishedPeople } from './people/published.ts';
import { asOfQuestion, columnQuestions } from './questions.ts';
import type { Question, Reading, SheetAnswers, SheetFinding } from './reading.ts';
import { collect } from './records/collect.ts';
import { issuerOf } from './records/issuer.ts';
import { limitNames } from './records/nameLimits.ts';
import type { Records } from './records/records.ts';
import type { FileFacts, MeantTable } from './records/table.ts';
import { totalsOf } from './totals/totals.ts';
import type { Totals } from './totals/facts.ts';
import { ratiosOfColumns } from './totals/ratios.ts';
import { holderFacts } from './totals/holderFacts.ts';
import { addUnnamedGrants } from './totals/unnamedGrants.ts';
import { foldObjects, tieOutOf } from './totals/tieOut.ts';
import { questionId } from './values/forms.ts';

export interface SheetOptions extends SheetAnswers {
  /** The day that counts where neither the file nor an answer names one. */
  today: string;
  /** For amounts whose currency the file does not say. */
  currency: string;
  /** The id of an object, from a key that is the same each time. It belongs to the company: two of them never share one. */
  idOf: (key: string) => string;
  /** What the company has already. Only what is new or changed is written then. */
  existing?: ExistingObjects;
  /** Distributions whose lines do not change any more. */
  frozen?: readonly FrozenDistribution[];
  /** What holders were paid already, or are to be paid. */
  knownPayments?: readonly KnownPayment[];
}

export interface SheetResult {
  reading: Reading;
  /** Every holder of the file, beside the company's shareholders. */
  people: PersonRead[];
  /** Holders, classes, plans and vesting schedules; then what happened. */
  statics: OcfObject[];
  transactions: OcfTransaction[];
  /** Distributions of the past with their payments. The format has no such objects, so they go beside its package. */
  distributions: SheetDistribution[];
  /** What the ledger's own rules say of them. */
  ledger: Finding[];
}

export function readSheet(file: Grid, options: SheetOptions): SheetResult {
  const { grid, corrections } = corrected(file, options.cells);
  const answers = options.answers ?? {};
  const meant = meantTables(grid, options);
  const { tables, source } = meant;
  const as_of = options.as_of ?? dayAnswered(answers) ?? meant.day;
  const day = as_of ?? options.today;
  const issuer = issuerOf(tables, meant.company ?? '', meant.words.eventOf);
  const days = { today: options.today, day };
  const collected = collect(tables, { ...factsOf(meant, days, answers), issuer: issuer.key });
  const { records } = collected;
  const tooMany = limitNames(records, tables);
  const totals = totalsOf(tables);
  const unnamed = addUnnamedGrants(records, totals, tables, day);
  const people = peopleOf(records.named, tables, answers);
  const existing = new Existing(options.existing);
  const exercises = makeExercisedShares({ records, tables, answers, existing, day, holderOf: people.holderOf });
  const ratios = ratiosOfColumns(tables);
  const plans = plansOf({ records, totals, tables, existing, answers });
  const classes = classesOf(records, totals, answers, ratios.stated);
  const planClass = planClassOf(plans, classes, existing, answers);
  const links = linksOf(records.securities, people, classes, tables, answers, exercises.made);
  const caps = capsOf(records, tables, answers);
  const known = matchPeople(people.holders, { known: existing.shareholders, tables, answers });
  const built = buildObjects({
    idOf: options.idOf,
    currency: options.currency,
    records,
    tables,
    people,
    knownIds: known.ids,
    classes,
    plans,
    planClass: planClass.name,
    links,
    basisOf: caps.basisOf,
    day,
    existing,
    answers,
  });
  const { currency, knownPayments = [] } = options;
  const paid = pastPaymentsOf({
    records,
    tables,
    people,
    classes,
    built,
    existing,
    currency,
    known: knownPayments,
  });
  const folded = foldObjects(
    [...existing.statics, ...built.statics],
    [...existing.transactions, ...built.transactions],
    day,
  );
  const isDayOpen = as_of === null && records.securities.some(({ isDateMissing }) => isDateMissing);
  const isDayAnswered = dayAnswered(answers) !== null;
  const questions: Question[] = [
    ...meant.questions,
    ...columnQuestions(collected, tables, answers),
    ...(isDayOpen || isDayAnswered ? [asOfQuestion(dayAnswered(answers))] : []),
    ...people.questions,
    ...known.questions,
    ...classes.questions,
    ...plans.questions,
    ...caps.questions,
    ...links.questions,
    ...exercises.questions,
    ...built.questions,
    ...planClass.questions,
  ];
  const leftOut = leftOutOf(grid, tables, collected, options, meant.doubled);
  const ofRows = [
    ...meant.findings,
    ...issuer.findings,
    ...tooMany,
    ...leftOutFindings(leftOut, tables),
    ...collected.findings.filter((each) => !isCovered(each, tables, built.coveredRows)),
    ...people.findings,
    ...known.findings,
    ...totals.findings,
    ...ratios.findings,
    ...exercises.findings,
    ...caps.findings,
    ...pastMaturity(records, tables, day),
    ...unnamed,
    ...built.findings,
    ...paid.findings,
    ...(day > options.today ? [dayAhead(day)] : []),
  ];
  if (bringsNothing(records, totals) && !ofRows.some(isError) && !questions.some(({ answer }) => answer === null))
    ofRows.push(NOTHING_TO_IMPORT);
  // While a row is left out for an error, the ledger would only tell what follows from it.
  const ofLedger = ofRows.some(isError)
    ? []
    : ledgerFindingsOf({
        ...folded,
        transactions: built.transactions,
        tables,
        placeOf: built.placeOf,
        isKnown: existing.hasFinding,
        frozen: options.frozen ?? [],
      });
  const findings = ordered(tables, [...ofRows, ...ofLedger]);
  const reading: Reading = {
    status: statusOf(questions, findings),
    source,
    company: meant.company,
    as_of,
    tables: tables.map(publishedTable),
    questions,
    findings,
    skipped: [...collected.skipped, ...built.skipped],
    left_out: leftOut,
    links: links.all.map(({ from, to, as }) => ({ from, to, as })),
    tie_out: [
      ...tieOutOf({
        folded,
        facts: totals.facts,
        holders: holderFacts(tables, records, people),
        classes,
        classIds: built.classIds,
        holderIds: built.holderIds,
        nameOf: (holder) => people.holders[holder]!.name,
      }),
      ...paid.lines,
    ],
    records: {
      stakeholders: people.holders.filter(({ named }) => named.length > 0).length,
      ...built.counts,
      transactions: built.transactions.length,
      ...paid.counts,
    },
    changes: {
      ...built.changes,
      new: built.changes.new + paid.changes.new,
      same: built.changes.same + paid.changes.same,
    },
    recalled: [...(options.recalled ?? [])],
    corrections,
    ...publishedPeople(known.people),
  };
  return {
    reading,
    people: known.people,
    statics: built.statics,
    transactions: built.transactions,
    distributions: paid.distributions,
    ledger: folded.findings,
  };
}

function factsOf(
  { tables, day: ofFile, words, company }: Meant,
  days: Pick<FileFacts, 'today' | 'day'>,
  answers: Readonly<Record<string, string>>,
): Omit<FileFacts, 'issuer'> {
  const names = new Set<string>();
  for (const { role, columns, kinds, titleClass } of tables) {
    if (role === 'ignore' || role === 'totals' || role === 'payments') continue;
    for (const { share_class } of columns) if (share_class !== null) names.add(share_class);
    if (titleClass !== null) names.add(titleClass);
    const column = columns.find(({ field }) => field === 'class');
    if (column)
      for (const { row, kind } of kinds) {
        const text =
          kind === 'record' && names.size < 2
            ? (row.cells.find((cell) => cell.column === column.column)?.text.trim() ?? '')
            : '';
        if (text !== '') names.add(text);
      }
  }
  return {
    ...days,
    isDayKnown: ofFile !== null,
    hasOptionTable: tables.some(({ role, kinds }) => role === 'options' && kinds.some(({ kind }) => kind === 'record')),
    hasConvertibleTable: tables.some(
      ({ role, kinds }) => role === 'convertibles' && kinds.some(({ kind }) => kind === 'record'),
    ),
    onlyClass: names.size === 1 ? [...names][0]! : null,
    statusOf: words.statusOf,
    eventOf: words.eventOf,
    company: company ?? '',
    classOf: (table, column) => {
      const answer = answers[questionId('column_meaning', table, column)];
      return answer === undefined || answer === 'ignore' ? null : answer;
    },
  };
}

/** An answer that is no day is none. */
function dayAnswered(answers: Readonly<Record<string, string>>): string | null {
  const day = answers['as_of'];
  return isIsoDate(day) && isNearDate(day) ? day : null;
}

const dayAhead = (day: string): SheetFinding => ({
  code: 'day_ahead',
  severity: 'warning',
  tab: null,
  row: null,
  column: null,
  heading: null,
  value: day,
  message: `The day of this file, ${day}, is in the future. Holdings without a date of their own count from then on.`,
});

const isError = ({ severity }: SheetFinding): boolean => severity === 'error';

/** Whether a file has nothing that is understood as something to bring in, also where it has rows. */
const bringsNothing = ({ named, securities, events, classes, plans, payments }: Records, { pools }: Totals): boolean =>
  [named, securities, events, classes, plans, payments, pools].every((each) => each.length === 0);

const NOTHING_TO_IMPORT: SheetFinding = {
  code: 'nothing_to_import',
  severity: 'error',
  tab: null,
  row: null,
  column: null,
  heading: null,
  value: null,
  message:
    'Nothing in this file is understood as something to import. Say what its tables and columns mean, or choose another file.',
};

/** The day of a holding that the ledger has already is not missed. */
function isCovered(
  { code, tab, row }: SheetFinding,
  tables: readonly MeantTable[],
  coveredRows: ReadonlySet<string>,
): boolean {
  if (code !== 'date_missing' || row === null || coveredRows.size === 0) return false;
  const table = tables.find((each) => each.tab === tab);
  return table !== undefined && coveredRows.has(placeKey({ table: table.index, row }));
}

function statusOf(questions: readonly Question[], findings: readonly SheetFinding[]): Reading['status'] {
  if (questions.some(({ code, answer }) => answer === null && code !== 'cap_basis')) return 'questions';
  return findings.some(isError) ? 'errors' : 'ready';
}
