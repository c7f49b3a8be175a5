// Holders and classes between their two shapes: the OCF object that is kept whole, and the row the screens read.
import {
  authorizedOf,
  decimalTextOf,
  isObject,
  listOf,
  moneyOf,
  objectOf,
  textOf,
} from '#src/domain/ledger/core/fields.ts';
import { isSeen, withoutHidden } from '#src/domain/text.ts';
import { formatDecimal, normalise } from '#src/domain/figures/decimal.ts';
import { classFactsOf, holderFactsOf } from '#src/domain/ledger/core/staticObjects.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { Row, Tx } from '../db/database.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import { bulkInsert } from './bulkInsert.ts';
import { storedColumns } from './storedColumns.ts';

const RELATIONSHIPS: Record<string, string> = {
  NON_US_EMPLOYEE: 'non_us_employee',
  EX_EMPLOYEE: 'ex_employee',
  BOARD_MEMBER: 'board_member',
};
const KNOWN = new Set<string>(shareholders.fields.relationship.values);

/** A row of `shareholder` from STAKEHOLDER. Lenient: what is missing is null. */
export function shareholderRowOf(object: OcfObject): Row {
  const { id, name } = holderFactsOf(object);
  const names = objectOf(object, 'name');
  const isEntity = textOf(object, 'stakeholder_type') === 'INSTITUTION';
  const contact = objectOf(object, 'contact_info') ?? objectOf(object, 'primary_contact');
  const email = contact ? listOf(contact, 'emails').find(isObject) : undefined;
  const address = listOf(object, 'addresses').find(isObject);
  const relationship = (
    textOf(object, 'current_relationship') ?? String(listOf(object, 'current_relationships')[0] ?? '')
  ).toUpperCase();
  const word = RELATIONSHIPS[relationship] ?? relationship.toLowerCase();
  const part = (field: string): string | null => {
    const text = withoutHidden((names && textOf(names, field)) ?? '');
    return isSeen(text) ? text : null;
  };
  const legal = part('legal_name');
  // The one name of somebody may be stated as the last name.
  const isLastName = legal !== null && part('last_name') === legal;
  const [first, ...rest] = isLastName ? [] : (legal ?? name).split(/\s+/);
  const street = address ? (textOf(address, 'street_suite') ?? '').split('\n') : [];
  return {
    id,
    type: isEntity ? 'entity' : 'individual',
    name,
    first_name: isEntity ? null : (part('first_name') ?? first ?? null),
    last_name: isEntity ? null : (part('last_name') ?? (rest.join(' ') || null)),
    entity_name: isEntity ? name : null,
    email: (email && isObject(email) ? textOf(email, 'email_address') : null) ?? null,
    relationship: word === '' ? null : KNOWN.has(word) ? word : 'other',
    street_1: street[0] || null,
    street_2: street[1] || null,
    city: address ? textOf(address, 'city') : null,
    state: address ? textOf(address, 'country_subdivision') : null,
    postal_code: address ? textOf(address, 'postal_code') : null,
    country: countryOf(address),
  };
}

function countryOf(address: unknown): string | null {
  const country = isObject(address) ? textOf(address, 'country') : null;
  return country && /^[A-Z]{2}$/.test(country) ? country : null;
}

/** STAKEHOLDER from a row, on top of the object it had: fields that the screens do not know survive. */
export function stakeholderObjectOf(row: Row, before: OcfObject | null): OcfObject {
  const { relationship } = row;
  const isEntity = row.type === 'entity';
  const contactKey = isEntity ? 'primary_contact' : 'contact_info';
  const contactBefore = before ? (objectOf(before, contactKey) ?? {}) : {};
  const contact = row.email
    ? {
        [contactKey]: {
          ...contactBefore,
          ...(isEntity ? { name: (contactBefore as OcfObject)['name'] ?? { legal_name: row.name } } : {}),
          emails: [{ email_type: 'BUSINESS', email_address: row.email }],
        },
      }
    : {};
  const address = row.country
    ? {
        addresses: [
          withoutNull({
            address_type: 'CONTACT',
            street_suite: [row.street_1, row.street_2].filter(Boolean).join('\n') || null,
            city: row.city,
            country_subdivision: row.state,
            postal_code: row.postal_code,
            country: row.country,
          }),
        ],
      }
    : {};
  const { [contactKey]: _contact, addresses: _addresses, current_relationship: _relationship, ...kept } = before ?? {};
  return {
    ...kept,
    object_type: 'STAKEHOLDER',
    id: row.id,
    name: withoutNull({
      legal_name: row.name,
      first_name: isEntity ? null : row.first_name,
      last_name: isEntity ? null : row.last_name,
    }),
    stakeholder_type: isEntity ? 'INSTITUTION' : 'INDIVIDUAL',
    ...(typeof relationship === 'string' && relationship ? { current_relationship: relationship.toUpperCase() } : {}),
    ...contact,
    ...address,
  };
}

/** A row of `share_class` from STOCK_CLASS. */
export function shareClassRowOf(object: OcfObject): Row {
  const facts = classFactsOf(object);
  const authorized = authorizedOf(object, 'initial_shares_authorized');
  const [par, price] = [moneyOf(object, 'par_value'), moneyOf(object, 'price_per_share')];
  const right = facts.conversion_rights[0];
  return {
    id: facts.id,
    name: facts.name,
    class_type: facts.class_type === 'PREFERRED' ? 'PREFERRED' : 'COMMON',
    prefix: facts.default_id_prefix,
    initial_authorized: authorized.kind === 'FIXED' ? authorized.shares : null,
    authorized_kind: authorized.kind,
    par_value: par ? formatDecimal(par.amount) : null,
    price_per_share: price ? formatDecimal(price.amount) : null,
    currency: price?.currency ?? par?.currency ?? 'USD',
    votes_per_share: facts.votes_per_share,
    seniority: facts.seniority,
    liquidation_preference_multiple: decimalTextOf(object, 'liquidation_preference_multiple'),
    participation_cap_multiple: decimalTextOf(object, 'participation_cap_multiple'),
    conversion_ratio: right?.numerator && right.denominator === '1' ? right.numerator : null,
    converts_to_share_class_id: right?.converts_to_stock_class_id ?? null,
  };
}

/** STOCK_CLASS from a row, on top of the object it had. The authorised number is the initial one: it changes by entries only. */
export function stockClassObjectOf(row: Row, before: OcfObject | null): OcfObject {
  const {
    conversion_rights: rightsBefore,
    par_value: parBefore,
    price_per_share: priceBefore,
    liquidation_preference_multiple: _liquidation,
    participation_cap_multiple: _cap,
    ...kept
  } = before ?? {};
  const money = (amount: unknown) => (amount ? { amount, currency: row.currency ?? 'USD' } : null);
  const had = before ? shareClassRowOf(before) : {};
  const isKept = (...names: string[]) =>
    before !== null && names.every((name) => normalise(row[name]) === normalise(had[name]));
  const rights =
    row.conversion_ratio && row.converts_to_share_class_id
      ? [
          {
            type: 'STOCK_CLASS_CONVERSION_RIGHT',
            conversion_mechanism: {
              type: 'RATIO_CONVERSION',
              ratio: { numerator: row.conversion_ratio, denominator: '1' },
              conversion_price: money(row.price_per_share) ?? money('0'),
              rounding_type: 'FLOOR',
            },
            converts_to_stock_class_id: row.converts_to_share_class_id,
          },
        ]
      : null;
  return withoutNull({
    ...kept,
    object_type: 'STOCK_CLASS',
    id: row.id,
    name: row.name,
    class_type: row.class_type,
    default_id_prefix: row.prefix,
    initial_shares_authorized: before ? before['initial_shares_authorized'] : row.authorized_shares,
    // Numbers here, decimal texts in the object.
    votes_per_share: String(row.votes_per_share),
    seniority: String(row.seniority),
    par_value: isKept('par_value') ? parBefore : money(row.par_value),
    price_per_share: isKept('price_per_share') ? priceBefore : money(row.price_per_share),
    liquidation_preference_multiple: row.liquidation_preference_multiple,
    participation_cap_multiple: row.participation_cap_multiple,
    // The row holds at most one conversion right and no mechanism. If neither the ratio nor the target class was edited, the
    // original object's rights are kept.
    conversion_rights:
      isKept('conversion_ratio') && row.converts_to_share_class_id === had.converts_to_share_class_id
        ? rightsBefore
        : rights,
  });
}

function withoutNull(object: Record<string, unknown>): OcfObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));
}

/** Of the columns, those that the rows have: an object knows fewer than a form. */
function columnsIn(rows: readonly Row[], columns: Record<string, string>): Record<string, string> {
  const [first = {}] = rows;
  return Object.fromEntries(Object.entries(columns).filter(([name]) => Object.hasOwn(first, name)));
}

/** In: rows that all have the same columns, the name among them. */
export async function insertShareholders(tx: Tx, org: string, rows: readonly Row[], at: Date): Promise<void> {
  const dated = rows.map((row) => ({ ...row, created_at: at.toISOString() }));
  const columns = { id: 'text', name: 'text', ...storedColumns(shareholders), created_at: 'timestamptz' };
  await bulkInsert(tx, 'shareholder', org, columnsIn(dated, columns), dated);
}

/** Classes may convert into one another, whatever their order: the links are set once all are there. */
export async function insertShareClasses(tx: Tx, org: string, rows: readonly Row[]): Promise<void> {
  const { converts_to_share_class_id: _later, ...stored } = storedColumns(shareClasses);
  const columns = { id: 'text', initial_authorized: 'numeric', authorized_kind: 'text', currency: 'text', ...stored };
  await bulkInsert(tx, 'share_class', org, columnsIn(rows, columns), rows);
  const linked = rows.filter((row) => row.converts_to_share_class_id);
  if (linked.length === 0) return;
  await tx.write(
    `update share_class c set converts_to_share_class_id = o.id from unnest($2::text[], $3::text[]) as u (id, into_id)
     join share_class o on o.org_id = $1 and o.id = u.into_id where c.org_id = $1 and c.id = u.id`,
    [org, linked.map((row) => row.id), linked.map((row) => row.converts_to_share_class_id)],
  );
}
