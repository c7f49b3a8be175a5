// Distributions as they are declared, while pending. Previews, decisions and payments have files of their own.
import { verbNamed } from '../../../src/resources/verbs/index.ts';
import { z } from 'zod';
import { canBeCancelled, distributionMachine, notIn } from '../../../src/domain/distribution/distributionMachine.ts';
import type { DistributionStatus, PaymentStatus } from '../../../src/domain/distribution/distributionMachine.ts';
import { distributions } from '../../../src/resources/distributions.ts';
import { dateFaults, decimal, editOf, isoDate, plainText, sameValue } from '../../../src/resources/kit/validation.ts';
import { unknownReference } from '../../data/refusals.ts';
import { findRecord } from '../../data/resourceRepository.ts';
import type { Row } from '../../db/database.ts';
import { invalidFields } from '../core/checked.ts';
import { recordActivity, staleEdit, whatChanged } from '../core/context.ts';
import { orgOf } from '../../auth/actor.ts';
import type { CommandContext } from '../core/context.ts';
import { fromZod } from '../core/zodRefusal.ts';

const fields = distributions.fields;
const members = z.strictObject({
  name: plainText(120)
    .refine((value) => value.trim() !== '', 'This is required.')
    .transform((value) => value.trim()),
  type: z.enum(fields.type.values, 'Choose a type.').default('dividend'),
  share_class_ids: z
    .array(plainText(200), 'Choose at least one share class.')
    .min(1, 'Choose at least one share class.')
    .max(200),
  amount_per_share: decimal({ positive: true, scale: 10 }).nullish(),
  total_amount: decimal({ positive: true, scale: 2 }).nullish(),
  record_date: isoDate,
  payment_date: isoDate,
  method: z.enum(fields.method.values, 'Choose a method.').default('bank_transfer'),
});
export const distributionBody = members.superRefine((body, refused) => {
  const refuse = (path: string, message: string) => refused.addIssue({ code: 'custom', path: [path], message });
  for (const [name, message] of Object.entries(dateFaults(fields, body))) refuse(name, message);
  if (!body.amount_per_share && !body.total_amount)
    refuse('amount_per_share', 'Give an amount per share or a total amount.');
  if (body.amount_per_share && body.total_amount)
    refuse('total_amount', 'Give an amount per share or a total amount, not both.');
});
type Body = z.infer<typeof distributionBody>;

/** An edit is judged together with what it leaves as it is. */
export const distributionEdit = editOf(
  Object.fromEntries(
    Object.entries(members.shape).map(([name, member]) => [
      name,
      (member instanceof z.ZodDefault ? member.unwrap() : member).optional(),
    ]),
  ),
);

function readBody(body: Row): Body {
  const parsed = distributionBody.safeParse(body);
  if (!parsed.success) throw fromZod(parsed.error);
  return parsed.data;
}

/** Out: the new id. Refuses: the fields at fault, unknown_reference (422). */
export async function createDistribution(context: CommandContext, input: Row): Promise<string> {
  const org = orgOf(context.actor);
  const body = readBody(input);
  const id = context.deps.newId();
  await context.tx.write(
    `insert into distribution (org_id, id, name, type, declared_as, amount_per_share, total_amount, record_date, payment_date, method, created_by, changed_by, created_at, ledger_seq, currency)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, (select last_seq from organization where id = $1), (select currency from organization where id = $1))`,
    [
      org,
      id,
      body.name,
      body.type,
      body.total_amount ? 'pot' : 'per_share',
      body.amount_per_share ?? null,
      body.total_amount ?? null,
      body.record_date,
      body.payment_date,
      body.method,
      context.actor.account_id,
      context.deps.now().toISOString(),
    ],
  );
  await writeClasses(context, org, id, body.share_class_ids);
  await recordActivity(context, { text: `created distribution ${body.name}`, resource: 'distributions', id });
  return id;
}

async function writeClasses({ tx }: CommandContext, org: string, id: string, classIds: string[]) {
  const ids = [...new Set(classIds)];
  const known = await tx.rows('select id from share_class where org_id = $1 and id = any ($2)', [org, ids]);
  if (known.length !== ids.length) throw unknownReference('share_class_ids', 'share class');
  await tx.write('delete from distribution_class where org_id = $1 and distribution_id = $2', [org, id]);
  await tx.write(
    'insert into distribution_class (org_id, distribution_id, share_class_id) select $1, $2, u.id from unnest($3::text[]) as u (id)',
    [org, id, ids],
  );
}

/** Only while pending. Who saves says yes to the whole. Refuses: distribution_not_pending, stale_version (409), the fields at fault (422). */
export async function updateDistribution(context: CommandContext, current: Row, input: Row): Promise<void> {
  const org = orgOf(context.actor);
  if (current.status !== 'pending') throw notPending(current, 'changed');
  const whole = await showDistribution(context, current);
  const writable = [
    'name',
    'type',
    'share_class_ids',
    'amount_per_share',
    'total_amount',
    'record_date',
    'payment_date',
    'method',
  ];
  for (const [name, value] of Object.entries(input)) {
    if (!writable.includes(name) && name !== 'version' && !(name in whole && sameValue(value, whole[name])))
      throw invalidFields({ [name]: `Unknown field: ${name}.` });
  }
  const merged = Object.fromEntries(writable.map((name) => [name, name in input ? input[name] : whole[name]]));
  const body = readBody(merged);
  const done = await context.tx.write(
    `update distribution set name = $3, type = $4, declared_as = $5, amount_per_share = $6, total_amount = $7, record_date = $8, payment_date = $9, method = $10, changed_by = $12, version = version + 1,
       ledger_seq = (select last_seq from organization where id = $1)
     where org_id = $1 and id = $2 and status = 'pending' and version = $11`,
    [
      org,
      current.id,
      body.name,
      body.type,
      body.total_amount ? 'pot' : 'per_share',
      body.amount_per_share ?? null,
      body.total_amount ?? null,
      body.record_date,
      body.payment_date,
      body.method,
      current.version,
      context.actor.account_id,
    ],
  );
  if (done === 0) throw staleEdit();
  await writeClasses(context, org, String(current.id), body.share_class_ids);
  await recordActivity(context, {
    text: `changed distribution ${body.name}${whatChanged(distributions, { ...body }, whole)}`,
    resource: 'distributions',
    id: String(current.id),
  });
}

/** Only while pending. Refuses: distribution_not_pending (409). */
export async function removeDistribution(context: CommandContext, current: Row): Promise<void> {
  const org = orgOf(context.actor);
  const done = await context.tx.write(`delete from distribution where org_id = $1 and id = $2 and status = 'pending'`, [
    org,
    current.id,
  ]);
  if (done === 0)
    throw notPending(
      (await findRecord(context.tx, context.actor, distributions, String(current.id))) ?? current,
      'deleted',
    );
  await recordActivity(context, {
    text: `deleted distribution ${String(current.name)}`,
    resource: 'distributions',
    id: String(current.id),
  });
}

const notPending = ({ status }: Row, verb: string) =>
  notIn(distributionMachine, status as DistributionStatus, ['pending'], verb);

/** The record with its classes and, once approved, its totals. */
/** With the classes it goes to, and how many payments of which sum are in each state; a holder's are their own. */
export async function showDistribution({ tx, actor }: CommandContext, record: Row): Promise<Row> {
  const classes = await tx.rows<{ share_class_id: string }>(
    'select share_class_id from distribution_class where org_id = $1 and distribution_id = $2 order by 1',
    [actor.org_id, record.id],
  );
  const payment_sums = await tx.rows<{ status: PaymentStatus; count: number; amount: string }>(
    `select status, count(*)::int as count, round(sum(amount), 2)::text as amount from payment
     where org_id = $1 and distribution_id = $2 group by status order by status`,
    [actor.org_id, record.id],
  );
  return {
    ...record,
    share_class_ids: classes.map((row) => row.share_class_id),
    payment_sums,
    can_cancel:
      verbNamed('distributions.cancel').roles.includes(actor.role) &&
      canBeCancelled(
        record.status as DistributionStatus,
        payment_sums.map(({ status }) => status),
      ),
  };
}
