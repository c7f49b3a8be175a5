// The stock ledger: every entry that moved stock, in order, with the certificate, from whom and to whom, and the class's
// outstanding shares after it.
import { said } from '#src/words/said.ts';
import { say } from '#src/words/say.ts';
import { reasonInWords } from '#src/domain/serviceEnd.ts';
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { isPriceEntered } from '#src/domain/ledger/core/enteredPrice.ts';
import { moneyOf, textOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { LongSheet, SheetRow } from '#server/paper/sheet.ts';
import { askInBatches } from '../capTable/capTableSource.ts';
import type { Source } from '../capTable/capTableSource.ts';

type Line = {
  seq: string;
  on_date: string;
  step: number;
  change: string;
  balance: string;
  number: string;
  face: string;
  share_class: string;
  holder: string;
  /** "CS-1 Ada Lovelace": what a certificate came from, or what it became by this entry. */
  came_from: string | null;
  became: string | null;
  /** The certificate that continues with the rest. */
  kept_in: string | null;
  is_balance: boolean;
  /** It came from stock of the same holder, whose price was paid at its issue. */
  is_same_stock: boolean;
  share_price: string | null;
  share_price_currency: string | null;
  verb: string | null;
  why: string | null;
  ocf: string;
};

const RELATED = (own: string, other: string, condition: string) => `
  (select string_agg(trim(o.custom_id || ' ' || oh.name), '; ' order by o.custom_id, o.security_id)
   from resulting r join security o on o.org_id = $1 and o.security_id = r.${other} join shareholder oh on oh.org_id = $1 and oh.id = o.stakeholder_id
   where r.org_id = $1 and r.${own} = p.security_id and r.tx_seq <= $3 ${condition})`;

/** The balance certificates after an ending on that day: their shares never moved. */
const KEPT = (what: string) => `
  (select ${what} from resulting r join security b on b.org_id = $1 and b.security_id = r.result_security_id
   where r.org_id = $1 and r.from_security_id = q.security_id and r.tx_seq = q.seq and r.is_balance and b.kind = 'STOCK' and b.issued_on = q.on_date)`;

/** Whether the entry that ends the security on that day is a reissuance, as in a split. */
const REISSUES = `exists (select 1 from termination t where t.org_id = $1 and t.security_id = q.security_id and t.tx_seq = q.seq and t.on_date = q.on_date and t.verb = 'reissued')`;

const ORDER = 'm.on_date, m.entry, m.phase, m.number_head, m.number_counter nulls first, m.seq, m.step, m.security_id';

/**
 * Within a day, entries are in ledger order, with a split as one entry. Each entry lists first what it closes, then
 * what it creates, so that outstanding shares are never counted twice, and then sorts by certificate number. Only
 * shares that left the holder moved: a balance is a new certificate for the rest.
 */
const LINES = `
  select p.seq, p.on_date, p.step, trim_scale(p.moved)::text as change, trim_scale(p.balance)::text as balance,
         s.custom_id as number, trim_scale(s.quantity)::text as face, c.name as share_class, h.name as holder,
         case when p.step = 0 then ${RELATED('result_security_id', 'from_security_id', '')} end as came_from,
         case when p.step > 0 then ${RELATED('from_security_id', 'result_security_id', 'and r.tx_seq = p.seq and not r.is_balance')} end as became,
         p.kept_in, p.is_balance,
         p.step = 0 and exists (select 1 from resulting r join security o on o.org_id = $1 and o.security_id = r.from_security_id
           where r.org_id = $1 and r.result_security_id = p.security_id and o.kind = 'STOCK' and o.stakeholder_id = p.stakeholder_id) as is_same_stock,
         trim_scale(s.share_price)::text as share_price, s.share_price_currency, t.verb, d.why, l.ocf::text as ocf
  from (select m.*, sum(m.moved) over (partition by m.stock_class_id order by ${ORDER}) as balance, row_number() over (order by ${ORDER}) as line
        from (select q.*, n.number_head, n.number_counter, b.is_balance, coalesce(x.seq, b.seq, q.seq) as entry,
                     case when q.step > 0 then 0 when b.is_balance then 2 else 1 end as phase,
                     case when b.is_balance then 0 when q.step = 2 then q.change + coalesce(${KEPT('sum(b.quantity)')}, 0) else q.change end as moved,
                     case when q.step = 2 then ${KEPT("string_agg(b.custom_id, '; ' order by b.custom_id)")} end as kept_in
              from position_change q
              join security w on w.org_id = $1 and w.security_id = q.security_id
              cross join lateral (
                select rtrim(lower(btrim(w.custom_id)), '0123456789') as number_head, substring(btrim(w.custom_id) from '[0-9]+$')::numeric as number_counter) n
              cross join lateral (
                select min(r.tx_seq) as seq, coalesce(bool_or(r.is_balance and t.security_id is not null), false) as is_balance,
                       coalesce(bool_or(t.verb = 'reissued'), false) as is_reissued
                from resulting r
                left join termination t on t.org_id = $1 and t.security_id = r.from_security_id and t.tx_seq = r.tx_seq and t.on_date = q.on_date
                where q.step = 0 and r.org_id = $1 and r.result_security_id = q.security_id and r.tx_seq <= $3) b
              cross join lateral (
                select min(a.tx_seq) as seq from split a
                where a.org_id = $1 and a.stock_class_id = q.stock_class_id and a.effective_date = q.on_date and a.tx_seq <= $3
                  and (b.is_reissued or (q.step = 2 and ${REISSUES}))) x
              where q.org_id = $1 and q.kind = 'STOCK' and q.on_date <= $2 and q.seq <= $3) m) p
  join security s on s.org_id = $1 and s.security_id = p.security_id
  join share_class c on c.org_id = $1 and c.id = p.stock_class_id
  join shareholder h on h.org_id = $1 and h.id = p.stakeholder_id
  join ledger_tx l on l.org_id = $1 and l.seq = p.seq
  left join termination t on p.step = 2 and t.org_id = $1 and t.security_id = p.security_id
  left join reduction d on p.step = 1 and d.org_id = $1 and d.tx_seq = p.seq
  order by p.line`;

const LINES_AT_ONCE = 1000;

/** Up to the end of the day, as known to the source. */
export function stockLedgerSheet(source: Source, date: string): LongSheet {
  return {
    title: say`Stock ledger`,
    tab: say`Stock ledger`,
    columns: [
      { name: say`Entry no.`, kind: 'number', width: 9 },
      { name: say`Date`, kind: 'day', width: 12 },
      { name: say`Entry`, kind: 'text', width: 14 },
      { name: say`Certificate`, kind: 'text', width: 13 },
      { name: say`Its shares`, kind: 'number', width: 16 },
      { name: say`Class`, kind: 'text', width: 15 },
      { name: say`From`, kind: 'text', width: 24 },
      { name: say`To`, kind: 'text', width: 24 },
      { name: say`Shares in`, kind: 'number', width: 16 },
      { name: say`Shares out`, kind: 'number', width: 16 },
      { name: say`Class balance`, kind: 'number', width: 16 },
      { name: say`Price a share`, kind: 'number', width: 14, places: 2 },
      { name: say`Currency`, kind: 'text', width: 9 },
      { name: say`Consideration or reason`, kind: 'text', width: 26 },
    ],
    batches: batchesOf(source, date),
  };
}

async function* batchesOf(source: Source, date: string): AsyncGenerator<SheetRow[]> {
  for await (const lines of askInBatches<Line>(source, LINES, [date, source.known], LINES_AT_ONCE))
    yield lines.map((line) => ({ cells: cellsOf(line) }));
}

function cellsOf(line: Line): string[] {
  const isIn = line.step === 0;
  const amount = line.is_balance ? '' : formatDecimal(parseDecimal(line.change.replace('-', '')) ?? 0n);
  const object = parseExactly(line.ocf) as OcfObject;
  return [
    line.seq,
    line.on_date,
    line.is_balance ? say`Balance` : isIn ? say`Issued` : wordOf(line),
    line.number,
    line.face,
    line.share_class,
    isIn ? (line.came_from ?? say`The company`) : line.holder,
    isIn ? line.holder : (line.became ?? say`The company`),
    isIn ? amount : '',
    isIn ? '' : amount,
    line.balance,
    priceOf(line, object),
    currencyOf(line, object),
    considerationOf(line, object),
  ];
}

const REDUCTIONS: Record<string, string> = {
  PARTIAL_CANCEL: say`Cancelled in part`,
  PARTIAL_REPURCHASE: say`Repurchased in part`,
  PARTIAL_TRANSFER: say`Transferred in part`,
  PARTIAL_CONVERSION: say`Converted in part`,
};

function wordOf({ verb, why }: Line): string {
  if (verb) return said(verb.charAt(0).toUpperCase() + verb.slice(1));
  return said(REDUCTIONS[why ?? ''] ?? say`Reduced`);
}

/** The price paid for a share by this entry: at issue, exercise or transfer, or at repurchase. */
function priceOf({ step, share_price, is_same_stock }: Line, object: OcfObject): string {
  if (step > 0) {
    const price = moneyOf(object, 'price');
    return price ? formatDecimal(price.amount) : '';
  }
  // A replacement certificate was paid for at the first issue; zero, with our remark on the entry, means that nobody entered a
  // price.
  return is_same_stock || !isPriceEntered(object) || share_price === null || share_price === '0' ? '' : share_price;
}

/** The currency of the price, whatever the company's is. */
function currencyOf(line: Line, object: OcfObject): string {
  if (priceOf(line, object) === '') return '';
  return (line.step > 0 ? moneyOf(object, 'price')?.currency : line.share_price_currency) ?? '';
}

/** From the entry: the consideration, the reason of a cancellation, and who keeps the rest. */
function considerationOf(line: Line, object: OcfObject): string {
  const said = textOf(object, 'consideration_text') ?? textOf(object, 'reason_text');
  return [said && reasonInWords(said), line.kept_in ? say`the rest in ${line.kept_in}` : null]
    .filter(Boolean)
    .join('; ');
}
