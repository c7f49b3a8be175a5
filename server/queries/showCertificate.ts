// A certificate with what it came from and became, as a chain; how it vests; and what counsel filed with it.
import type { CertificateDetails, Filed, ShownVesting } from '#src/contract/securityPages.ts';
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { isPriceEntered } from '#src/domain/ledger/core/enteredPrice.ts';
import { moneyOf, textOf, textsOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { tranchesOf, vestedAt, vestingStartOf } from '#src/domain/vesting/schedule.ts';
import type { VestingInput } from '#src/domain/vesting/schedule.ts';
import type { Certificate } from '#src/resources/certificates.ts';
import { vestingInputs } from '../data/grantVesting.ts';
import type { Tx } from '../db/database.ts';
import { orgOf } from '../auth/actor.ts';
import { today } from '../commands/core/context.ts';
import type { CommandContext } from '../commands/core/context.ts';
import { acknowledgementShown } from '../commands/acknowledgements/said.ts';
import { chainOf } from './certificateChain.ts';
import { costOf } from '../commands/certificates/cost.ts';
import { conversionsOf } from './conversionsOf.ts';
import { exemptionsOf, retractableShown } from './showSecurity.ts';
import { securityHistory } from './ledgerHistory.ts';
import { issuanceOf } from '../commands/securities/openSecurity.ts';

export async function showCertificate(
  context: CommandContext,
  record: Certificate,
): Promise<Omit<Certificate, 'currency'> & CertificateDetails> {
  const { tx, actor } = context;
  const org = orgOf(actor);
  const came_from = await tx.rows<CertificateDetails['came_from'][number]>(
    `select c.id, c.certificate_number, c.shareholder, trim_scale(c.quantity)::text as quantity, c.status from resulting r join certificate c on c.org_id = r.org_id and c.id = r.from_security_id
     where r.org_id = $1 and r.result_security_id = $2 order by c.certificate_number`,
    [org, record.id],
  );
  const became = await tx.rows<CertificateDetails['became'][number]>(
    `select c.id, c.certificate_number, c.shareholder, trim_scale(c.quantity)::text as quantity, c.status, r.is_balance from resulting r join certificate c on c.org_id = r.org_id and c.id = r.result_security_id
     where r.org_id = $1 and r.from_security_id = $2 order by r.is_balance, c.certificate_number`,
    [org, record.id],
  );
  const ended = await tx.row<NonNullable<CertificateDetails['ended']>>(
    `select t.verb, t.on_date as date, trim_scale(t.quantity)::text as quantity, l.id as transaction_id, coalesce(l.ocf->>'reason_text', l.ocf->>'consideration_text') as reason from termination t join ledger_tx l on l.org_id = t.org_id and l.seq = t.tx_seq
     where t.org_id = $1 and t.security_id = $2`,
    [org, record.id],
  );
  const issuance = await issuanceOf(context, record.id);
  const input = (await vestingInputs(tx, org, [record.id])).get(record.id);
  return {
    ...record,
    came_from,
    became,
    chain: await chainOf(tx, org, record.id),
    converts_to: ended ? [] : await conversionsOf(tx, org, record.share_class_id, today(context)),
    ended: ended ?? null,
    acquired_on: await acquiredOn(tx, org, record),
    ...(await retractableShown(context, record.id)),
    vesting: input ? vestingOf(input, today(context)) : null,
    filed: await filedWith(tx, org, issuance),
    ...(await acknowledgementShown(context, record)),
    history: await securityHistory(context, record.id),
    ...paidFor(issuance, record),
  };
}

/** A balance and new paper keep the day on which their holder got the shares: that of the first certificate behind them. */
async function acquiredOn(tx: Tx, org: string, record: Certificate): Promise<string> {
  const row = await tx.row<{ acquired_on: string }>(
    `with recursive behind (security_id, issued_on) as (
       select s.security_id, s.issued_on from security s where s.org_id = $1 and s.security_id = $2
       union
       select s.security_id, s.issued_on from behind b
       join resulting r on r.org_id = $1 and r.result_security_id = b.security_id
       join security s on s.org_id = $1 and s.security_id = r.from_security_id and s.kind = 'STOCK' and s.stakeholder_id = $3)
     select min(issued_on) as acquired_on from behind`,
    [org, record.id, record.shareholder_id],
  );
  return row?.acquired_on ?? record.issue_date;
}

/** Null where nothing vests. */
function vestingOf(input: VestingInput, day: string): ShownVesting | null {
  if (!input.terms && !input.terms_missing && input.vestings.length === 0) return null;
  const vested = vestedAt(input, day);
  return {
    vesting_start: vestingStartOf(input),
    vested: vested === null ? null : formatDecimal(vested),
    tranches: tranchesOf(input).map(({ date, quantity }) => ({ date, quantity: formatDecimal(quantity) })),
  };
}

/** At its issue; null where nobody said what was paid. */
function paidFor(
  issuance: OcfObject,
  record: Certificate,
): Pick<CertificateDetails, 'cost' | 'is_price_entered' | 'currency'> {
  const issued = parseDecimal(record.quantity) ?? 0n;
  const price = parseDecimal(record.price_per_share) === null ? null : record.price_per_share;
  const cost = costOf({ issuance, issued, left: issued, price });
  // Without an amount it is its class's, as in the list.
  const currency = (moneyOf(issuance, 'cost_basis') ?? moneyOf(issuance, 'share_price'))?.currency ?? record.currency;
  return { cost: cost === null ? null : formatDecimal(cost), is_price_entered: isPriceEntered(issuance), currency };
}

async function filedWith(tx: Tx, org: string, issuance: OcfObject): Promise<Filed> {
  const legends = await tx.rows<Filed['legends'][number]>(
    'select id, name, text from legend where org_id = $1 and id = any ($2) order by name',
    [org, textsOf(issuance, 'stock_legend_ids')],
  );
  const cost = moneyOf(issuance, 'cost_basis');
  return {
    consideration_text: textOf(issuance, 'consideration_text'),
    board_approval_date: textOf(issuance, 'board_approval_date'),
    stockholder_approval_date: textOf(issuance, 'stockholder_approval_date'),
    security_law_exemptions: exemptionsOf(issuance),
    issuance_type: textOf(issuance, 'issuance_type'),
    cost_basis: cost ? formatDecimal(cost.amount) : null,
    legends,
  };
}
