// The stock ledger: every entry that moved stock, in order, with the certificate it moved, from whom and to whom, and what
// is outstanding of the class after it.
import { formatDecimal, parseDecimal } from '../../src/domain/decimal.ts';
import { parseExactly } from '../../src/domain/ledger/exactJson.ts';
import { moneyOf, textOf } from '../../src/domain/ledger/fields.ts';
import type { OcfObject } from '../../src/domain/ledger/types.ts';
import type { LongSheet, SheetRow } from '../paper/sheet.ts';
import { askInBatches } from './capTableSource.ts';
import type { Source } from './capTableSource.ts';

type Line = {
  seq: string;
  on_date: string;
  step: number;
  change: string;
  balance: string;
  number: string;
  share_class: string;
  holder: string;
  /** "CS-1 Ada Lovelace": what a certificate came from, and what became of it by this entry. */
  came_from: string | null;
  became: string | null;
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

const LINES = `
  select p.seq, p.on_date, p.step, trim_scale(p.change)::text as change, trim_scale(p.balance)::text as balance,
         s.custom_id as number, c.name as share_class, h.name as holder,
         case when p.step = 0 then ${RELATED('result_security_id', 'from_security_id', '')} end as came_from,
         case when p.step > 0 then ${RELATED('from_security_id', 'result_security_id', 'and r.tx_seq = p.seq')} end as became,
         trim_scale(s.share_price)::text as share_price, s.share_price_currency, t.verb, d.why, l.ocf::text as ocf
  from (select q.*, sum(q.change) over (partition by q.stock_class_id order by q.on_date, q.seq, q.step, q.security_id) as balance
        from position_change q where q.org_id = $1 and q.kind = 'STOCK' and q.on_date <= $2 and q.seq <= $3) p
  join security s on s.org_id = $1 and s.security_id = p.security_id
  join share_class c on c.org_id = $1 and c.id = p.stock_class_id
  join shareholder h on h.org_id = $1 and h.id = p.stakeholder_id
  join ledger_tx l on l.org_id = $1 and l.seq = p.seq
  left join termination t on p.step = 2 and t.org_id = $1 and t.security_id = p.security_id
  left join reduction d on p.step = 1 and d.org_id = $1 and d.tx_seq = p.seq
  order by p.on_date, p.seq, p.step, s.custom_id, p.security_id`;

const LINES_AT_ONCE = 1000;

/** Up to the end of the day, as the source knows it. */
export function stockLedgerSheet(source: Source, date: string): LongSheet {
  return {
    title: 'Stock ledger',
    tab: 'Stock ledger',
    columns: [
      { name: 'No.', kind: 'number', width: 7 },
      { name: 'Date', kind: 'day', width: 12 },
      { name: 'Entry', kind: 'text', width: 14 },
      { name: 'Certificate', kind: 'text', width: 13 },
      { name: 'Class', kind: 'text', width: 15 },
      { name: 'From', kind: 'text', width: 24 },
      { name: 'To', kind: 'text', width: 24 },
      { name: 'Shares in', kind: 'number', width: 16 },
      { name: 'Shares out', kind: 'number', width: 16 },
      { name: 'Class balance', kind: 'number', width: 16 },
      { name: 'Consideration or reason', kind: 'text', width: 26 },
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
  const amount = formatDecimal(parseDecimal(line.change.replace('-', '')) ?? 0n);
  return [
    line.seq,
    line.on_date,
    isIn ? 'Issued' : wordOf(line),
    line.number,
    line.share_class,
    isIn ? (line.came_from ?? 'The company') : line.holder,
    isIn ? line.holder : (line.became ?? 'The company'),
    isIn ? amount : '',
    isIn ? '' : amount,
    line.balance,
    considerationOf(line),
  ];
}

const REDUCTIONS: Record<string, string> = {
  PARTIAL_CANCEL: 'Cancelled in part',
  PARTIAL_REPURCHASE: 'Repurchased in part',
  PARTIAL_TRANSFER: 'Transferred in part',
  PARTIAL_CONVERSION: 'Converted in part',
};

function wordOf({ verb, why }: Line): string {
  if (verb) return verb.charAt(0).toUpperCase() + verb.slice(1);
  return REDUCTIONS[why ?? ''] ?? 'Reduced';
}

/** As the entry says it: the price of a share, what was given for a transfer, the reason of a cancellation. */
function considerationOf({ step, share_price, share_price_currency, came_from, ocf }: Line): string {
  const object = parseExactly(ocf) as OcfObject;
  const said = textOf(object, 'consideration_text') ?? textOf(object, 'reason_text');
  if (step > 0) {
    const price = moneyOf(object, 'price');
    return [price && `${formatDecimal(price.amount)} ${price.currency ?? ''} a share`, said].filter(Boolean).join('; ');
  }
  // What comes of another certificate was paid for when that one was issued.
  if (came_from !== null || share_price === null) return said ?? '';
  return [`${share_price} ${share_price_currency ?? ''} a share`, said].filter(Boolean).join('; ');
}
