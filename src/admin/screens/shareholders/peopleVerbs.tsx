// Portal access: invitations, and the approval of join requests.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { shownEmail } from '#src/domain/shownEmail.ts';
import type { JoinRequest } from '#src/resources/joinRequests.ts';
import { ReferenceName } from '#src/admin/kit/parts/ReferenceName.tsx';
import { joinRequestVerbs } from '#src/resources/verbs/joinRequests.ts';
import { viewsOf } from '#src/admin/kit/verbs/viewsOf.ts';

const proved = (isProved: unknown) => (isProved === true ? say`proved` : say`not proved`);
type Linked = JoinRequest & { current_shareholder_id: string };
const hasRecord = (record: JoinRequest): record is Linked => record.current_shareholder_id !== null;
const nameOf = (record: JoinRequest) =>
  String(record.name ?? [record.first_name, record.last_name].filter(Boolean).join(' '));

export const peopleVerbs = viewsOf<JoinRequest>({
  'join-requests.approve': {
    text: (record) => (
      <>
        <p>
          {sayAround`${nameOf(record)} signed up with ${(<b>{shownEmail(record.email)}</b>)} (${proved(record.email_verified)})${
            record.phone_last4
              ? say` and a phone ending in ${String(record.phone_last4)} (${proved(record.phone_verified)})`
              : ''
          }. Choose which shareholder in your records this person is. They then see that shareholder’s certificates, payments and documents, and nothing else of the company.`}
        </p>
        {record.email_shareholder_id !== null && (
          <p>
            {sayAround`One record has the same email address: ${(<ReferenceName to="shareholders" id={record.email_shareholder_id} />)}.`}
          </p>
        )}
        {record.email_verified !== true && (
          <p className="alert warning">
            {say`The email address has not been confirmed as theirs. Contact the shareholder another way before you approve.`}
          </p>
        )}
        {hasRecord(record) && (
          <p className="alert warning">
            <span>
              {sayAround`The account already has access as ${(<ReferenceName to="shareholders" id={record.current_shareholder_id} />)}. An account can have only one shareholder record in a company. Reject the request to keep that one, or move the account: it immediately stops seeing that shareholder’s certificates, payments and documents, and sees the other’s instead.`}
            </span>
          </p>
        )}
      </>
    ),
    fields: (record, values) => {
      const { create, shareholder_id, unlink_current } = joinRequestVerbs.approve.fields;
      return {
        create,
        ...(values.create === true ? {} : { shareholder_id }),
        ...(hasRecord(record) ? { unlink_current } : {}),
      };
    },
    check: (values, record) => ({
      ...(values.create !== true && !values.shareholder_id
        ? { shareholder_id: say`Choose who this is, or create a new shareholder.` }
        : {}),
      ...(hasRecord(record) && values.unlink_current !== true && values.shareholder_id !== record.current_shareholder_id
        ? {
            unlink_current: say`An account can be linked to only one shareholder. Unlink the current one, or cancel and reject the request.`,
          }
        : {}),
    }),
    body: (values, record) => ({
      ...(values.create === true ? { create: true } : { shareholder_id: values.shareholder_id }),
      ...(hasRecord(record) && values.unlink_current === true ? { unlink_current: true } : {}),
    }),
  },
});
