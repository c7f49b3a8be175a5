// How a class is counted: its conversion ratio and its votes. Past tables use them too, so once shares have been issued, the
// ratio changes only by a dated entry.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import { AppError } from '#src/domain/errors.ts';
import { conversionOn, placesOf, ratioOn } from '#src/domain/captable/capTableBasis.ts';
import { decimal as exact, formatDecimal, grouped, multiplyByRatio } from '#src/domain/figures/decimal.ts';
import type { Ratio } from '#src/domain/figures/decimal.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { classFacts, ratioChanges, sourceOf } from '#server/reports/capTable/capTableSource.ts';
import { invalidFields } from '../core/checked.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { refuseRatioBefore } from './laterEntries.ts';
import { appendNative, openSlice } from './ledgerEntry.ts';

/**
 * A TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT. Out: the class. Refuses: not_found (404), no_conversion_right,
 * later_entries (409) before a conversion of the class or another change of its ratio, the ratio it has on that day
 * (422).
 */
export async function adjustConversionRatio(
  context: CommandContext,
  id: string,
  body: VerbBody<'share-classes.adjust-ratio'>,
): Promise<Row> {
  const { tx, actor, deps } = context;
  const record = await findRecord(tx, actor, shareClasses, id);
  if (!record) throw notFound();
  const slice = await openSlice(context, { date: body.date, classes: [id] });
  const { facts } = slice.state.classes.get(id)!;
  if (facts.class_type !== 'PREFERRED' && facts.conversion_rights.length === 0) {
    const sentence = `${facts.name} does not convert into another class, so it has no ratio.`;
    throw new AppError('no_conversion_right', sentence, { status: 409, fields: { numerator: sentence } });
  }
  await refuseRatioBefore(tx, slice.org, id, body.date);
  const ratio = { numerator: exact(body.numerator), denominator: exact(body.denominator ?? '1') };
  const before = await ratioOfDay(context, id, body.date);
  if (isSame(before, ratio))
    throw invalidFields({ numerator: `${facts.name} already converts at ${wordsOf(ratio)} on ${body.date}.` });
  const price = exact(String(record.price_per_share ?? '0'));
  const inverse = { numerator: ratio.denominator, denominator: ratio.numerator };
  await appendNative(context, slice, [
    {
      object_type: 'TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT',
      id: deps.newId(),
      date: body.date,
      stock_class_id: id,
      new_ratio_conversion_mechanism: {
        type: 'RATIO_CONVERSION',
        conversion_price: {
          amount: formatDecimal(multiplyByRatio(price, inverse, 10, 'HALF_UP')),
          currency: await currencyOfClass(context, id),
        },
        ratio: { numerator: formatDecimal(ratio.numerator), denominator: formatDecimal(ratio.denominator) },
        rounding_type: 'FLOOR',
      },
      comments: [body.reason],
    },
  ]);
  await tx.write('update share_class set version = version + 1 where org_id = $1 and id = $2', [slice.org, id]);
  recordActivity(context, {
    text: `changed the conversion ratio of ${record.name} to ${wordsOf(ratio)} from ${body.date}`,
    resource: 'share-classes',
    id,
  });
  return (await findRecord(tx, actor, shareClasses, id))!;
}

/** How each class is counted before any dated change, as the tables read it. */
export type Counting = Map<string, { name: string; ratio: Ratio; votes: string; places: number }>;

export async function countingOf({ tx, actor }: CommandContext): Promise<Counting> {
  const source = await sourceOf(tx, actor, null);
  const facts = await classFacts(source);
  const byId = new Map(facts.map((each) => [each.id, each]));
  const changes = await ratioChanges(source);
  return new Map(
    facts.map((each) => {
      const ratio = ratioOn(each, [], byId, '');
      const later = changes
        .filter(({ stock_class_id }) => stock_class_id === each.id)
        .map(({ effective_date }) => ratioOn(each, changes, byId, effective_date));
      // Whole shares at a whole ratio need no rounding.
      const places = [ratio, ...later].every(isWholeRatio) ? 0 : placesOf(each, byId);
      return [each.id, { name: each.name, ratio, votes: formatDecimal(exact(each.votes_per_share)), places }];
    }),
  );
}

const isWholeRatio = ({ numerator, denominator }: Ratio) => numerator % denominator === 0n;

/**
 * After an edit of a class: no class with issued shares may be counted differently than `before`, including classes
 * that convert into the edited one. `changed`: the edited fields. Refuses: by_dated_entry (409).
 */
export async function refuseRewrittenTables(
  context: CommandContext,
  before: Counting,
  changed: readonly string[],
): Promise<void> {
  const now = await countingOf(context);
  for (const [id, { name, ratio, votes, places }] of before) {
    const after = now.get(id);
    if (!after) continue;
    if (!isSame(ratio, after.ratio) && (await isIssued(context, id, ['STOCK', 'WARRANT'])))
      throw byEntry(
        changed.find((field) => RATIO_FIELDS.includes(field)) ?? 'conversion_ratio',
        `Shares of ${name} have been issued, and earlier cap tables count them at ${wordsOf(ratio)}. To change the ratio from a day on, use “Change the conversion ratio”.`,
      );
    if (places !== after.places && (await isIssued(context, id, ['STOCK', 'WARRANT'])))
      throw byEntry(
        'allows_fractions',
        `Shares of ${name} have been issued, and earlier cap tables count the shares they convert into ${places === 0 ? 'as whole shares' : 'with fractions of a share'}. This can no longer be changed. Create another class.`,
      );
    if (votes !== after.votes && (await isIssued(context, id, ['STOCK'])))
      throw byEntry(
        'votes_per_share',
        `Shares of ${name} have been issued with ${grouped(exact(votes))} ${votes === '1' ? 'vote' : 'votes'} each, and earlier cap tables count them so. Their votes can no longer be changed. Create another class.`,
      );
  }
}

const RATIO_FIELDS = ['conversion_ratio', 'class_type', 'converts_to_share_class_id', 'price_per_share'];

const byEntry = (field: string, sentence: string) =>
  new AppError('by_dated_entry', sentence, { status: 409, fields: { [field]: sentence } });

async function isIssued({ tx, actor }: CommandContext, id: string, kinds: readonly string[]): Promise<boolean> {
  const row = await tx.row(
    'select 1 from security where org_id = $1 and stock_class_id = $2 and kind = any ($3) limit 1',
    [actor.org_id, id, kinds],
  );
  return row !== undefined;
}

/** The ratio at which the class converts on a day. */
async function ratioOfDay({ tx, actor }: CommandContext, id: string, date: string): Promise<Ratio> {
  const source = await sourceOf(tx, actor, null);
  const byId = new Map((await classFacts(source)).map((each) => [each.id, each]));
  const asked = [byId.get(id)!, await ratioChanges(source), byId, date] as const;
  return conversionOn(...asked)?.ratio ?? ratioOn(...asked);
}

async function currencyOfClass({ tx, actor }: CommandContext, id: string): Promise<string> {
  const row = await tx.row<{ currency: string }>(
    'select currency::text as currency from share_class where org_id = $1 and id = $2',
    [actor.org_id, id],
  );
  return row?.currency ?? 'USD';
}

const isSame = (a: Ratio, b: Ratio) => a.numerator * b.denominator === b.numerator * a.denominator;
const wordsOf = ({ numerator, denominator }: Ratio) => `${grouped(numerator)}:${grouped(denominator)}`;
