// What is repurchased from somebody whose service ends: unvested stock, unless more is asked for.
import { z } from 'zod';
import { AppError } from '#src/domain/errors.ts';
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { isPriceEntered } from '#src/domain/ledger/core/enteredPrice.ts';
import { vestedAt } from '#src/domain/vesting/schedule.ts';
import type { TerminationAnswer } from '#src/contract/termination.ts';
import { decimal, plainText } from '#src/resources/kit/validation.ts';
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import { vestingInputs } from '#server/data/grantVesting.ts';
import type { Row } from '#server/db/database.ts';
import { orgOf } from '#server/auth/actor.ts';
import { repurchaseCertificate } from '../certificates/end.ts';
import { invalidFields } from '../core/checked.ts';
import type { CommandContext } from '../core/context.ts';

export type Repurchasable = TerminationAnswer['repurchasable'][number];

/** `quantity`: what has not vested on the last day, unless given; more than that takes vested shares too. */
export const repurchaseBody = z
  .array(
    z.strictObject({
      certificate_id: plainText(200).min(1, 'Choose a certificate.'),
      quantity: decimal({ positive: true, scale: 10 }).nullish(),
      price_per_share: decimal({ scale: 10 }),
    }),
  )
  .max(200, 'At most 200 at once.')
  .refine(
    (lines) => new Set(lines.map((each) => each.certificate_id)).size === lines.length,
    'List each certificate once.',
  );

/** Active stock that vests by this holder's service, their own first, and that others hold by a transfer, with the unvested number on that day, and the price paid if it was entered. */
export async function repurchasable(context: CommandContext, id: string, date: string): Promise<Repurchasable[]> {
  const org = orgOf(context.actor);
  const stock = await context.tx.rows<{
    id: string;
    number: string;
    shareholder_id: string;
    shareholder: string;
    share_class: string;
    price: string | null;
    currency: string | null;
    issuance: string;
  }>(
    `with stock as (
       select s.* from security s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
       where s.org_id = $1 and s.kind = 'STOCK' and s.issued_on <= $3 and (l.ocf ? 'vesting_terms_id' or l.ocf ? 'vestings')
         and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id))
     select s.security_id as id, s.custom_id as number, s.stakeholder_id as shareholder_id, h.name as shareholder, c.name as share_class,
            trim_scale(nullif(s.share_price::numeric, 0))::text as price, s.share_price_currency::text as currency, l.ocf::text as issuance
     from stock s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
     left join share_class c on c.org_id = s.org_id and c.id = s.stock_class_id
     where s.security_id in (select security_id from served_by($1, (select array_agg(stock.security_id::text) from stock)) where stakeholder_id = $2)
     order by s.stakeholder_id <> $2, h.name, s.issued_on, s.custom_id`,
    [org, id, date],
  );
  const inputs = await vestingInputs(
    context.tx,
    org,
    stock.map((row) => row.id),
  );
  return stock.flatMap((row) => {
    const input = inputs.get(row.id);
    // A service that ended before keeps its day.
    const stopped_on = input?.stopped_on && input.stopped_on < date ? input.stopped_on : null;
    const vested = input ? vestedAt({ ...input, stopped_on }, date) : null;
    if (!input || vested === null || vested >= input.quantity) return [];
    return [
      {
        certificate_id: row.id,
        certificate_number: row.number,
        shareholder_id: row.shareholder_id,
        shareholder: row.shareholder,
        share_class: row.share_class,
        quantity: formatDecimal(input.quantity - vested),
        vested: formatDecimal(vested),
        price_per_share: isPriceEntered(parseExactly(row.issuance) as OcfObject) ? row.price : null,
        currency: row.currency,
      },
    ];
  });
}

/**
 * Call with the unit of the end of service. Refuses: a certificate that the holder does not have and that does not vest by their
 * service (422), and as repurchaseCertificate; each at its line.
 */
export async function repurchaseFrom(
  context: CommandContext,
  holder: Pick<Shareholder, 'id' | 'name'>,
  { date, repurchase }: { date: string; repurchase?: z.infer<typeof repurchaseBody> | null | undefined },
  unvested: readonly Repurchasable[],
): Promise<TerminationAnswer['repurchased']> {
  const done: TerminationAnswer['repurchased'] = [];
  for (const [index, line] of (repurchase ?? []).entries()) {
    const { certificate_id, price_per_share } = line;
    const at = (name: string) => `repurchase.${index}.${name}`;
    const known = unvested.find((each) => each.certificate_id === certificate_id);
    const held = known ? { number: known.certificate_number } : await heldBy(context, holder.id, certificate_id);
    if (!held)
      throw invalidFields({
        [at('certificate_id')]: `${holder.name} holds no such certificate, and it does not vest by their service.`,
      });
    const quantity = line.quantity ?? known?.quantity;
    const body = { quantity, price_per_share, date, reason: `End of service of ${holder.name}` };
    const { transaction_id, balance } = await atLine(at, () => repurchaseCertificate(context, certificate_id, body));
    done.push({
      certificate_id,
      certificate_number: held.number,
      shareholder_id: known?.shareholder_id ?? holder.id,
      shareholder: known?.shareholder ?? holder.name,
      quantity: formatDecimal(parseDecimal(quantity) ?? 0n),
      price_per_share,
      transaction_id: String(transaction_id),
      balance_id: balance ? String((balance as Row).id) : null,
    });
  }
  return done;
}

function heldBy({ tx, actor }: CommandContext, holder: string, certificate: string) {
  return tx.row<{ number: string }>(
    `select custom_id as number from security where org_id = $1 and security_id = $2 and kind = 'STOCK' and stakeholder_id = $3`,
    [orgOf(actor), certificate, holder],
  );
}

async function atLine<R>(at: (name: string) => string, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, detail, status, fields = {} } = error;
    const named = Object.entries(fields).map(([name, text]) => [name === 'date' ? name : at(name), text]);
    throw new AppError(code, detail, { ...(status !== undefined && { status }), fields: Object.fromEntries(named) });
  }
}
