// Who held what on a day, class by class: recorded name, email and address, the certificates, the shares.
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import { percentages } from '#src/domain/figures/largestRemainder.ts';
import { say } from '#src/words/say.ts';
import { plural } from '#src/domain/plural.ts';
import type { Sheet, SheetRow } from '#server/paper/sheet.ts';
import { ask } from '../capTable/capTableSource.ts';
import type { Source } from '../capTable/capTableSource.ts';

type Line = {
  class_id: string;
  share_class: string;
  holder: string;
  email: string;
  address: string;
  certificates: string;
  shares: string;
};

const LINES = `
  select c.id as class_id, c.name as share_class, h.name as holder, coalesce(h.email, '') as email,
         concat_ws(', ', h.street_1, h.street_2, nullif(concat_ws(' ', h.city, h.state, h.postal_code), ''), h.country) as address,
         string_agg(s.custom_id, ', ' order by s.issued_on, length(s.custom_id), s.custom_id) as certificates,
         sum(s.remaining)::text as shares
  from open_securities($1, $2, $3) s
  join share_class c on c.org_id = $1 and c.id = s.stock_class_id
  join shareholder h on h.org_id = $1 and h.id = s.stakeholder_id
  where s.kind = 'STOCK' and s.remaining > 0
  group by c.id, c.name, c.class_type, c.seniority, c.created_at, h.id, h.name, h.email, address
  order by c.class_type, c.seniority, c.created_at, c.id, alphabetical(h.name), h.id`;

export async function holderListSheet(source: Source, date: string): Promise<Sheet> {
  const lines = await ask<Line>(source, LINES, [date, source.known]);
  const byClass = Map.groupBy(lines, ({ class_id }) => class_id);
  return {
    title: say`List of holders by class`,
    tab: say`Holders by class`,
    columns: [
      { name: say`Class`, kind: 'text', width: 18 },
      { name: say`Holder`, kind: 'text', width: 30 },
      { name: say`Email`, kind: 'text', width: 26 },
      { name: say`Address as recorded`, kind: 'text', width: 42 },
      { name: say`Certificates`, kind: 'text', width: 28 },
      { name: say`Shares`, kind: 'number', width: 18 },
      { name: say`Of the class, %`, kind: 'number', width: 12 },
    ],
    rows: [...byClass.values()].flatMap(rowsOf),
  };
}

/** One class's holders and their total. */
function rowsOf(lines: readonly Line[]): SheetRow[] {
  const shares = lines.map((line) => decimal(line.shares));
  const percents = percentages(shares);
  const total = formatDecimal(shares.reduce((sum, each) => sum + each, 0n));
  return [
    ...lines.map(({ share_class, holder, email, address, certificates }, index) => ({
      cells: [share_class, holder, email, address, certificates, formatDecimal(shares[index]!), percents[index]!],
    })),
    {
      cells: [
        lines[0]!.share_class,
        say`Total, ${plural(lines.length, say`holder`, say`holders`)}`,
        '',
        '',
        '',
        total,
        '100.0000',
      ],
      isStrong: true,
    },
  ];
}
