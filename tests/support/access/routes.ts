// Who may call what: one line for each route of the server, grouped by who is meant to use it. It is a statement of its own:
// nothing here is computed from the declarations, and tests/server/security/matrix.test.ts makes every call as everybody.

import { administrators, editors, holders, owners, readers, roles } from '#src/resources/kit/access.ts';
import type { Role } from '#src/resources/kit/access.ts';
import { administratorRoutes } from './administratorRoutes.ts';
import { editingRoutes } from './editingRoutes.ts';
import { holderRoutes } from './holderRoutes.ts';
import { listRoutes } from './listRoutes.ts';
import { messageRoutes } from './messageRoutes.ts';
import { openRoutes } from './openRoutes.ts';

const columns = [
  'owner',
  'admin',
  'staff',
  'viewer',
  // Linked to a shareholder of the company; there is another shareholder with the same kinds of records.
  'shareholder',
  // Asked to join and was not let in yet.
  'pending',
  // The owner of another company, who uses the ids of this one.
  'foreign',
  // Without a session.
  'nobody',
] as const;
export type Principal = (typeof columns)[number] | Role;

/** Who has no column is a role of the same group as one that has, and may what that one may. */
const columnOf = (who: Principal): (typeof columns)[number] => {
  const own = columns.find((each) => each === who);
  const groups = [owners, administrators, editors, readers, holders];
  const isLike = (role: Role) => groups.every((group) => group.includes(role) === group.includes(who as Role));
  const like = own ?? columns.find((each) => roles.some((role) => role === each && isLike(role)));
  if (!like) throw new Error(`No column says what ${who} may.`);
  return like;
};
export const principals: readonly Principal[] = [...new Set<Principal>([...columns, ...roles])];

/**
 * What a call comes to. Of a list or file: `all` the company's rows; `most`, all but what administrators alone read; `own`, those of the shareholder alone; `none` of them.
 * Of a record or a command: `in`, the person is let in (what they sent may still be refused); `own`, let in for a record of
 * theirs, and 404 for another shareholder's. 401, 403 and 404 are refusals.
 */
export type Outcome = 'all' | 'most' | 'own' | 'none' | 'in' | '401' | '403' | '404';

/** Whose are the columns: owner, admin, staff, viewer, shareholder, pending, foreign, nobody. */
const table: Record<string, [outcomes: string, routes: string]> = {
  ...openRoutes,
  ...administratorRoutes,
  ...editingRoutes,
  ...holderRoutes,
  ...messageRoutes,
  'whoever is signed in, about their own account': [
    'in in in in in in in 401',
    `GET /api/auth/me
     PUT /api/auth/me
     GET /api/auth/sessions
     GET /api/auth/factors
     GET /api/portfolio
     POST /api/auth/confirm-email
     POST /api/auth/confirm-email/resend
     POST /api/auth/switch
     POST /api/auth/join
     POST /api/auth/accept-invite
     POST /api/auth/step-up
     POST /api/auth/step-up/verify
     POST /api/auth/step-up/passkey/options
     POST /api/auth/step-up/passkey
     POST /api/auth/factors/totp
     POST /api/auth/factors/totp/confirm
     GET /api/changes
     GET /api/notices
     GET /api/notices/preferences
     PUT /api/notices/preferences
     POST /api/notices/read
     POST /api/auth/factors/recovery-codes
     PUT /api/auth/factors/sms
     POST /api/auth/factors/passkeys/options
     POST /api/auth/factors/passkeys
     POST /api/auth/password
     POST /api/auth/email
     POST /api/organization
     DELETE /api/auth/sessions
     POST /api/auth/logout`,
  ],
  'any member, about terms of their own': [
    'in in in in in 403 in 401',
    `POST /api/model/round
     POST /api/model/waterfall
     POST /api/model/vesting
     POST /api/model/distribution
     POST /api/model/anti-dilution
     POST /api/model/irr`,
  ],
  'nobody, because their account has no such session or factor': [
    '404 404 404 404 404 404 404 401',
    `DELETE /api/auth/sessions/:id
     DELETE /api/auth/factors/totp
     PUT /api/auth/factors/passkeys/:id
     GET /api/notices/:id
     POST /api/notices/:id/read
     DELETE /api/auth/factors/passkeys/:id`,
  ],
  'views of lists: everybody’s own': [
    'in in in in in 403 in 401',
    `GET /api/views
     POST /api/views`,
  ],
  'nobody, because there is no such view': [
    '404 404 404 404 404 403 404 401',
    `GET /api/views/:id
     PUT /api/views/:id
     DELETE /api/views/:id`,
  ],
  'nobody, because the scenario has no such link': [
    '404 404 404 403 403 403 404 401',
    `DELETE /api/scenarios/:id/share/:share_id`,
  ],
  ...listRoutes,
  'lists: those who keep the books': [
    'all all all none none none none 401',
    `GET /api/join-requests
     GET /api/join-requests/export.csv
     GET /api/join-requests/export.xlsx
     GET /api/undelivered-messages
     GET /api/undelivered-messages/export.csv
     GET /api/undelivered-messages/export.xlsx`,
  ],
  'records: the company reads all, shareholders their own': [
    'in in in in own 404 404 401',
    `GET /api/shareholders/:id
     GET /api/shareholders/:id/holdings-statement.csv
     GET /api/shareholders/:id/holdings-statement.pdf
     GET /api/shareholders/:id/statement
     GET /api/shareholders/:id/yearly-tax-forms
     GET /api/yearly-tax-forms/:id/pdf
     GET /api/shareholders/:id/statement.csv
     GET /api/shareholders/:id/statement.pdf
     GET /api/certificates/:id
     GET /api/grants/:id
     GET /api/grants/:id/pdf
     GET /api/convertibles/:id
     GET /api/convertibles/:id/pdf
     GET /api/warrants/:id
     GET /api/warrants/:id/pdf
     GET /api/transactions/:id
     GET /api/distributions/:id
     GET /api/payments/:id
     GET /api/payments/:id/pdf
     GET /api/payments/:id/voucher.pdf
     GET /api/documents/:id
     GET /api/documents/:id/download
     GET /api/messaging/files/:id/download
     GET /api/tasks/:id
     GET /api/messaging/threads/:id
     GET /api/share-classes/:id
     GET /api/equity-plans/:id
     GET /api/valuations/:id`,
  ],
  'what is noted of a record, by members alone': [
    'in in in in own 403 404 401',
    `GET /api/certificates/:id/pdf
     POST /api/documents/:id/link
     POST /api/messaging/files/:id/link
     POST /api/messaging/threads/:id/read`,
  ],
  'records: the company alone': [
    'in in in in 404 404 404 401',
    `GET /api/drafts/:id
     GET /api/payment-batches/:id
     GET /api/scenarios/:id
     GET /api/legends/:id
     GET /api/vesting-terms/:id
     GET /api/assignees/:id
     GET /api/board-seats/:id`,
  ],
  'records: those who keep the books': [
    'in in in 404 404 404 404 401',
    `GET /api/join-requests/:id
     GET /api/undelivered-messages/:id`,
  ],
  'the first page and the search, also of who waits': [
    'in in in in in in in 401',
    `GET /api/dashboard
     GET /api/search`,
  ],
  'figures of the company, or of the shareholder alone': [
    'in in in in in 403 in 401',
    `GET /api/organization
     GET /api/cap-table
     GET /api/cap-table/diff
     GET /api/cap-table/entries`,
  ],
  'charts of the whole company, of which shareholders see what the company shows them': [
    'in in in in 403 403 in 401',
    `GET /api/analytics/ownership
     GET /api/analytics/pool
     GET /api/analytics/concentration
     GET /api/analytics/value
     GET /api/analytics/payouts
     GET /api/analytics/vesting
     GET /api/analytics/dates
     GET /api/analytics/dilution`,
  ],
  'papers of the whole company': [
    'in in in in 403 403 in 401',
    `GET /api/cap-table/export.csv
     GET /api/cap-table/export.xlsx
     GET /api/reports/stock-ledger.csv
     GET /api/reports/stock-ledger.xlsx
     GET /api/reports/stock-ledger.pdf
     GET /api/reports/holder-list.csv
     GET /api/reports/holder-list.xlsx
     GET /api/reports/holder-list.pdf`,
  ],
  'what is worked out about a record of the company': [
    'in in in in 403 403 404 401',
    `GET /api/distributions/:id/preview
     GET /api/distributions/:id/snapshot
     GET /api/distributions/:id/progress
     GET /api/distributions/:id/batches
     GET /api/distributions/:id/comparison
     GET /api/distributions/:id/notices
     GET /api/payments/:id/contacts
     GET /api/payments/:id/dormancy
     GET /api/scenarios/:id/start
     GET /api/scenarios/:id/versions/:version
     GET /api/scenarios/:id/export.xlsx
     POST /api/scenarios/:id/run
     GET /api/shareholders/:id/termination`,
  ],
  'comparing what the company models': [
    'in in in in 403 403 in 401',
    `POST /api/scenarios/compare
     POST /api/drafts/check`,
  ],
  'what is worked out from terms that are not saved': [
    'in in in 403 403 403 in 401',
    `POST /api/distributions/preview`,
  ],
  'bank statements beside the payments': ['in in in in 403 403 404 401', `GET /api/reconciliations/:id`],
  'completing by a bank statement': ['in in in 403 403 403 404 401', `POST /api/reconciliations/:id/confirm`],
  'answering for a bank statement': ['in in in 403 403 403 404 401', `PUT /api/reconciliations/:id/answers`],
  'what bank statements were read': ['in in in in 403 403 in 401', `GET /api/reconciliations`],
  'how old unclaimed money is': ['in in in in 403 403 in 401', `GET /api/unclaimed`],
  'reading a bank statement': [
    'in in in 403 403 403 in 401',
    `POST /api/reconciliations
     POST /api/payments/bulk
     POST /api/tasks/bulk
     POST /api/shareholders/bulk
     POST /api/documents/bulk`,
  ],
  'papers about unclaimed money': [
    'in in in 403 403 403 in 401',
    `GET /api/unclaimed/report.csv
     POST /api/unclaimed/letters`,
  ],
  'noting a contact': ['in in in 403 403 403 404 401', `POST /api/payments/:id/contacts`],
  'looking as a shareholder': ['in in in 403 403 403 404 401', `GET /api/shareholders/:id/preview`],
  'new records': [
    'in in in 403 403 403 in 401',
    `POST /api/shareholders
     POST /api/certificates
     POST /api/grants
     POST /api/convertibles
     POST /api/warrants
     POST /api/distributions
     POST /api/tasks
     POST /api/scenarios
     POST /api/drafts/post
     POST /api/drafts/cures
     POST /api/share-classes
     POST /api/equity-plans
     POST /api/valuations
     POST /api/legends
     POST /api/documents/upload
     POST /api/certificates/consolidate
     POST /api/convertibles/convert-in-round`,
  ],
  'templates of withholding rules': ['in in in in 403 403 in 401', `GET /api/withholding-templates`],
  'the logo': ['in in in in in 403 in 401', `GET /api/organization/logo`],
  'tax forms': [
    'in in in 403 403 403 in 401',
    `GET /api/yearly-tax-forms
     POST /api/yearly-tax-forms`,
  ],
  'inviting many': [
    'in in in 403 403 403 in 401',
    `GET /api/portal/invitations
     POST /api/portal/invitations`,
  ],
  'the shareholder signs': ['403 403 403 403 own 403 404 401', `POST /api/shareholders/:id/tax-form`],
  'the owner alone': [
    'in 403 403 403 403 403 in 401',
    `POST /api/organization/time-zone
     DELETE /api/demo`,
  ],
  'edits of those who keep the books': [
    'in in in 403 403 403 404 401',
    `POST /api/distributions/:id/notify
     POST /api/distributions/:id/ask-holders
     GET /api/distributions/:id/lacking
     PUT /api/distributions/:id
     DELETE /api/distributions/:id
     PUT /api/payments/:id
     DELETE /api/documents/:id
     DELETE /api/tasks/:id
     PUT /api/scenarios/:id
     DELETE /api/scenarios/:id
     POST /api/scenarios/:id/duplicate
     POST /api/scenarios/:id/start-again
     POST /api/scenarios/:id/share
     POST /api/scenarios/:id/drafts
     DELETE /api/drafts/:id
     PUT /api/share-classes/:id
     PUT /api/equity-plans/:id
     PUT /api/valuations/:id
     PUT /api/legends/:id`,
  ],
  'edits, also of shareholders where it is theirs': [
    'in in in 403 own 403 404 401',
    `PUT /api/shareholders/:id
     PUT /api/tasks/:id
     POST /api/tasks/:id/complete
     POST /api/messaging/threads/:id/messages`,
  ],
  'commands of those who keep the books': [
    'in in in 403 403 403 404 401',
    `POST /api/shareholders/:id/invite
     POST /api/shareholders/:id/remind
     POST /api/shareholders/:id/unlink
     POST /api/shareholders/:id/tax-profile/confirm
     POST /api/shareholders/:id/tax-profile/reject
     POST /api/shareholders/:id/country/confirm
     POST /api/shareholders/:id/terminate
     POST /api/certificates/:id/transfer
     POST /api/certificates/:id/repurchase
     POST /api/certificates/:id/convert
     POST /api/certificates/:id/reissue
     POST /api/certificates/:id/replace
     POST /api/certificates/:id/cancel
     POST /api/payments/:id/start
     POST /api/payments/:id/complete
     POST /api/payments/:id/fail
     POST /api/payments/:id/retry
     POST /api/payments/:id/return
     POST /api/messaging/threads/:id/close
     POST /api/messaging/threads/:id/reopen
     POST /api/share-classes/:id/authorize
     POST /api/share-classes/:id/adjust-ratio
     POST /api/share-classes/:id/split
     POST /api/equity-plans/:id/adjust
     POST /api/equity-plans/:id/return
     POST /api/grants/:id/exercise
     POST /api/grants/:id/release
     POST /api/grants/:id/accelerate
     POST /api/grants/:id/vesting-event
     POST /api/grants/:id/reprice
     POST /api/grants/:id/cancel
     POST /api/convertibles/:id/convert
     POST /api/convertibles/:id/cancel
     POST /api/warrants/:id/exercise
     POST /api/warrants/:id/cancel
     POST /api/join-requests/:id/approve
     POST /api/join-requests/:id/reject
     POST /api/undelivered-messages/:id/send-again
     POST /api/undelivered-messages/:id/dismiss`,
  ],
};

export interface Row {
  route: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  outcomes: Record<Principal, Outcome>;
}

export const routeAccess: readonly Row[] = Object.values(table).flatMap(([outcomes, routes]) => {
  const each = outcomes.split(' ') as Outcome[];
  const by = Object.fromEntries(
    principals.map((who) => [who, each[columns.indexOf(columnOf(who))]!]),
  ) as Row['outcomes'];
  return routes.split('\n').map((line) => {
    const [method, url] = line.trim().split(' ') as [Row['method'], string];
    return { route: `${method} ${url}`, method, url, outcomes: by };
  });
});
