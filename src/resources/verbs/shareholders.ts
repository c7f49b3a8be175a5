// Inviting a shareholder to the portal, unlinking the account, and ending their service.
import { say } from '#src/words/say.ts';
import { countryName } from '#src/domain/countries.ts';
import { SERVICE_ENDS, SERVICE_END_CODES } from '#src/domain/serviceEnd.ts';
import { administrators, editors } from '../kit/access.ts';
import { choice, date, text } from '../kit/fields.ts';
import { defineVerbs } from '../kit/verb.ts';
import type { Shown } from '../kit/verb.ts';
import { portalOf, shareholders } from '../shareholders.ts';
import { reason, remark } from './asked.ts';

const countryInWords = (code: unknown) => (typeof code === 'string' ? countryName(code) : say`no country`);
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
  if (!profile) return say`the removal of the tax profile`;
  return profile.form ? say`form ${profile.form}` : say`${profile.country} without a tax form`;
}
const changeAt = text({
  max: 40,
  definition: say`The \`at\` of the change that was seen. Refused if another was entered since.`,
});

export const shareholderVerbs = defineVerbs(shareholders, {
  invite: {
    label: (record) => (portalOf(record).invited_at ? say`Invite again` : say`Invite to portal`),
    summary: 'Mail a single-use link to the portal',
    roles: editors,
    when: (record) => record.is_active !== false && portalOf(record).state === 'none',
    fields: {},
    title: (record) => say`Invite ${nameOf(record)} to the portal?`,
    text: ({ email }) =>
      email
        ? say`A link that works once is mailed to ${email}. With it they see their own holdings, payments and documents, and nothing else.`
        : say`This shareholder has no email address yet. Add one first; the invitation is sent to it.`,
    submit: say`Send invitation`,
    done: ({ email }) => say`Invitation sent to ${String(email)}`,
    answers: 'record',
    status: 202,
  },
  remind: {
    label: say`Remind`,
    summary: 'Mail an open invitation to the portal again, with a new link; once a day',
    roles: editors,
    when: (record) => record.is_active !== false && portalOf(record).state === 'invited',
    fields: {},
    title: (record) => say`Remind ${nameOf(record)} of the invitation?`,
    text: ({ email }) => say`A new link is mailed to ${String(email)}. The link sent before stops working.`,
    submit: say`Send reminder`,
    done: ({ email }) => say`Reminder sent to ${String(email)}`,
    answers: 'record',
    status: 202,
  },
  terminate: {
    label: say`End service`,
    summary: 'End a holder’s service on a day, and repurchase stock, as one unit of entries',
    roles: editors,
    // Entities have no service.
    when: ({ type, service }) => type === 'individual' && service !== 'left' && service !== 'leaving',
    destructive: true,
    fields: {
      date: date({ required: true, label: say`Last day of service` }),
      reason: choice(SERVICE_END_CODES, {
        required: true,
        default: 'VOLUNTARY_OTHER',
        isUnfolded: true,
        label: say`Reason`,
        help: say`Decides which exercise window applies.`,
        labels: SERVICE_ENDS,
      }),
    },
    title: (record) => say`End the service of ${nameOf(record)}?`,
    text: say`Options and units that have not vested by that day are cancelled and return to their pool. What has vested can be exercised until the window for the reason ends. Stock is not cancelled: the company repurchases what has not vested, or leaves it with them, as you choose below.`,
    submit: say`End service`,
    keep: say`Keep in service`,
    done: (record) => say`The service of ${nameOf(record)} has ended`,
    answers: 'terminated',
  },
  unlink: {
    label: say`Unlink account`,
    summary: 'Unlink the account from a shareholder: it loses access at once, and the shareholder can be invited again',
    roles: editors,
    when: (record) => portalOf(record).state === 'linked',
    destructive: true,
    fields: { reason: remark({ help: say`Kept in the shareholder’s history. Only the company can read it.` }) },
    title: (record) => say`Unlink the account of ${nameOf(record)}?`,
    text: (record) =>
      say`The account of ${portalOf(record).email ?? nameOf(record)} can no longer see this shareholder’s certificates, payments, documents and messages, starting with its next click. The shareholder keeps everything they hold, and can be invited again, with this account or another.`,
    submit: say`Unlink account`,
    keep: say`Keep it linked`,
    done: (record) => say`The account of ${nameOf(record)} was unlinked`,
    answers: 'record',
  },
  'tax-profile/confirm': {
    label: say`Confirm tax form`,
    summary: 'Confirm the tax form of a shareholder: withholding uses it from then on',
    roles: editors,
    when: (record) => waitingProfile(record) !== undefined,
    isInPanel: true,
    fields: {},
    more: { at: changeAt },
    title: (record) => say`Confirm ${waitingWords(record)} of ${nameOf(record)}?`,
    text: (record) =>
      waitingProfile(record)
        ? say`Check it first. Withholding uses it from then on, and payments that wait for it are recomputed and released.`
        : say`From then on, tax is withheld as if there were no form.`,
    submit: (record) => (waitingProfile(record)?.form ? say`Confirm tax form` : say`Confirm change`),
    keep: say`Decide later`,
    done: (record) => say`What ${nameOf(record)} said about tax is confirmed`,
    answers: 'record',
  },
  'tax-profile/reject': {
    label: say`Reject tax form`,
    summary: 'Reject what a shareholder signed or entered about tax: what was confirmed before stays',
    roles: editors,
    when: (record) => waitingProfile(record) !== undefined,
    isInPanel: true,
    destructive: true,
    fields: { reason: reason({ help: say`The holder is notified.` }) },
    more: { at: changeAt },
    title: (record) => say`Reject ${waitingWords(record)} of ${nameOf(record)}?`,
    text: say`What was confirmed before stays. The holder can sign a form again.`,
    submit: say`Reject`,
    keep: say`Decide later`,
    done: (record) => say`The change of ${nameOf(record)} was rejected`,
    answers: 'record',
  },
  'country/confirm': {
    label: say`Confirm country`,
    summary: 'Confirm the country that a shareholder entered in the address: it counts for tax from then on',
    roles: editors,
    when: ({ country_change }) => Boolean(country_change),
    isInPanel: true,
    fields: {},
    more: { at: changeAt },
    title: (record) => say`Count ${countryInWords(record.country)} as the country of ${nameOf(record)} for tax?`,
    text: ({ country_change }) =>
      say`Until now ${countryInWords((country_change as { counts: string | null } | null)?.counts)} counts. If it is wrong, edit the address instead.`,
    submit: say`Confirm country`,
    keep: say`Decide later`,
    done: (record) => say`The country of ${nameOf(record)} is confirmed`,
    answers: 'record',
  },
  'bank-change/approve': {
    label: say`Approve new account`,
    summary: 'Approve a changed bank account, as an administrator who did not ask for it',
    roles: administrators,
    stepUp: true,
    when: (record) => changeOf(record)?.may_approve === true,
    isInPanel: true,
    fields: {},
    more: { at: changeAt },
    title: (record) => say`Pay ${nameOf(record)} to the account ending in ${changeOf(record)?.last4}?`,
    text: say`Ask the holder by phone or in person first: a changed account is how payments are stolen. Payments can be started 24 hours after it was entered.`,
    submit: say`Approve new account`,
    keep: say`Decide later`,
    done: (record) => say`${nameOf(record)} is paid to the new account`,
    answers: 'record',
  },
  'bank-change/reject': {
    label: say`Reject`,
    summary: 'Reject a changed bank account: the present account stays',
    roles: administrators,
    when: (record) => Boolean(changeOf(record)),
    isInPanel: true,
    destructive: true,
    fields: { reason: reason({ help: say`Mailed to the holder.` }) },
    title: (record) => say`Keep the present account of ${nameOf(record)}?`,
    text: (record) => say`The account ending in ${changeOf(record)?.last4} is forgotten.`,
    submit: say`Reject new account`,
    keep: say`Decide later`,
    done: (record) => say`${nameOf(record)} is still paid to the present account`,
    answers: 'record',
  },
});
