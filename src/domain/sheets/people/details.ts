// The details of a person that a file states and that the company keeps, in the words of the shareholders' list.
import { isObject, listOf, objectOf, textOf } from '../../ledger/core/fields.ts';
import type { OcfObject } from '../../ledger/core/types.ts';
import { relationshipOf, statedTypeOf } from '../objects/people.ts';
import { countryOf } from '../values/countries.ts';
import { PERSON_FIELDS } from '../reading.ts';
import type { PersonDifference, PersonField } from '../reading.ts';
import type { Holder } from './holders.ts';
import { nameKey } from './holders.ts';

/** "" where nothing is known. Both lines of a street are one. */
export type PersonDetails = Record<PersonField, string>;

/** A shareholder that the company has. */
export interface KnownPerson extends PersonDetails {
  id: string;
  /** A vendor's id or a registration number. */
  assigned_id: string;
}

/** Of a STAKEHOLDER object, for a company whose rows are not given. */
export function knownPersonOf(object: OcfObject): KnownPerson {
  const contact = objectOf(object, 'contact_info') ?? objectOf(object, 'primary_contact') ?? {};
  const email = listOf(contact, 'emails').find(isObject);
  const address = listOf(object, 'addresses').find(isObject);
  const of = (field: string) => (isObject(address) ? (textOf(address, field) ?? '') : '');
  return {
    id: textOf(object, 'id') ?? '',
    assigned_id: textOf(object, 'issuer_assigned_id') ?? '',
    name: textOf(objectOf(object, 'name') ?? {}, 'legal_name') ?? '',
    type: textOf(object, 'stakeholder_type') === 'INSTITUTION' ? 'entity' : 'individual',
    email: (isObject(email) && textOf(email, 'email_address')) || '',
    relationship: (textOf(object, 'current_relationship') ?? '').toLowerCase(),
    street_1: of('street_suite').replace(/\n/g, ', '),
    city: of('city'),
    state: of('country_subdivision'),
    postal_code: of('postal_code'),
    country: of('country'),
  };
}

/** What the rows of the file say of a holder; "" where they say nothing. */
function statedDetails({ name, named }: Holder): PersonDetails {
  const first = (pick: (each: Holder['named'][number]) => string): string => named.map(pick).find(Boolean) ?? '';
  const address = named.find((each) => each.address !== null)?.address;
  const kind = first((each) => each.kind);
  const type = statedTypeOf(kind);
  return {
    name,
    type: type === null ? '' : type === 'INSTITUTION' ? 'entity' : 'individual',
    email: first((each) => each.email),
    relationship: (relationshipOf(`${first((each) => each.relationship)} ${kind}`) ?? '').toLowerCase(),
    street_1: address?.street ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    postal_code: address?.postal_code ?? '',
    country: countryOf(address?.country ?? ''),
  };
}

/** What the file states otherwise. What it leaves out is no difference. */
export function differencesOf(holder: Holder, ours: KnownPerson): PersonDifference[] {
  const stated = statedDetails(holder);
  return PERSON_FIELDS.filter((field) => stated[field] !== '' && !isSame(field, stated[field], ours[field])).map(
    (field) => ({ field, ours: ours[field], file: stated[field] }),
  );
}

function isSame(field: PersonField, file: string, ours: string): boolean {
  if (field === 'name') return nameKey(file) === nameKey(ours);
  const key = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  return field === 'email' ? key(file).toLowerCase() === key(ours).toLowerCase() : key(file) === key(ours);
}
