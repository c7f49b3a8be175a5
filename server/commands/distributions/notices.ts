// Mails that tell the holders of an approved distribution what happens: previewed, and sent once to each. Amounts are not named:
// a mail is no place for them.
import { say } from '#src/words/say.ts';
import { isFixed } from '#src/domain/distribution/distributionMachine.ts';
import type { DistributionStatus } from '#src/domain/distribution/distributionMachine.ts';
import type { DistributionNotices, NotifyAnswer } from '#src/contract/distributions/distributionNotices.ts';
import { HOLD_REASONS } from '#src/domain/distribution/holdReasons.ts';
import type { HoldReason } from '#src/domain/distribution/holdReasons.ts';
import { plural } from '#src/domain/plural.ts';
import { emailAddress } from '#src/resources/kit/validation.ts';
import { orgOf } from '#server/auth/actor.ts';
import { nameInMail, queueMessages } from '#server/data/queue/messages.ts';
import { notFound } from '#server/data/refusals.ts';
import { dayInWords } from '#server/reports/payouts/slips.ts';
import { contactParagraph } from '../company/holderContact.ts';
import { actorName, companyName, conflict, recordActivity, today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { lockDistribution } from './distributionPreview.ts';

/** Rows of one answer: a preview that a person can read. */
const SHOWN_MAX = 500;

type Recipient = {
  shareholder_id: string;
  shareholder: string;
  email: string | null;
  sent_at: string | null;
  sent_to: string | null;
  is_linked: boolean;
  is_paid: boolean;
  is_taxed: boolean;
  failed: boolean;
  due: string | null;
};
/** By holder. */
type Holds = ReadonlyMap<string, readonly HoldReason[]>;
type Distribution = { id: string; name: string; type: string; status: DistributionStatus; record_date: string };
interface Letter {
  distribution: Distribution;
  company: string;
  contact: () => string;
  /** Who writes. */
  signature: string;
  url: string;
  today: string;
}

/** Refuses: not_found (404). */
export async function noticesOf(context: CommandContext, id: string): Promise<DistributionNotices> {
  const { tx, actor } = context;
  const found = await tx.row<Distribution>(
    'select id, name, type, status, record_date from distribution where org_id = $1 and id::text = $2',
    [orgOf(actor), id],
  );
  if (!found) throw notFound();
  return shown(context, await recipientsOf(context, found.id), await letterOf(context, found));
}

/**
 * Mails whoever was not told yet. Two calls at once tell nobody twice: who was told is a row of the database. Refuses:
 * not_found (404), distribution_not_approved, distribution_brought_in (409).
 */
export async function notifyHolders(context: CommandContext, id: string): Promise<NotifyAnswer> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  const distribution = await lockDistribution(context, org, id);
  if (distribution.brought_in_by !== null)
    throw conflict('distribution_brought_in', 'This distribution was paid before it was imported from a file.');
  if (!isFixed(distribution.status))
    throw conflict(
      'distribution_not_approved',
      distribution.status === 'pending'
        ? 'Approve the distribution first. Until then its amounts are not final.'
        : 'This distribution was cancelled. Write to the holders in a message instead.',
    );
  const letter = await letterOf(context, distribution);
  const recipients = await recipientsOf(context, distribution.id);
  const asked = recipients.flatMap(({ sent_at, shareholder_id, email }) => {
    const address = addressOf(email);
    return sent_at === null && address !== null ? [{ shareholder_id, address }] : [];
  });
  const sent_at = deps.now().toISOString();
  const told = await tx.rows<{ shareholder_id: string }>(
    `insert into distribution_notice (org_id, distribution_id, shareholder_id, email, sent_by, sent_at)
     select $1, $2, n.shareholder_id, n.address, $3, $4 from jsonb_to_recordset($5::jsonb) as n (shareholder_id text, address text)
     on conflict do nothing returning shareholder_id`,
    [org, distribution.id, actor.account_id, sent_at, JSON.stringify(asked)],
  );
  const now = new Set(told.map(({ shareholder_id }) => shareholder_id));
  const holds = await holdsOf(
    context,
    distribution.id,
    recipients.filter(({ shareholder_id }) => now.has(shareholder_id)),
  );
  const mails = recipients.flatMap((each) => {
    const to = addressOf(each.email);
    if (to === null || !now.has(each.shareholder_id)) return [];
    return [
      {
        channel: 'email' as const,
        lane: 'bulk' as const,
        org_id: org,
        to,
        words: () => mailOf(each, letter, holds),
        more: { fromName: `${letter.company} via Sharebook` },
      },
    ];
  });
  await queueMessages(tx, deps, mails);
  if (mails.length > 0)
    recordActivity(context, {
      text: `notified ${plural(mails.length, 'holder')} of distribution ${distribution.name} by mail`,
      resource: 'distributions',
      id: distribution.id,
    });
  const after = recipients.map((each) =>
    now.has(each.shareholder_id) ? { ...each, sent_at, sent_to: addressOf(each.email) } : each,
  );
  return { ...(await shown(context, after, letter)), sent_now: mails.length };
}

async function shown(
  context: CommandContext,
  recipients: readonly Recipient[],
  letter: Letter,
): Promise<DistributionNotices> {
  const isWithout = ({ sent_at, email }: Recipient) => sent_at === null && addressOf(email) === null;
  const without = recipients.filter(isWithout);
  const first = [...without, ...recipients.filter((each) => !isWithout(each))].slice(0, SHOWN_MAX);
  const holds = await holdsOf(context, letter.distribution.id, first);
  return {
    rows: first.map((each) => ({
      shareholder_id: each.shareholder_id,
      shareholder: each.shareholder,
      email: each.sent_to ?? addressOf(each.email),
      sent_at: each.sent_at,
      ...mailOf(each, letter, holds),
    })),
    holders: recipients.length,
    sent: recipients.filter(({ sent_at }) => sent_at !== null).length,
    without_address: without.length,
  };
}

/** An imported address is stored unchanged; a list of addresses is none. */
function addressOf(email: string | null): string | null {
  const parsed = emailAddress.safeParse(email);
  return parsed.success ? parsed.data : null;
}

/** Each holder who is paid from it, by name. */
const recipientsOf = ({ tx, actor }: CommandContext, id: string): Promise<Recipient[]> =>
  tx.rows<Recipient>(
    `with recipients as (
       select p.shareholder_id, bool_and(p.status = 'completed') as is_paid, bool_or(p.tax > 0) as is_taxed, bool_or(p.status = 'failed') as failed, min(p.scheduled_date) as due
       from payment p where p.org_id = $1 and p.distribution_id = $2 group by p.shareholder_id)
     select r.*, h.name as shareholder, h.email, n.sent_at, n.email as sent_to,
            exists (select 1 from membership m where m.org_id = $1 and m.shareholder_id = r.shareholder_id and m.status = 'active') as is_linked
     from recipients r join shareholder h on h.org_id = $1 and h.id = r.shareholder_id
     left join distribution_notice n on n.org_id = $1 and n.distribution_id = $2 and n.shareholder_id = r.shareholder_id
     order by alphabetical(h.name), h.id`,
    [orgOf(actor), id],
  );

/** What holds the payments of some holders. Asked only of those whose mail is written: it takes a moment for each payment. */
async function holdsOf({ tx, actor }: CommandContext, id: string, holders: readonly Recipient[]): Promise<Holds> {
  const rows = await tx.rows<{ shareholder_id: string; reasons: HoldReason[] }>(
    `select p.shareholder_id, to_json(array_agg(distinct hold)) as reasons
     from payment p cross join lateral unnest(hold_reasons_of(p.id)) hold
     where p.org_id = $1 and p.distribution_id = $2 and p.status = 'pending' and p.shareholder_id = any ($3) group by p.shareholder_id`,
    [orgOf(actor), id, holders.map(({ shareholder_id }) => shareholder_id)],
  );
  return new Map(rows.map(({ shareholder_id, reasons }) => [shareholder_id, reasons]));
}

async function letterOf(context: CommandContext, distribution: Distribution): Promise<Letter> {
  return {
    distribution,
    company: nameInMail(await companyName(context)),
    contact: await contactParagraph(context),
    signature: nameInMail(await actorName(context)),
    url: `${context.deps.config.publicUrl}/app/distributions/${distribution.id}/show`,
    today: today(context),
  };
}

const WHAT: Readonly<Record<string, () => string>> = {
  dividend: () => say`a dividend`,
  return_of_capital: () => say`a return of capital`,
  liquidation: () => say`a liquidation payment`,
  interest: () => say`interest`,
};

function mailOf(each: Recipient, letter: Letter, holds: Holds) {
  const { distribution, company, contact, signature: writer, url } = letter;
  const name = nameInMail(distribution.name);
  const what = WHAT[distribution.type]?.() ?? say`a distribution`;
  const state = stateOf(each, holds.get(each.shareholder_id) ?? [], letter.today);
  const access = each.is_linked ? '' : say`If you have no access yet, ask ${company} for an invitation.`;
  return {
    subject: `${company}: ${name}`,
    text: say`Dear ${nameInMail(each.shareholder)},

${company} pays ${what}, ${name}, on the shares that were held at the end of ${dayInWords(distribution.record_date)}. You held shares on that day. ${state}

The amount, how it was calculated${each.is_taxed ? say`, what is withheld and why,` : ''} and your voucher are on your page:

${url}
${access === '' ? '' : `\n${access}\n`}
${contact()}${writer}
for ${company}`,
  };
}

function stateOf({ is_paid, failed, due }: Recipient, holds: readonly HoldReason[], day: string): string {
  if (is_paid) return say`The money was sent to you.`;
  if (failed) return say`Your payment did not arrive. Please check your bank details.`;
  const when =
    due === null
      ? say`The payment to you is being prepared.`
      : due < day
        ? say`Your payment was due on ${dayInWords(due)} and is still under way.`
        : say`Your payment is due on ${dayInWords(due)}.`;
  if (holds.length === 0) return when;
  return say`${when} It is on hold: ${holds.map((reason) => HOLD_REASONS[reason].holder).join(' ')}`;
}
