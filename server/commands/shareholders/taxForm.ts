// A holder signs a tax form: it is checked and rendered before the transaction, and becomes a document, the holder's tax profile
// and their tax number within it.
import { z } from 'zod';
import { AppError } from '#src/domain/errors.ts';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import type { TaxProfile } from '#src/contract/holderDetails.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { oneOf } from '#src/resources/kit/validation.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import {
  checkTaxForm,
  formsFor,
  taxFormNames,
  taxForms,
  taxNumberOf,
  validUntil,
} from '#src/resources/taxForms/index.ts';
import type { Answers, TaxFormName } from '#src/resources/taxForms/index.ts';
import { orgOf } from '#server/auth/actor.ts';
import { ownAccount } from '#server/auth/sessions.ts';
import { readCompany } from '#server/data/companyRow.ts';
import { addNotices } from '#server/data/notices.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { makePaper } from '#server/paper/makePaper.ts';
import { invalidFields, refuseOtherVersion } from '../core/checked.ts';
import { today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { storeFile } from '../core/files.ts';
import type { StoredFile } from '../core/files.ts';
import { tendPaymentTasks } from '../distributions/paymentTasks.ts';
import { insertDocument } from '../documents/documents.ts';
import { noteDetail, writeDetails } from './holderDetails.ts';
import { askForProfile, storeProfile, taxChangeOf, taxProfileOf } from './storedProfile.ts';
import { taxFormPaper } from './taxFormPaper.ts';
import type { SignedForm } from './taxFormPaper.ts';

const named = z.looseObject({ form: oneOf(taxFormNames) });

export interface PreparedForm {
  name: TaxFormName;
  values: Answers;
  until: string | null;
  version: unknown;
  file: StoredFile;
}

/** In: what was sent. Out: the checked form. Refuses: not_found (404), forbidden (403), the fields at fault (422). */
export async function readTaxForm(
  { tx, actor, deps }: CommandContext,
  id: string,
  body: unknown,
): Promise<SignedForm & { version: unknown }> {
  const holder = await ownRecord(tx, actor, id);
  const parsed = named.safeParse(body ?? {});
  if (!parsed.success) throw invalidFields({ form: parsed.error.issues[0]!.message });
  const { form: name, version, ...answers } = parsed.data;
  if (!formsFor(holder.type).includes(name))
    throw invalidFields({
      form: `The company’s records say that you are ${holder.type === 'entity' ? 'an entity' : 'a person'}. Sign one of: ${formsFor(holder.type).join(', ')}.`,
    });
  const signer = { name: holder.name, type: holder.type };
  const checked = checkTaxForm(name, answers, signer, today({ actor, deps }));
  if (!checked.ok) throw invalidFields(checked.errors);
  const { values } = checked;
  const company = await readCompany(tx, orgOf(actor));
  const account = await ownAccount(tx);
  return {
    name,
    values,
    version,
    until: validUntil(taxForms[name], String(values.signed_on)),
    holder: holder.name,
    company: company.legal_name ?? company.client_display_name,
    email: account.email,
  };
}

/** Renders and stores the paper, outside a transaction. */
export async function storeTaxForm(deps: Deps, org: string, form: SignedForm): Promise<StoredFile> {
  const bytes = await makePaper({ format: 'form', form: taxFormPaper(form), now: deps.now() });
  return storeFile(deps, org, { bytes, contentType: 'application/pdf' });
}

/** Out: the tax profile. Refuses: not_found (404), forbidden (403), stale_version (409), storage_limit (413). */
export async function signTaxForm(context: CommandContext, id: string, form: PreparedForm): Promise<TaxProfile> {
  const { tx, actor } = context;
  const org = orgOf(actor);
  const { name, values, until } = form;
  const holder = await ownRecord(tx, actor, id);
  const locked = await tx.row<{ version: number }>(
    'update shareholder set version = version + 1 where org_id = $1 and id = $2 returning version - 1 as version',
    [org, holder.id],
  );
  refuseOtherVersion(form.version, locked!.version);
  const signedOn = String(values.signed_on);
  const document = await insertDocument(context, {
    name: `${name} signed ${signedOn}.pdf`,
    file: form.file,
    document_type: 'tax_form',
    audience: 'shareholder',
    shareholder_ids: [holder.id],
    share_class_ids: [],
    security_id: null,
    only_administrators: true,
  });
  const profile = {
    country: String(values.country),
    form: name,
    form_signed_on: signedOn,
    form_valid_until: until,
    backup_withholding: values.backup_withholding === true,
    treaty_country: typeof values.treaty_country === 'string' ? values.treaty_country : null,
    treaty_rate: rateOf(values.treaty_rate),
    document_id: document,
    withholding_rate: null,
  };
  // What the company confirmed counts until it confirms this one, whoever signs.
  const isBesideAnother = Boolean((await taxProfileOf(tx, actor, holder.id))?.confirmed_at);
  if (isBesideAnother) await askForProfile(context, holder, profile);
  else await storeProfile(context, holder, profile, false);
  noteDetail(context, holder, `signed form ${name} of ${holder.name}${until === null ? '' : `, valid until ${until}`}`);
  const number = taxNumberOf(values);
  if (number !== null) await writeDetails(context, holder, { tax_id: number });
  await tendPaymentTasks(context, [holder.id]);
  await addNotices(context, {
    kind: 'tax_form_signed',
    resource: 'shareholders',
    event: document,
    told: [{ id: holder.id, words: { shareholder: holder.name, form: name } }],
  });
  return isBesideAnother
    ? (await taxChangeOf(tx, actor, holder.id))!.profile!
    : (await taxProfileOf(tx, actor, holder.id))!;
}

/** Only who is linked to the record signs for it. */
async function ownRecord(tx: Tx, actor: Actor, id: string): Promise<Shareholder> {
  orgOf(actor);
  const holder = await findRecord(tx, actor, shareholders, id);
  if (!holder) throw notFound();
  if (actor.shareholder_id !== holder.id)
    throw new AppError('forbidden', 'A tax form is signed by the shareholder, signed in with their own account.', {
      status: 403,
    });
  return holder;
}

/** "15" percent is 0.15. */
const rateOf = (percent: unknown): string | null =>
  typeof percent === 'string' && percent !== '' ? formatDecimal(decimal(percent) / 100n) : null;
