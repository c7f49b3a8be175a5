// Holders as STAKEHOLDER objects.
import { countryOf } from '../values/countries.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { Holder } from '../people/holders.ts';
import type { Named } from '../records/records.ts';
import { relationshipOf, stakeholderTypeOf } from '../meanings/peopleWords.ts';
import { given } from '#src/domain/ledger/core/fields.ts';

export function stakeholderOf(holder: Holder, id: string): OcfObject {
  const { named, name } = holder;
  const first = (pick: (each: Named) => string): string => named.map(pick).find((value) => value !== '') ?? '';
  const kind = first((each) => each.kind);
  const relation = `${first((each) => each.relationship)} ${kind}`;
  const group = first((each) => each.group);
  const stakeholder_type = stakeholderTypeOf(name, kind);
  const email = first((each) => each.email);
  const contact = first((each) => each.contact);
  const address = named.find((each) => each.address !== null)?.address ?? null;
  const emails = email === '' ? [] : [{ email_type: 'OTHER', email_address: email }];
  const isContact = contact !== '' && stakeholder_type === 'INSTITUTION';
  return {
    object_type: 'STAKEHOLDER',
    id,
    name: { legal_name: name },
    stakeholder_type,
    ...given({
      issuer_assigned_id: first((each) => each.id),
      current_relationship: relationshipOf(relation) ?? relationshipOf(group),
      primary_contact: isContact ? { name: { legal_name: contact }, ...(emails.length > 0 ? { emails } : {}) } : null,
      contact_info: emails.length > 0 ? { emails } : null,
      addresses: address
        ? [
            {
              address_type: 'CONTACT',
              ...given({
                street_suite: address.street,
                city: address.city,
                country_subdivision: address.state,
                country: countryOf(address.country),
                postal_code: address.postal_code,
              }),
            },
          ]
        : null,
    }),
  };
}
