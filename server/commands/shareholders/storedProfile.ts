// The tax profile of a holder as it is stored: the one that counts once it is confirmed, and beside a confirmed one what the holder
// said since, which waits for the company (docs/decisions/taxes.md#what-was-confirmed-counts-until-another-word-is-confirmed).
import type { TaxProfile, TaxProfileChange } from '#src/contract/holderDetails.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { Tx } from '#server/db/database.ts';
import type { CommandContext } from '../core/context.ts';
import type { Holder } from './holderDetails.ts';

/** What a profile says. */
export interface ProfileValues {
  country: string;
  form: string | null;
  form_signed_on: string | null;
  form_valid_until: string | null;
  backup_withholding: boolean;
  treaty_country: string | null;
  treaty_rate: string | null;
  document_id: string | null;
  withholding_rate: string | null;
}

const COLUMNS = [
  'country',
  'form',
  'form_signed_on',
  'form_valid_until',
  'backup_withholding',
  'treaty_country',
  'treaty_rate',
  'document_id',
  'withholding_rate',
] as const satisfies readonly (keyof ProfileValues)[];
const NAMED = COLUMNS.join(', ');
const SET = COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ');
/** After two columns of the key and two of who and when. */
const PLACES = COLUMNS.map((_, index) => `$${index + 5}`).join(', ');

const valuesOf = (profile: ProfileValues) => COLUMNS.map((name) => profile[name]);

/** The documents are named only for who may read them. */
const SHOWN = `t.country, t.form, t.form_signed_on, t.form_valid_until, t.backup_withholding, t.treaty_country,
  trim_scale(t.withholding_rate)::text as withholding_rate, trim_scale(t.treaty_rate)::text as treaty_rate, d.id as document_id`;

/** The profile that counts once it is confirmed. */
export async function taxProfileOf(tx: Tx, { org_id }: Actor, holder: unknown): Promise<TaxProfile | null> {
  const row = await tx.row<TaxProfile>(
    `select ${SHOWN}, t.confirmed_at from tax_profile t left join document d on d.org_id = t.org_id and d.id = t.document_id
     where t.org_id = $1 and t.shareholder_id = $2`,
    [org_id, holder],
  );
  // A profile that was removed leaves a row without a form.
  return row && (row.form !== null || row.confirmed_at !== null) ? row : null;
}

/** What the holder said since the profile was confirmed. */
export async function taxChangeOf(tx: Tx, actor: Actor, holder: unknown): Promise<TaxProfileChange | null> {
  const row = await tx.row<TaxProfile & { at: string; by: string }>(
    `select ${SHOWN}, null as confirmed_at, t.asked_at as at,
       case when t.asked_by = $3 then 'You' else coalesce(p.first_name || ' ' || p.last_name, 'The company') end as by
     from tax_profile_change t left join document d on d.org_id = t.org_id and d.id = t.document_id
     left join org_person(t.asked_by) p on true
     where t.org_id = $1 and t.shareholder_id = $2 and t.is_open`,
    [actor.org_id, holder, actor.account_id],
  );
  if (!row) return null;
  const { at, by, ...profile } = row;
  return { at, by, profile: (profile.country as string | null) === null ? null : profile };
}

/** Stores what counts: confirmed by the company, or, where nothing was confirmed, what a holder says of themselves. */
export async function storeProfile(
  { tx, actor, deps }: CommandContext,
  holder: Pick<Holder, 'id'>,
  profile: ProfileValues,
  isConfirmed: boolean,
): Promise<void> {
  await tx.write(
    `insert into tax_profile (org_id, shareholder_id, confirmed_at, confirmed_by, ${NAMED}) values ($1, $2, $3, $4, ${PLACES})
     on conflict (org_id, shareholder_id) do update set confirmed_at = excluded.confirmed_at, confirmed_by = excluded.confirmed_by, ${SET}`,
    [
      orgOf(actor),
      holder.id,
      isConfirmed ? deps.now().toISOString() : null,
      isConfirmed ? actor.account_id : null,
      ...valuesOf(profile),
    ],
  );
}

/** A row that nobody reads is as good as none, and a holder removes no row. */
export async function blankProfile({ tx, actor }: CommandContext, holder: Pick<Holder, 'id'>): Promise<void> {
  await tx.write(
    `update tax_profile set form = null, form_signed_on = null, form_valid_until = null, backup_withholding = false, treaty_country = null, treaty_rate = null,
       document_id = null, withholding_rate = null, confirmed_at = null, confirmed_by = null where org_id = $1 and shareholder_id = $2`,
    [orgOf(actor), holder.id],
  );
}

/** What the holder says waits beside what is confirmed. Null: to remove it. */
export async function askForProfile(
  { tx, actor, deps }: CommandContext,
  holder: Pick<Holder, 'id'>,
  profile: ProfileValues | null,
): Promise<void> {
  const said = profile ? valuesOf(profile) : COLUMNS.map((name) => (name === 'backup_withholding' ? false : null));
  await tx.write(
    `insert into tax_profile_change (org_id, shareholder_id, asked_at, asked_by, ${NAMED}) values ($1, $2, $3, $4, ${PLACES})
     on conflict (org_id, shareholder_id) do update set is_open = true, asked_at = excluded.asked_at, asked_by = excluded.asked_by, ${SET}`,
    [orgOf(actor), holder.id, deps.now().toISOString(), actor.account_id, ...said],
  );
}

/** The change is decided or taken back. */
export const endChange = ({ tx, actor }: CommandContext, holder: Pick<Holder, 'id'>) =>
  tx.write(
    `update tax_profile_change set is_open = false, ${COLUMNS.map((name) => `${name} = ${name === 'backup_withholding' ? false : null}`).join(', ')}
     where org_id = $1 and shareholder_id = $2 and is_open`,
    [orgOf(actor), holder.id],
  );

/** Held until the commit, so that what is confirmed is what was read. */
export const lockProfile = ({ tx, actor }: CommandContext, holder: Pick<Holder, 'id'>) =>
  tx.rows('select 1 from shareholder where org_id = $1 and id = $2 for update', [orgOf(actor), holder.id]);
