// Inviting a shareholder to the portal, unlinking the account, and ending their service.
import { countryName } from '#src/domain/countries.ts';
import { SERVICE_ENDS, SERVICE_END_CODES } from '#src/domain/serviceEnd.ts';
import { administrators, editors } from '../kit/access.ts';
import { choice, date, text } from '../kit/fields.ts';
import { defineVerbs } from '../kit/verb.ts';
import type { Shown } from '../kit/verb.ts';
import { portalOf, shareholders } from '../shareholders.ts';
import { reason, remark } from './asked.ts';

const countryInWords = (code: unknown) => (typeof code === 'string' ? countryName(code) : 'no country');
const nameOf = ({ name }: Shown) => String(name);

type Waiting = { last4: string; may_approve: boolean } | null | undefined;
/** The change of a bank account that waits for a decision; on the record's page alone. */
const changeOf = ({ bank_change }: Shown) => bank_change as Waiting;

type Profile = { form: string | null; country: string; confirmed_at: string | null } | null;
/** The tax profile that waits for the company; on the record's page alone. Undefined: none does. Null: it is to be removed. */
function waitingProfile({ tax_profile, tax_profile_change }: Shown): Profile | undefined {
  const change = tax_profile_change as { profile: Profile } | null | undefined;
  if (change) return change.profile;
  const profile = tax_profile as Profile | undefined;
  return profile?.form && profile.confirmed_at === null ? profile : undefined;
}
function waitingWords(record: Shown): string {
  const profile = waitingProfile(record);
  if (!profile) return 'the removal of the tax profile';
  return profile.form ? `form ${profile.form}` : `${profile.country} without a tax form`;
}
const changeAt = text({
  max: 40,
  definition: 'The `at` of the change that was seen. Refused if another was entered since.',
});

export const shareholderVerbs = defineVerbs(shareholders, {
  invite: {
    label: (record) => (portalOf(record).invited_at ? 'Invite again' : 'Invite to portal'),
    summary: 'Mail a single-use link to the portal',
    roles: editors,
    when: (record) => record.is_active !== false && portalOf(record).state === 'none',
    fields: {},
    title: (record) => `Invite ${nameOf(record)} to the portal?`,
    text: ({ email }) =>
      email
        ? `A link that works once is mailed to ${email}. With it they see their own holdings, payments and documents, and nothing else.`
        : 'This shareholder has no email address yet. Add one first; the invitation is sent to it.',
    submit: 'Send invitation',
    done: ({ email }) => `Invitation sent to ${String(email)}`,
    answers: 'record',
    status: 202,
  },
  remind: {
    label: 'Remind',
    summary: 'Mail an open invitation to the portal again, with a new link; once a day',
    roles: editors,
    when: (record) => record.is_active !== false && portalOf(record).state === 'invited',
    fields: {},
    title: (record) => `Remind ${nameOf(record)} of the invitation?`,
    text: ({ email }) => `A new link is mailed to ${String(email)}. The link sent before stops working.`,
    submit: 'Send reminder',
    done: ({ email }) => `Reminder sent to ${String(email)}`,
    answers: 'record',
    status: 202,
  },
  unlink: {
    label: 'Unlink account',
    summary: 'Unlink the account from a shareholder: it loses access at once, and the shareholder can be invited again',
    roles: editors,
    when: (record) => portalOf(record).state === 'linked',
    destructive: true,
    fields: { reason: remark({ help: 'Kept in the shareholder’s history. Only the company can read it.' }) },
    title: (record) => `Unlink the account of ${nameOf(record)}?`,
    text: (record) =>
      `The account of ${portalOf(record).email ?? nameOf(record)} can no longer see this shareholder’s certificates, payments, documents and messages, starting with its next click. The shareholder keeps everything they hold, and can be invited again, with this account or another.`,
    submit: 'Unlink account',
    keep: 'Keep it linked',
    done: (record) => `The account of ${nameOf(record)} was unlinked`,
    answers: 'record',
  },
  terminate: {
    label: 'End service',
    summary: 'End a holder’s service on a day, and repurchase stock, as one unit of entries',
    roles: editors,
    // Entities have no service.
    when: ({ type, service }) => type === 'individual' && service !== 'left' && service !== 'leaving',
    destructive: true,
    fields: {
      date: date({ required: true, label: 'Last day of service' }),
      reason: choice(SERVICE_END_CODES, {
        required: true,
        default: 'VOLUNTARY_OTHER',
        isUnfolded: true,
        label: 'Reason',
        help: 'Decides which exercise window applies.',
        labels: SERVICE_ENDS,
      }),
    },
    title: (record) => `End the service of ${nameOf(record)}?`,
    text: 'Options and units that have not vested by that day are cancelled and return to their pool. What has vested can be exercised until the window for the reason ends. Stock is not cancelled: the company repurchases what has not vested, or leaves it with them, as you choose below.',
    submit: 'End service',
    keep: 'Keep in service',
    done: (record) => `The service of ${nameOf(record)} has ended`,
    answers: 'terminated',
  },
  'tax-profile/confirm': {
    label: 'Confirm tax form',
    summary: 'Confirm the tax form of a shareholder: withholding uses it from then on',
    roles: editors,
    when: (record) => waitingProfile(record) !== undefined,
    isInPanel: true,
    fields: {},
    more: { at: changeAt },
    title: (record) => `Confirm ${waitingWords(record)} of ${nameOf(record)}?`,
    text: (record) =>
      waitingProfile(record)
        ? 'Check it first. Withholding uses it from then on, and payments that wait for it are recomputed and released.'
        : 'From then on, tax is withheld as if there were no form.',
    submit: (record) => (waitingProfile(record)?.form ? 'Confirm tax form' : 'Confirm change'),
    keep: 'Decide later',
    done: (record) => `What ${nameOf(record)} said about tax is confirmed`,
    answers: 'record',
  },
  'tax-profile/reject': {
    label: 'Reject tax form',
    summary: 'Reject what a shareholder signed or entered about tax: what was confirmed before stays',
    roles: editors,
    when: (record) => waitingProfile(record) !== undefined,
    isInPanel: true,
    destructive: true,
    fields: { reason: reason({ help: 'The holder is notified.' }) },
    more: { at: changeAt },
    title: (record) => `Reject ${waitingWords(record)} of ${nameOf(record)}?`,
    text: 'What was confirmed before stays. The holder can sign a form again.',
    submit: 'Reject',
    keep: 'Decide later',
    done: (record) => `The change of ${nameOf(record)} was rejected`,
    answers: 'record',
  },
  'country/confirm': {
    label: 'Confirm country',
    summary: 'Confirm the country that a shareholder entered in the address: it counts for tax from then on',
    roles: editors,
    when: ({ country_change }) => Boolean(country_change),
    isInPanel: true,
    fields: {},
    more: { at: changeAt },
    title: (record) => `Count ${countryInWords(record.country)} as the country of ${nameOf(record)} for tax?`,
    text: ({ country_change }) =>
      `Until now ${countryInWords((country_change as { counts: string | null } | null)?.counts)} counts. If it is wrong, edit the address instead.`,
    submit: 'Confirm country',
    keep: 'Decide later',
    done: (record) => `The country of ${nameOf(record)} is confirmed`,
    answers: 'record',
  },
  'bank-change/approve': {
    label: 'Approve new account',
    summary: 'Approve a changed bank account, as an administrator who did not ask for it',
    roles: administrators,
    stepUp: true,
    when: (record) => changeOf(record)?.may_approve === true,
    isInPanel: true,
    fields: {},
    more: { at: changeAt },
    title: (record) => `Pay ${nameOf(record)} to the account ending in ${changeOf(record)?.last4}?`,
    text: 'Ask the holder by phone or in person first: a changed account is how payments are stolen. Payments can be started 24 hours after it was entered.',
    submit: 'Approve new account',
    keep: 'Decide later',
    done: (record) => `${nameOf(record)} is paid to the new account`,
    answers: 'record',
  },
  'bank-change/reject': {
    label: 'Reject',
    summary: 'Reject a changed bank account: the present account stays',
    roles: administrators,
    when: (record) => Boolean(changeOf(record)),
    isInPanel: true,
    destructive: true,
    fields: { reason: reason({ help: 'Mailed to the holder.' }) },
    title: (record) => `Keep the present account of ${nameOf(record)}?`,
    text: (record) => `The account ending in ${changeOf(record)?.last4} is forgotten.`,
    submit: 'Reject new account',
    keep: 'Decide later',
    done: (record) => `${nameOf(record)} is still paid to the present account`,
    answers: 'record',
  },
});
