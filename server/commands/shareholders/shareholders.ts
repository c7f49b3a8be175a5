// Adds, edits and removes shareholders. The row for the screens and the stored OCF object change together.
import { isHolder } from '#src/resources/kit/access.ts';
import { z } from 'zod';
import { shareholders, shareholderOwnFields } from '#src/resources/shareholders.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import type { WrittenOf } from '#src/resources/kit/defineResource.ts';
import { bodySchema, sameValue } from '#src/resources/kit/validation.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { insertShareholders, stakeholderObjectOf } from '#server/data/staticRows.ts';
import { writeStaticObjects } from '#server/data/ledgerRepository.ts';
import { currentObject, markDeleted } from '#server/data/staticObjects.ts';
import { updateRecord } from '#server/data/resourceRepository.ts';
import { isShareholderNamed } from '#server/queries/showShareholder.ts';
import { tellOfNewAddress } from './bankChangeMail.ts';
import { answerSigns, checkedDetails, detailNames, writeDetails } from './holderDetails.ts';
import { linkOwnRecord } from './ownRecord.ts';
import { checkedProfile, tellCompany, writeProfile } from './taxProfile.ts';
import type { SentDetails } from './holderDetails.ts';
import { checkedValues, invalidFields } from '../core/checked.ts';
import { isSeen } from '#src/domain/text.ts';
import { AppError } from '#src/domain/errors.ts';
import type { Row } from '#server/db/database.ts';
import { actorName, conflict, recordActivity, staleEdit, whatChanged } from '../core/context.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';

/** Out: the new id. Refuses: the fields at fault (422). */
export async function createShareholder(context: CommandContext, body: Row): Promise<string> {
  const org = orgOf(context.actor);
  const { tax_profile, ...sent } = flattened(body);
  const { details, rest } = splitDetails(sent);
  const checkedAlso = details && checkedDetails(details);
  const profile = tax_profile ? checkedProfile(tax_profile) : null;
  const values = named(await checkedValues(context, shareholders, rest));
  const id = context.deps.newId();
  await insertShareholders(context.tx, org, [{ ...values, id }], context.deps.now());
  await writeObject(context, org, { ...values, id }, null);
  recordActivity(context, {
    text: `added shareholder ${String(values.name)}`,
    resource: 'shareholders',
    id,
    shareholder_id: id,
  });
  await linkOwnRecord(context, { ...values, id });
  if (checkedAlso) await writeDetails(context, { ...values, id }, checkedAlso);
  if (profile) await writeProfile(context, { ...values, id }, profile);
  return id;
}

/** A shareholder may change only their contact details. Refuses: forbidden (403), stale_version (409). */
export async function updateShareholder(context: CommandContext, current: Shareholder, body: Row): Promise<void> {
  const org = orgOf(context.actor);
  const { tax_profile, ...flat } = flattened(body);
  const { details, rest: sent } = splitDetails(flat);
  if (isHolder(context.actor.role)) refuseOthersFields(sent, current);
  const checkedAlso = details && checkedDetails(details);
  const profile = tax_profile === undefined ? null : checkedProfile(tax_profile);
  const values = named(await checkedValues(context, shareholders, sent, current), current);
  if (!(await updateRecord(context.tx, context.actor, shareholders, current.id, values, current.version)))
    throw staleEdit();
  const before = await currentObject(context.tx, org, 'STAKEHOLDER', current.id);
  await writeObject(context, org, { ...values, id: current.id }, before);
  // Details that were changed have a line of their own.
  const changes = whatChanged(shareholders, values, current);
  if (changes !== '' || (!checkedAlso && !profile))
    recordActivity(context, {
      text: `changed shareholder ${String(values.name)}${changes}`,
      resource: 'shareholders',
      id: current.id,
      shareholder_id: current.id,
    });
  if (isHolder(context.actor.role) && !sameValue(values.country, current.country))
    await tellCompany(context, current, 'country');
  if (!isHolder(context.actor.role) && !sameValue(values.country, current.country))
    await answerSigns(context, current, values.country ? undefined : 'country');
  if (!sameValue(values.email, current.email)) {
    await tellOfNewAddress(context, current);
    await linkOwnRecord(context, { ...current, ...values });
  }
  if (checkedAlso) await writeDetails(context, current, checkedAlso);
  if (profile) await writeProfile(context, current, profile);
}

/** Takes the details of a holder out of a body: they are stored apart and encrypted. */
function splitDetails(body: Row): { details: SentDetails | null; rest: Row } {
  const isDetail = (name: string) => (detailNames as readonly string[]).includes(name);
  const entries = Object.entries(body);
  const sent = entries.filter(([name]) => isDetail(name));
  return {
    details: sent.length > 0 ? Object.fromEntries(sent) : null,
    rest: Object.fromEntries(entries.filter(([name]) => !isDetail(name))),
  };
}

function refuseOthersFields(body: Row, current: Row) {
  const own: readonly string[] = shareholderOwnFields;
  const other = Object.keys(body).find(
    (name) => !own.includes(name) && name !== 'version' && !sameValue(body[name], current[name]),
  );
  if (other)
    throw new AppError(
      'forbidden',
      'You can change only your address, email, tax number, tax profile and bank account. Ask the company to change anything else.',
      {
        status: 403,
      },
    );
}

/** Only a shareholder that the ledger never named can be removed. Refuses: has_history (409). */
export async function removeShareholder(context: CommandContext, current: Shareholder): Promise<void> {
  const org = orgOf(context.actor);
  if (await isShareholderNamed(context, current.id)) {
    throw conflict(
      'has_history',
      `${current.name} appears in the company's records and cannot be deleted. Set the status to inactive instead.`,
    );
  }
  for (const table of ['holder_detail', 'tax_profile_change', 'tax_profile'])
    await context.tx.write(`delete from ${table} where org_id = $1 and shareholder_id = $2`, [org, current.id]);
  await context.tx.write('delete from shareholder where org_id = $1 and id = $2', [org, current.id]);
  await markDeleted(context.tx, org, 'STAKEHOLDER', [current.id], context.actor.account_id);
}

const { street_1, street_2, city, state, postal_code, country } = bodySchema(shareholders).shape;
/** The declared columns of an address, as one object. */
export const nestedAddress = z.object({ street_1, street_2, city, state, postal_code, country }).nullish();

/** Maps the contract's nested `address` to the columns of the row. */
function flattened(body: Row): Row {
  const { address, ...rest } = body;
  if (address === undefined || address === null) return rest;
  if (typeof address !== 'object' || Array.isArray(address))
    throw invalidFields({ address: 'An address has street_1, street_2, city, state, postal_code and country.' });
  return { ...rest, ...address };
}

/**
 * A person has a first name, a last name, or both; an entity has one name. A name as an import recorded it stays until a part of it
 * changes. Refuses: the missing name (422).
 */
function named(values: WrittenOf<typeof shareholders>, current: Shareholder | null = null) {
  refuseUnseen(values, values.type === 'entity' ? ['entity_name'] : ['first_name', 'last_name']);
  if (values.type === 'entity') {
    if (!values.entity_name) throw invalidFields({ entity_name: 'This is required.' });
    return { ...values, name: values.entity_name, first_name: null, last_name: null };
  }
  const parts = [values.first_name, values.last_name].filter(Boolean);
  const missing = 'Enter a first name, a last name, or both.';
  if (parts.length === 0) throw invalidFields({ first_name: missing, last_name: missing });
  const isSame = (['type', 'first_name', 'last_name'] as const).every((field) =>
    sameValue(values[field], current?.[field]),
  );
  return { ...values, name: current && isSame ? current.name : parts.join(' '), entity_name: null };
}

/** Refuses: blank signs and marks without a letter as a name (422). */
function refuseUnseen(values: Row, fields: readonly string[]) {
  const unseen = fields.filter((field) => values[field] && !isSeen(String(values[field])));
  const sentence = 'A name needs at least one visible character.';
  if (unseen.length > 0) throw invalidFields(Object.fromEntries(unseen.map((field) => [field, sentence])));
}

async function writeObject(context: CommandContext, org: string, row: Row & { id: string }, before: OcfObject | null) {
  const object = stakeholderObjectOf(row, before);
  const by = { actor_id: context.actor.account_id, actor: await actorName(context), recorded_at: context.deps.now() };
  await writeStaticObjects(context.tx, org, [{ object_type: 'STAKEHOLDER', id: row.id, object }], by, null);
}
