// The tax profile of a holder: entered by the company, or by the holder and then confirmed by the company.
import { shareholders } from '../../../src/resources/shareholders.ts';
import { sameValue } from '../../../src/resources/kit/validation.ts';
import { isHolder } from '../../../src/resources/kit/access.ts';
import { taxProfileBody } from '../../../src/resources/withholding.ts';
import type { TaxProfileBody } from '../../../src/resources/withholding.ts';
import { orgOf } from '../../auth/actor.ts';
import { notFound } from '../../data/refusals.ts';
import { findRecord } from '../../data/resourceRepository.ts';
import type { Row } from '../../db/database.ts';
import { taxProfileOf } from '../../queries/showShareholder.ts';
import { invalidFields } from '../core/checked.ts';
import { conflict } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { fromZod } from '../core/zodRefusal.ts';
import { recomputeAwaiting } from '../distributions/recomputeTax.ts';
import { tendPaymentTasks } from '../distributions/paymentTasks.ts';
import { noteDetail } from './holderDetails.ts';

export interface SentProfile {
  profile: TaxProfileBody | null;
  /** It came with a whole record, as a form sends it that is about something else. */
  isWhole: boolean;
}

/** Refuses: the fields at fault (422), named under tax_profile. */
export function checkedProfile(sent: unknown): SentProfile {
  if (sent === null) return { profile: null, isWhole: false };
  // A record is sent whole: what a page shows beside the four fields is not edited here.
  const entered = typeof sent === 'object' && sent !== null ? withoutShown(sent as Row) : sent;
  const parsed = taxProfileBody.safeParse(entered);
  const isWhole = typeof sent === 'object' && sent !== null && 'confirmed_at' in sent;
  if (parsed.success) return { profile: parsed.data, isWhole };
  const fields = Object.entries(fromZod(parsed.error).fields ?? {});
  throw invalidFields(Object.fromEntries(fields.map(([name, message]) => [`tax_profile.${name}`, message])));
}

const SHOWN = ['form_signed_on', 'confirmed_at', 'backup_withholding', 'treaty_country', 'treaty_rate', 'document_id'];
const withoutShown = (sent: Row): Row =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => !SHOWN.includes(name)));

/** What was signed stays with the profile as long as country, form and validity do. The company’s own word confirms it. */
export async function writeProfile(
  context: CommandContext,
  holder: Row,
  { profile, isWhole }: SentProfile,
): Promise<void> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  const before = await taxProfileOf(tx, actor, holder.id);
  const name = String(holder.name);
  if (profile === null) {
    if (before === null) return;
    // A row that nobody reads is as good as none, and a holder removes no row.
    await tx.write(
      `update tax_profile set form = null, form_signed_on = null, form_valid_until = null, backup_withholding = false, treaty_country = null, treaty_rate = null,
         document_id = null, withholding_rate = null, confirmed_at = null, confirmed_by = null where org_id = $1 and shareholder_id = $2`,
      [org, holder.id],
    );
    noteDetail(context, holder, `removed the tax profile of ${name}`);
    await tendPaymentTasks(context, [String(holder.id)]);
    return;
  }
  const { country, form = null, form_valid_until = null, withholding_rate = null } = profile;
  const confirms = !isHolder(actor.role);
  const isSame =
    before !== null &&
    before.country === country &&
    before.form === form &&
    before.form_valid_until === form_valid_until &&
    sameValue(before.withholding_rate, withholding_rate);
  if (isSame && (before.confirmed_at !== null || !confirms || isWhole)) return;
  const keepsForm = before?.country === country && before.form === form && before.form_valid_until === form_valid_until;
  const confirmed = confirms ? [deps.now().toISOString(), actor.account_id] : [null, null];
  await tx.write(
    `insert into tax_profile (org_id, shareholder_id, country, form, form_valid_until, withholding_rate, confirmed_at, confirmed_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (org_id, shareholder_id) do update set country = excluded.country, form = excluded.form, form_valid_until = excluded.form_valid_until,
       withholding_rate = excluded.withholding_rate, confirmed_at = excluded.confirmed_at, confirmed_by = excluded.confirmed_by
       ${keepsForm ? '' : ', form_signed_on = null, backup_withholding = false, treaty_country = null, treaty_rate = null, document_id = null'}`,
    [org, holder.id, country, form, form_valid_until, withholding_rate, ...confirmed],
  );
  noteDetail(context, holder, `${before ? 'changed' : 'recorded'} the tax profile of ${name}`);
  if (confirms) await recomputeAwaiting(context, String(holder.id));
  await tendPaymentTasks(context, [String(holder.id)]);
}

/** Out: the shareholder. Refuses: not_found (404), no_tax_profile (409). */
export async function confirmTaxProfile(context: CommandContext, id: string): Promise<Row> {
  const { tx, actor, deps } = context;
  const holder = await findRecord(tx, actor, shareholders, id);
  if (!holder) throw notFound();
  const profile = await taxProfileOf(tx, actor, holder.id);
  if (!profile?.form) throw conflict('no_tax_profile', `There is no tax form of ${String(holder.name)} to confirm.`);
  if (profile.confirmed_at === null) {
    await tx.write(
      'update tax_profile set confirmed_at = $3, confirmed_by = $4 where org_id = $1 and shareholder_id = $2',
      [orgOf(actor), holder.id, deps.now().toISOString(), actor.account_id],
    );
    noteDetail(context, holder, `confirmed form ${profile.form} of ${String(holder.name)}`);
    await recomputeAwaiting(context, String(holder.id));
    await tendPaymentTasks(context, [String(holder.id)]);
  }
  return holder;
}
