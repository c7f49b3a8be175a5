// Letting people in: an invitation to the portal, and the answer to who asks to join.
import { boolean, reference, text } from '../../../resources/kit/fields.ts';
import type { AnyRecord } from '../../kit/fieldKinds.tsx';
import { ReferenceName } from '../../kit/parts/ReferenceName.tsx';
import { portalOf } from './portal.ts';
import type { VerbSpec } from '../../kit/verbs/types.ts';

const proved = (isProved: unknown) => (isProved === true ? 'proved' : 'not proved');
const hasRecord = (record: AnyRecord) => typeof record.current_shareholder_id === 'string';
const nameOf = (record: AnyRecord) =>
  String(record.name ?? [record.first_name, record.last_name].filter(Boolean).join(' '));

export const peopleVerbs: Record<string, VerbSpec> = {
  'shareholders.invite': {
    title: (record) => `Invite ${nameOf(record)} to the portal?`,
    text: (record) =>
      record.email ? (
        <p>
          A link that works once is mailed to <b>{String(record.email)}</b>. With it they see their own holdings,
          payments and documents, and nothing else.
        </p>
      ) : (
        <p>This shareholder has no email address yet. Add one first; the invitation is sent to it.</p>
      ),
    fields: {},
    submit: () => 'Send invitation',
    done: (record) => `Invitation sent to ${String(record.email)}`,
  },
  'shareholders.unlink': {
    title: (record) => `Unlink the account of ${nameOf(record)}?`,
    text: (record) => (
      <p>
        The account of <b>{portalOf(record).email}</b> stops seeing this shareholder’s certificates, payments, documents
        and messages with its next click. The shareholder keeps everything they hold, and can be invited again, with
        this account or another.
      </p>
    ),
    fields: { reason: text({ max: 500, help: 'For the history of the shareholder; the company alone reads it.' }) },
    submit: () => 'Unlink account',
    keep: 'Keep it linked',
    done: (record) => `The account of ${nameOf(record)} was unlinked`,
  },
  'join-requests.approve': {
    title: (record) => `Who is ${nameOf(record)}?`,
    text: (record) => (
      <>
        <p>
          {nameOf(record)} signed up with <b>{String(record.email)}</b> ({proved(record.email_verified)})
          {record.phone_last4
            ? ` and a phone ending in ${String(record.phone_last4)} (${proved(record.phone_verified)})`
            : ''}
          . Say which shareholder of your records this person is. They then see that shareholder’s certificates,
          payments and documents, and nothing else of the company.
        </p>
        {record.email_shareholder_id !== null && (
          <p>
            One record has the same email address:{' '}
            <ReferenceName to="shareholders" id={String(record.email_shareholder_id)} />.
          </p>
        )}
        {record.email_verified !== true && (
          <p className="alert warning">
            Nothing shows that this email address is theirs. Ask the shareholder in another way before you approve.
          </p>
        )}
        {hasRecord(record) && (
          <p className="alert warning">
            <span>
              The account has access as <ReferenceName to="shareholders" id={String(record.current_shareholder_id)} />{' '}
              already, and has one record in a company. Reject the request, and it keeps that one. Or move the account:
              it stops seeing that shareholder’s certificates, payments and documents at once, and sees the other’s
              instead.
            </span>
          </p>
        )}
      </>
    ),
    fields: (record, values) => ({
      create: boolean({
        required: true,
        label: 'Is this person in your records?',
        words: ['No: create a new shareholder', 'Yes: the shareholder chosen here'],
        default: false,
      }),
      ...(values.create === true
        ? {}
        : { shareholder_id: reference('shareholders', { required: true, label: 'Shareholder' }) }),
      ...(hasRecord(record)
        ? {
            unlink_current: boolean({
              required: true,
              label: 'The shareholder it has now',
              words: ['Unlink it from the account', 'Keep it linked'],
              default: false,
            }),
          }
        : {}),
    }),
    defaults: (record) => ({
      // An address that nobody proved chooses nobody.
      shareholder_id:
        record.invitation_shareholder_id ?? (record.email_verified === true ? record.email_shareholder_id : null) ?? '',
      create: false,
      unlink_current: false,
    }),
    check: (values, record) => ({
      ...(values.create !== true && !values.shareholder_id
        ? { shareholder_id: 'Choose who this is, or create a new shareholder.' }
        : {}),
      ...(hasRecord(record) && values.unlink_current !== true && values.shareholder_id !== record.current_shareholder_id
        ? {
            unlink_current:
              'An account has one shareholder. Unlink the one it has now, or cancel and reject the request.',
          }
        : {}),
    }),
    submit: (record, values) =>
      `${hasRecord(record) && values.unlink_current === true ? 'Unlink the first and give' : 'Give'} access as ${values.create === true ? 'a new' : 'this'} shareholder`,
    body: (values, record) => ({
      ...(values.create === true ? { create: true } : { shareholder_id: values.shareholder_id }),
      ...(hasRecord(record) && values.unlink_current === true ? { unlink_current: true } : {}),
    }),
    done: (record) => `${nameOf(record)} was admitted`,
  },
  'join-requests.reject': {
    title: (record) => `Reject ${nameOf(record)}?`,
    text: () => <p>They see nothing of the company. They may ask again with the client name.</p>,
    fields: {},
    submit: () => 'Reject request',
    keep: 'Keep waiting',
    done: (record) => `The request of ${nameOf(record)} was rejected`,
  },
};
