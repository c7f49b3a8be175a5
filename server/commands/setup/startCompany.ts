// The first cap table, typed in on one screen: classes, holders with their certificates, and a plan, by the ordinary commands
// and as one unit.
import { certificateIssuance } from '#src/resources/issuances/certificates.ts';
import { z } from 'zod';
import { AppError } from '#src/domain/errors.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import { decimal, isoDate, plainText } from '#src/resources/kit/validation.ts';
import { orgOf } from '#server/auth/actor.ts';
import { lockLedger } from '#server/data/ledgerRepository.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { issueCertificate } from '../certificates/issue.ts';
import type { CommandContext } from '../core/context.ts';
import { fromZod } from '../core/zodRefusal.ts';
import { given } from '#src/domain/ledger/core/fields.ts';
import { createEquityPlan } from '../equityPlans/equityPlans.ts';
import { createShareClass } from '../shareClasses/shareClasses.ts';
import { createShareholder } from '../shareholders/shareholders.ts';
import { standardVesting } from '#src/resources/issuances/vesting.ts';

const ROWS_MAX = 100;
const anyText = z.string('This must be text.').max(400, 'At most 400 characters.');

/** The commands check each value; this is only the shape. */
export const startBody = z.strictObject({
  date: isoDate.describe('The day on which the plan is adopted and everything is issued.'),
  classes: z
    .array(
      z.strictObject({
        name: anyText,
        class_type: anyText,
        prefix: anyText,
        authorized_shares: anyText,
        par_value: decimal({ scale: 10 }).nullish(),
      }),
    )
    .max(ROWS_MAX, `At most ${ROWS_MAX} classes.`),
  holders: z
    .array(
      z.strictObject({
        type: anyText,
        first_name: anyText.optional(),
        last_name: anyText.optional(),
        entity_name: anyText.optional(),
        email: anyText.nullish(),
        relationship: anyText
          .nullish()
          .describe('What they are to the company. A person is a founder unless this says otherwise; null: not said.'),
        share_class: plainText(200).describe('The name of a class, of this request or of the company.'),
        quantity: decimal({ positive: true, scale: 10 }),
        price_per_share: decimal({ scale: 10 }).nullish(),
        vesting: standardVesting.nullish(),
      }),
    )
    .max(ROWS_MAX, `At most ${ROWS_MAX} holders.`),
  plan: z.strictObject({ name: anyText, reserved: decimal({ positive: true, scale: 10 }) }).nullish(),
});
type Start = z.infer<typeof startBody>;
type StartHolder = Start['holders'][number];

/**
 * Out: nothing; the caller reads the cap table. Two lines of one person (the same name and email) are one
 * shareholder with two certificates. Refuses what the commands refuse, with the line's place before the field, such as
 * `holders.1.quantity`, and two_relationships (422) of one person; nothing is written then.
 */
export async function startCompany(context: CommandContext, { date, classes, holders, plan }: Start): Promise<void> {
  await lockLedger(context.tx, orgOf(context.actor));
  for (const [index, each] of classes.entries())
    await inLine(`classes.${index}`, () =>
      createShareClass(context, { ...given(each), votes_per_share: 1, seniority: 0 }),
    );
  const classOf = await classesByName(context.tx, orgOf(context.actor));
  const known = new Map<string, { id: string; relationship: Row['relationship'] }>();
  for (const [index, holder] of holders.entries())
    await inLine(`holders.${index}`, async () => {
      const key = keyOf(holder);
      const record = shareholderOf(holder);
      const { relationship } = record;
      const earlier = known.get(key);
      if (earlier && earlier.relationship !== relationship) throw twoRelationships();
      const shareholder = earlier ?? { id: await createShareholder(context, record), relationship };
      known.set(key, shareholder);
      await issueTo(context, shareholder.id, holder, classOf, date);
    });
  if (plan)
    await inLine('plan', () =>
      createEquityPlan(context, {
        ...plan,
        date,
        default_cancellation_behavior: 'RETURN_TO_POOL',
        share_class_ids: commonOf([...classOf.values()]),
      }),
    );
}

interface KnownClass {
  id: string;
  name: string;
  class_type: string;
}

async function classesByName(tx: Tx, org: string): Promise<Map<string, KnownClass>> {
  const rows = await tx.rows<KnownClass>(
    `select id, name, class_type from share_class where org_id = $1 order by name`,
    [org],
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** A plan grants common stock; a company without any, whatever it has. */
function commonOf(classes: readonly KnownClass[]): string[] {
  const common = classes.filter(({ class_type }) => class_type === shareClasses.fields.class_type.default);
  return (common.length > 0 ? common : classes).map(({ id }) => id);
}

async function issueTo(
  context: CommandContext,
  shareholder_id: string,
  { share_class, quantity, price_per_share, vesting }: StartHolder,
  classOf: ReadonlyMap<string, KnownClass>,
  issue_date: string,
): Promise<void> {
  const known = classOf.get(share_class.trim());
  if (!known) {
    const sentence = `There is no share class named ${share_class}.`;
    throw new AppError('unknown_reference', sentence, { status: 422, fields: { share_class: sentence } });
  }
  const checked = certificateIssuance.body.safeParse({
    shareholder_id,
    share_class_id: known.id,
    quantity,
    issue_date,
    ...given({ price_per_share }),
    ...(vesting ? { vesting, issuance_type: 'FOUNDERS_STOCK' } : {}),
  });
  if (!checked.success) throw fromZod(checked.error);
  await issueCertificate(context, checked.data);
}

/** Families and their companies share addresses, so an address alone names nobody. */
const keyOf = ({ type, email, entity_name, first_name, last_name }: StartHolder): string =>
  JSON.stringify([type, email, entity_name, first_name, last_name].map((each) => (each ?? '').trim().toLowerCase()));

/** People who are typed in at the start are its founders; of entities nobody can tell. */
const shareholderOf = ({ type, first_name, last_name, entity_name, email, relationship }: StartHolder): Row =>
  given({
    type,
    first_name,
    last_name,
    entity_name,
    email,
    relationship: relationship === undefined && type !== 'entity' ? 'founder' : relationship,
  });

function twoRelationships(): AppError {
  const sentence = 'An earlier line gives this shareholder another relationship. Choose the same in both.';
  return new AppError('two_relationships', sentence, { status: 422, fields: { relationship: sentence } });
}

/** A refusal names the line: its fields under it, and the whole line where it names none. */
async function inLine(place: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const fields = Object.entries(error.fields ?? { '': error.detail });
    throw new AppError(error.code, error.detail, {
      status: error.status ?? (error.fields ? 422 : 409),
      fields: Object.fromEntries(
        fields.map(([name, message]) => [[place, OWN_NAMES[name] ?? name].filter(Boolean).join('.'), message]),
      ),
      cause: error,
    });
  }
}

/** Fields of the commands under other names. */
const OWN_NAMES: Record<string, string | undefined> = { share_class_id: 'share_class', num_shares: 'quantity' };
