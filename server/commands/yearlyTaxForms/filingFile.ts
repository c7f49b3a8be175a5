// The file for a filing service: the forms of a year that count now, with tax numbers in full. Its headings are explained in
// docs/decisions/0176-yearly-tax-forms.md.
import type { YearlyTaxFormName } from '#src/domain/distribution/yearlyTaxForms.ts';
import { AppError } from '#src/domain/errors.ts';
import { orgOf } from '#server/auth/actor.ts';
import { csvOfLines } from '#server/paper/csv.ts';
import { placeOf } from '../shareholders/holderDetails.ts';
import { conflict } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

type Filed = {
  number: number;
  first_number: number;
  corrects: number | null;
  shareholder_id: string;
  boxes: { box: string; value: string }[];
  recipient: Record<string, string | null>;
  type: 'individual' | 'entity';
  first_name: string | null;
  last_name: string | null;
  entity_name: string | null;
  tax_id: string | null;
};

const RECIPIENT = [
  'Recipient Taxpayer ID Number',
  'Recipient Name Type',
  'Recipient Business or Entity Name Line 1',
  'Recipient First Name',
  'Recipient Last Name (Surname)',
  'Recipient Country',
  'Recipient Address Line 1',
  'Recipient Address Line 2',
  'Recipient City/Town',
  'Recipient State/Province/Territory',
  'Recipient ZIP/Postal Code',
  'Form Account Number',
];
const BOXES: Record<YearlyTaxFormName, readonly (readonly [box: string, heading: string])[]> = {
  '1099-DIV': [
    ['1a', 'Box 1a - Total ordinary dividends'],
    ['1b', 'Box 1b - Qualified dividends'],
    ['3', 'Box 3 - Nondividend distributions'],
    ['4', 'Box 4 - Federal income tax withheld'],
    ['9', 'Box 9 - Cash liquidation distributions'],
  ],
  '1099-INT': [
    ['1', 'Box 1 - Interest income'],
    ['4', 'Box 4 - Federal income tax withheld'],
  ],
  '1042-S': [
    ['1', 'Box 1 - Income code'],
    ['2', 'Box 2 - Gross income'],
    ['3', 'Box 3 - Chapter indicator'],
    ['3a', 'Box 3a - Exemption code'],
    ['3b', 'Box 3b - Tax rate'],
    ['7a', 'Box 7a - Federal tax withheld'],
    ['10', 'Box 10 - Total withholding credit'],
    ['13f', 'Box 13f - Ch. 3 status code'],
  ],
};

/**
 * `first_number` stays the same through corrections, as the identifier of a 1042-S has to. Out: the CSV and how many forms it has.
 * Refuses: nothing_made, sealed_elsewhere (409).
 */
export async function filingFile(
  context: CommandContext,
  { year, form }: { year: number; form: YearlyTaxFormName },
): Promise<{ csv: string; count: number }> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  const rows = await tx.rows<Filed>(
    `with recursive chain as (
       select t.id, t.number as first_number from yearly_tax_form t where t.org_id = $1 and t.year = $2 and t.form = $3 and t.corrects is null
       union all select n.id, c.first_number from chain c join yearly_tax_form n on n.org_id = $1 and n.corrects = c.id)
     select t.number, c.first_number, e.number as corrects, t.shareholder_id, t.boxes, t.recipient, h.type, h.first_name, h.last_name, h.entity_name, d.tax_id
     from chain c join yearly_tax_form t on t.org_id = $1 and t.id = c.id
     left join yearly_tax_form e on e.org_id = $1 and e.id = t.corrects
     join shareholder h on h.org_id = $1 and h.id = t.shareholder_id
     left join holder_detail d on d.org_id = $1 and d.shareholder_id = t.shareholder_id
     where not exists (select 1 from yearly_tax_form n where n.org_id = $1 and n.corrects = t.id)
     order by t.number`,
    [org, year, form],
  );
  if (rows.length === 0)
    throw conflict('nothing_made', `No form ${form} of ${year} was made yet. Make the tax forms of the year first.`);
  const boxes = BOXES[form];
  const lines = rows.map((row) => [
    form,
    String(year),
    row.corrects === null ? 'N' : 'Y',
    String(row.first_number).padStart(10, '0'),
    ...recipientCells(row, numberOf(row)),
    ...boxes.map(([box]) => row.boxes.find((each) => each.box === box)?.value ?? ''),
  ]);
  const head = ['Form Type', 'Tax Year', 'Corrected', 'Unique Form Identifier', ...RECIPIENT];
  return { csv: csvOfLines([[...head, ...boxes.map(([, heading]) => heading)], ...lines]), count: rows.length };

  function numberOf({ tax_id, shareholder_id }: Filed): string {
    if (tax_id === null) return '';
    const number = deps.secrets.texts.open(tax_id, placeOf(org, shareholder_id, 'tax_id'));
    if (number === null)
      throw new AppError(
        'sealed_elsewhere',
        'A tax number was encrypted under another APP_SECRET and cannot be read. Enter it again, or start Sharebook with the earlier APP_SECRET.',
        { status: 409 },
      );
    return number;
  }
}

function recipientCells(row: Filed, taxNumber: string): string[] {
  const { type, recipient, shareholder_id } = row;
  const isEntity = type === 'entity';
  return [
    taxNumber,
    isEntity ? 'Business' : 'Individual',
    isEntity ? (row.entity_name ?? recipient.name ?? '') : '',
    isEntity ? '' : (row.first_name ?? ''),
    isEntity ? '' : (row.last_name ?? ''),
    ...['country', 'street_1', 'street_2', 'city', 'state', 'postal_code'].map((name) => recipient[name] ?? ''),
    shareholder_id,
  ];
}
