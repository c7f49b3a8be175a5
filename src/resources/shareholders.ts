import { say } from '../words/say.ts';
import { own } from './kit/access.ts';
import { holderLeft } from './holderLeft.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { boolean, choice, country, date, datetime, email, id, number, percent, shares, text } from './kit/fields.ts';

/** "Sofia Maria Lindqvist": the last word is the last name. It can be corrected in the form. */
function namedAs(typed: string) {
  const words = typed.trim().split(/\s+/);
  return words.length < 2
    ? { first_name: words[0] ?? '' }
    : { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) };
}

export const shareholders = defineResource('shareholders', {
  path: '/api/shareholders/',
  label: say`Shareholders`,
  singular: say`shareholder`,
  about: say`Everyone who holds, held or may hold shares of the company: people and entities.`,
  empty: say`People and entities that hold your shares are listed here. Add the founders first, or import a cap table.`,
  broughtInBy: 'imports',
  icon: 'shareholders',
  table: 'shareholder',
  title: 'name',
  distinguishedBy: ['email', 'relationship', 'holdings'],
  fields: {
    id: id(),
    type: choice(['individual', 'entity'], { required: true, default: 'individual' }),
    name: text({ required: true, readOnly: true, search: true, sortKey: 'name_key' }),
    first_name: text({ max: 100, label: say`First Name` }),
    last_name: text({ max: 100, label: say`Last Name`, help: say`Somebody with one name needs only one of the two.` }),
    entity_name: text({ max: 200, label: say`Entity Name` }),
    email: email({ search: true }),
    relationship: choice(
      [
        'founder',
        'employee',
        'ex_employee',
        'investor',
        'advisor',
        'consultant',
        'board_member',
        'officer',
        'executive',
        'non_us_employee',
        'other',
      ],
      {
        label: say`Relationship`,
        labels: { ex_employee: say`Former employee`, non_us_employee: say`Employee outside the US` },
      },
    ),
    street_1: text({ max: 200, label: say`Street` }),
    street_2: text({ max: 200, label: say`Street, second line` }),
    city: text({ max: 100 }),
    state: text({ max: 100, label: say`State or province` }),
    postal_code: text({ max: 20, label: say`Postal code` }),
    country: country(),
    is_active: boolean({ label: say`Status`, words: [say`Active`, say`Inactive`], default: true, required: true }),
    holdings: text({
      readOnly: true,
      hasDays: true,
      label: say`Holds`,
      definition: say`Certificates, grants, convertibles and warrants that are open today, including those that can no longer be exercised but are not cancelled yet.`,
    }),
    shares: shares({ readOnly: true, label: say`Shares` }),
    percent: percent({
      readOnly: true,
      places: 2,
      label: say`Of stock`,
      definition: say`The percentage of all stock that is outstanding today.`,
    }),
    fully_diluted_percent: percent({
      readOnly: true,
      places: 2,
      label: say`Fully diluted`,
      definition: say`The percentage of all shares, options, warrants and unallocated pool today, preferred as converted. SAFEs and notes count once they convert.`,
    }),
    service: choice(['serving', 'on_leave', 'leaving', 'left'], {
      readOnly: true,
      label: say`Service`,
      tones: { on_leave: 'info', leaving: 'warning', left: 'warning' },
    }),
    service_ended_on: date({ readOnly: true, label: say`End of service` }),
    portal_state: choice(['none', 'invited', 'linked'], {
      readOnly: true,
      label: say`Portal`,
      labels: { none: say`No access` },
      says: (record, day) => portalInShort(portalOf(record), day),
    }),
    portal_invited_at: datetime({ readOnly: true, label: say`Invited` }),
    portal_linked_at: datetime({ readOnly: true, label: say`Uses the portal since` }),
    portal_seen_at: datetime({ readOnly: true, label: say`Last seen` }),
    created_at: datetime({ required: true, readOnly: true, label: say`Added` }),
    version: number({ required: true, readOnly: true }),
  },
  list: ['id', 'type', 'name', 'email', 'relationship', 'shares', 'fully_diluted_percent', 'portal_state', 'is_active'],
  wraps: { relationship: 'narrow', holdings: 'narrow', portal_state: 'narrow' },
  marks: [{ ...holderLeft, on: 'name' }],
  card: { details: ['relationship', 'holdings', 'portal_state'] },
  filters: ['type', 'is_active', 'relationship', 'service', 'portal_state', 'email'],
  form: [
    ['type'],
    ['first_name', 'last_name'],
    ['entity_name'],
    ['email'],
    ['relationship'],
    ['street_1'],
    ['street_2'],
    ['city', 'state'],
    ['postal_code', 'country'],
    ['is_active'],
  ],
  bulkFields: ['relationship'],
  sort: ['name', 'ASC'],
  createLabel: say`Add Shareholder`,
  namedAs,
  created: say`The shareholder was added`,
  asksFor: (name, { values, isHolder }) => {
    if (isHolder) return (shareholderOwnFields as readonly string[]).includes(name);
    if (name === 'entity_name') return values.type === 'entity' && 'required';
    if (name === 'first_name') return values.type !== 'entity' && (values.last_name ? true : 'required');
    if (name === 'last_name') return values.type !== 'entity' && (values.first_name ? true : 'required');
    return true;
  },
  writes: 'command',
  stepUp: ['tax_id', 'bank_account'],
  access: {
    administrators: 'all',
    editors: 'read create update',
    readers: 'read',
    holders: own('read update', { column: 'id', match: 'shareholder' }),
  },
});
export type Shareholder = RecordOf<typeof shareholders>;

/** What a shareholder may change in their own row; the rest belongs to the company. */
export const shareholderOwnFields = [
  'email',
  'street_1',
  'street_2',
  'city',
  'state',
  'postal_code',
  'country',
] as const;

export interface Portal {
  state: 'none' | 'invited' | 'linked';
  /** The email of the linked account, or the invited address. */
  email: string | null;
  /** The last invitation, whatever its outcome. */
  invited_at?: string | null;
  linked_at?: string | null;
  seen_at?: string | null;
}

/** A shareholder's portal access. A list has the same in columns, without the account's address. */
export function portalOf(record: Readonly<Record<string, unknown>>): Portal {
  if (record.portal) return record.portal as Portal;
  const { portal_state, portal_invited_at, portal_linked_at, portal_seen_at } = record;
  return {
    state: (portal_state as Portal['state'] | null | undefined) ?? 'none',
    email: typeof record.email === 'string' ? record.email : null,
    invited_at: (portal_invited_at ?? null) as string | null,
    linked_at: (portal_linked_at ?? null) as string | null,
    seen_at: (portal_seen_at ?? null) as string | null,
  };
}

/** The short form for the list. */
function portalInShort({ state, invited_at, linked_at, seen_at }: Portal, day: (instant: string) => string): string {
  if (state === 'linked') {
    if (seen_at) return say`Seen ${day(seen_at)}`;
    return linked_at ? say`Linked ${day(linked_at)}` : say`Linked`;
  }
  if (state === 'invited') return `Invited${invited_at ? ` ${day(invited_at)}` : ''}`;
  return invited_at ? say`No access` : say`Never invited`;
}
