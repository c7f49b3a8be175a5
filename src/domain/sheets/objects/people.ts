// Holders as STAKEHOLDER objects.
import { countryOf } from '../values/countries.ts';
import type { OcfObject } from '../../ledger/core/types.ts';
import type { Holder } from '../people/holders.ts';
import type { Named } from '../records/records.ts';
import { given } from '../../ledger/core/fields.ts';

const ENTITY =
  /\b(?:llc|lp|llp|inc|incorporated|ltd|limited|corp|corporation|company|co|gmbh|ag|se|ab|as|a\/s|aps|oy|sas|sarl|sa|srl|spa|bv|nv|plc|kg|ug|fund|funds|ventures?|capital|partners|partnership|holdings?|trust|trustees?|foundation|stiftung|group|bank|invest(?:ments?)?|angels|syndicate|spv|equity|accelerator|associates|estate|nominees)\b/i;

/** What the file itself says, in words; null where it does not. */
export function statedTypeOf(kind: string): 'INDIVIDUAL' | 'INSTITUTION' | null {
  if (/institution|entity|company|corporat|fund|organi[sz]ation|legal person|juristisch/i.test(kind))
    return 'INSTITUTION';
  if (/individual|person|natural|natürlich/i.test(kind)) return 'INDIVIDUAL';
  return null;
}

function stakeholderTypeOf(name: string, kind: string): 'INDIVIDUAL' | 'INSTITUTION' {
  const stated = statedTypeOf(kind);
  if (stated !== null) return stated;
  return isEntityName(name) ? 'INSTITUTION' : 'INDIVIDUAL';
}

/** Whether a name has the form or a word of a company or a fund. */
export const isEntityName = (name: string): boolean =>
  ENTITY.test(name.replace(/\b([A-Z])\.(?=[A-Z]\b)/g, '$1').replace(/\./g, ''));

const RELATIONSHIPS: readonly (readonly [RegExp, string])[] = [
  [/founder|gründer|fondateur|fundador|fondator|oprichter|grunder|grundare/i, 'FOUNDER'],
  [/board/i, 'BOARD_MEMBER'],
  [/advis/i, 'ADVISOR'],
  [/consult|contractor/i, 'CONSULTANT'],
  [/executive|officer|ceo|cto|cfo/i, 'EXECUTIVE'],
  [/employee|staff|mitarbeit|salarié|emplead|dipendent|werknemer|ansatt|anställd|colaborador/i, 'EMPLOYEE'],
  [/invest|inverso|angel|\bvc\b|fund/i, 'INVESTOR'],
];

export const relationshipOf = (words: string): string | undefined =>
  RELATIONSHIPS.find(([pattern]) => pattern.test(words))?.[1];

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
