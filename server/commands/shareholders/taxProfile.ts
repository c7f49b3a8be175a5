// The tax profile of a holder: entered by the company, or by the holder and then confirmed by the company.
import { sameValue } from '#src/resources/kit/validation.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { taxProfileBody } from '#src/resources/withholding.ts';
import type { TaxProfileBody } from '#src/resources/withholding.ts';
import type { TaxProfile } from '#src/contract/holderDetails.ts';
import { addNotices } from '#server/data/notices.ts';
import type { Row } from '#server/db/database.ts';
import { invalidFields } from '../core/checked.ts';
import type { CommandContext } from '../core/context.ts';
import { fromZod } from '../core/zodRefusal.ts';
import { recomputeAwaiting } from '../distributions/recomputeTax.ts';
import { tendPaymentTasks } from '../distributions/paymentTasks.ts';
import { answerSigns, noteDetail } from './holderDetails.ts';
import type { Holder } from './holderDetails.ts';
import { askForProfile, blankProfile, endChange, lockProfile, storeProfile } from './storedProfile.ts';
import { taxChangeOf, taxProfileOf } from './storedProfile.ts';
import type { ProfileValues } from './storedProfile.ts';

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

/** The company’s own word counts at once. What a holder says waits beside what is confirmed. */
export async function writeProfile(context: CommandContext, holder: Holder, sent: SentProfile): Promise<void> {
  const { tx, actor } = context;
  await lockProfile(context, holder);
  const before = await taxProfileOf(tx, actor, holder.id);
  if (!isHolder(actor.role)) return writeCompanysWord(context, holder, before, sent);
  if (before === null || before.confirmed_at === null) return writeUnconfirmed(context, holder, before, sent.profile);
  return writeChange(context, holder, before, sent);
}

async function writeCompanysWord(
  context: CommandContext,
  holder: Holder,
  before: TaxProfile | null,
  sent: SentProfile,
) {
  const { profile, isWhole } = sent;
  const { tx, actor } = context;
  const change = await taxChangeOf(tx, actor, holder.id);
  if (profile === null ? before === null : before !== null && says(before, profile)) {
    if (isWhole || (change === null && (before === null || before.confirmed_at !== null))) return;
  }
  await endChange(context, holder);
  if (profile === null) await blankProfile(context, holder);
  else await storeProfile(context, holder, whole(profile, change?.profile, before), true);
  await answerSigns(context, holder);
  note(context, holder, before, profile);
  if (profile !== null) await recomputeAwaiting(context, holder.id);
  await tendPaymentTasks(context, [holder.id]);
}

/** Nothing was confirmed that could count on. */
async function writeUnconfirmed(
  context: CommandContext,
  holder: Holder,
  before: TaxProfile | null,
  profile: TaxProfileBody | null,
) {
  if (profile === null ? before === null : before !== null && says(before, profile)) return;
  if (profile === null) await blankProfile(context, holder);
  else await storeProfile(context, holder, whole(profile, before), false);
  note(context, holder, before, profile);
  if (profile?.form) await tellCompany(context, holder, 'tax profile');
  await tendPaymentTasks(context, [holder.id]);
}

async function writeChange(
  context: CommandContext,
  holder: Holder,
  before: TaxProfile,
  { profile, isWhole }: SentProfile,
) {
  const { tx, actor } = context;
  const change = await taxChangeOf(tx, actor, holder.id);
  if (profile !== null && says(before, profile)) {
    if (isWhole || change === null) return;
    await endChange(context, holder);
    noteDetail(context, holder, `took back the change of the tax profile of ${holder.name}`);
  } else {
    if (change && (profile === null ? change.profile === null : change.profile && says(change.profile, profile)))
      return;
    await askForProfile(context, holder, profile && whole(profile, change?.profile, before));
    noteDetail(context, holder, `asked to ${profile ? 'change' : 'remove'} the tax profile of ${holder.name}`);
    await tellCompany(context, holder, 'tax profile');
  }
  await tendPaymentTasks(context, [holder.id]);
}

const says = (known: TaxProfile, profile: TaxProfileBody): boolean =>
  isSameForm(known, profile) && sameValue(known.withholding_rate, profile.withholding_rate ?? null);

const isSameForm = (known: TaxProfile, { country, form = null, form_valid_until = null }: TaxProfileBody) =>
  known.country === country && known.form === form && known.form_valid_until === form_valid_until;

/** What was signed stays with the profile as long as country, form and validity do. */
function whole(profile: TaxProfileBody, ...known: (TaxProfile | null | undefined)[]): ProfileValues {
  const { country, form = null, form_valid_until = null, withholding_rate = null } = profile;
  const signed = known.find((each) => each && isSameForm(each, profile));
  return {
    country,
    form,
    form_valid_until,
    withholding_rate,
    form_signed_on: signed?.form_signed_on ?? null,
    backup_withholding: signed?.backup_withholding ?? false,
    treaty_country: signed?.treaty_country ?? null,
    treaty_rate: signed?.treaty_rate ?? null,
    document_id: signed?.document_id ?? null,
  };
}

function note(context: CommandContext, holder: Holder, before: TaxProfile | null, profile: TaxProfileBody | null) {
  const verb = profile === null ? 'removed' : before ? 'changed' : 'recorded';
  noteDetail(context, holder, `${verb} the tax profile of ${holder.name}`);
}

/** Who keeps the books confirms what a holder says. */
export const tellCompany = (context: CommandContext, holder: Holder, detail: string) =>
  addNotices(context, {
    kind: 'tax_profile_changed',
    resource: 'shareholders',
    event: context.deps.newId(),
    told: [{ id: holder.id, words: { shareholder: holder.name, detail } }],
  });
