import { say } from '../words/say.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { administrators, leastMember, readers } from './kit/access.ts';
import type { Role } from './kit/access.ts';
import { choice, date, email, id, status, text, tone } from './kit/fields.ts';
import { shownEmail } from '../domain/shownEmail.ts';

/** What each role of a member does, for who chooses one. A role without its sentence does not compile. */
const does = {
  owner: say`Owners do everything.`,
  admin: say`Administrators do everything but appoint owners.`,
  staff: say`Staff keep the records.`,
  viewer: say`Viewers read them.`,
} as const satisfies Record<Exclude<Role, 'shareholder'>, string>;

/** The people who work for the company, and open invitations to do so. */
export const members = defineResource('members', {
  path: '/api/members/',
  label: say`Members`,
  singular: say`member`,
  about: say`The people who work for the company in Sharebook, and open invitations. Shareholders are not listed here.`,
  empty: say`Invite the people who keep the company’s records with you.`,
  icon: 'members',
  table: 'invitation',
  source: 'member_view',
  title: 'email',
  fields: {
    id: id(),
    email: email({ required: true, search: true, label: say`Email` }),
    name: text({ readOnly: true, label: say`Name`, search: true }),
    role: choice(readers, {
      required: true,
      default: leastMember,
      help: Object.values(does).join(' '),
      tones: Object.fromEntries(readers.map((role) => [role, administrators.includes(role) ? 'info' : 'neutral'])),
    }),
    expires_at: date({ label: say`Last day`, help: say`Access ends after this day. Leave empty for no end.` }),
    status: status({
      active: tone('success'),
      invited: tone('info'),
      expired: tone('warning'),
      ended: tone('neutral'),
    }),
  },
  list: ['email', 'name', 'role', 'expires_at', 'status'],
  card: { figure: 'role', details: ['name'] },
  filters: ['role', 'status'],
  form: [['email'], ['role', 'expires_at']],
  asksFor: (name, { isEdit }) => name !== 'email' || !isEdit,
  sort: ['email', 'ASC'],
  createLabel: say`Invite Member`,
  created: say`The invitation was sent`,
  writes: 'command',
  menu: 'people',
  deletion: ({ email, name, status }) =>
    status === 'active' || status === 'ended'
      ? {
          label: say`End membership`,
          title: say`End the membership of ${String(name ?? shownEmail(String(email)))}?`,
          text: say`They lose access to the company at once, and invitations that they sent stop working. What they recorded stays. A person who is also a shareholder keeps access to their own holdings.`,
          done: say`The membership has ended`,
        }
      : {
          label: say`Withdraw invitation`,
          title: say`Withdraw the invitation to ${shownEmail(String(email))}?`,
          text: say`Its link stops working.`,
          done: say`The invitation was withdrawn`,
        },
  stepUp: 'always',
  access: { administrators: 'all', editors: 'none', readers: 'none', holders: 'none' },
});
export type Member = RecordOf<typeof members>;
