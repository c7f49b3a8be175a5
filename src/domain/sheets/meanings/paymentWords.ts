// The headings of payments of distributions, in six languages.
import type { Field } from '../reading.ts';

/** Gives way to any other heading of the field, without a word: it may be about something else. */
export const WEAK = 2;

/** Amounts whose heading does not say whether tax is in them. */
const AMOUNT = 'amount|amount paid|paid amount|payment|payment amount|betrag|beløp|belopp|montant|importe';

/** A column of names, or of amounts: its cells say which. */
const DIVIDEND =
  'dividend|dividends|distribution|distributions|dividende|dividenden|ausschüttung|utbytte|utdeling|utdelning|udbytte|udlodning|dividendes|dividendo|dividendos';

export const PAYMENT_WORDS: readonly (readonly [field: Field, words: string, part?: string, rank?: number])[] = [
  [
    'distribution',
    'distribution name|name of distribution|dividend name|declaration|payout|name der ausschüttung|bezeichnung|navn på utbytte|nom de la distribution|libellé',
  ],
  ['distribution', DIVIDEND, '', WEAK],
  [
    'record_date',
    "record date|date of record|stichtag|nachweisstichtag|skjæringsdato|skjæringsdag|avstämningsdag|avstämningsdatum|skæringsdato|registreringsdato|date d'enregistrement|date d'arrêté|fecha de registro",
  ],
  [
    'payment_date',
    'payment date|pay date|payable date|payable on|date of payment|distribution date|dividend date|zahltag|zahlungstag|zahlungsdatum|fälligkeit|fällig am|utbetalingsdato|utbetalningsdag|betalningsdag|udbetalingsdato|betalingsdato|date de paiement|date de versement|date de mise en paiement|fecha de pago',
  ],
  ['payment_date', 'date|transaction date|datum|dato|fecha', '', WEAK],
  [
    'paid_date',
    'paid|paid on|paid date|date paid|paid at|settled on|settlement date|bezahlt|bezahlt am|gezahlt am|ausgezahlt am|ausbezahlt am|überwiesen am|betalt|betalt den|betalt dato|utbetalt|utbetalt den|utbetald|utbetald den|udbetalt|udbetalt den|payé|payé le|versé le|réglé le|pagado el',
  ],
  [
    'gross',
    'gross|gross amount|gross dividend|gross distribution|gross payment|dividend amount|distribution amount|amount before tax|brutto|bruttobetrag|bruttodividende|bruttoausschüttung|brutto utbytte|bruttoutbytte|bruttobeløp|bruttoutdelning|bruttobelopp|bruttoudbytte|brut|montant brut|dividende brut|dividende brute|dividendes bruts|bruto|importe bruto',
  ],
  [
    'tax',
    'tax|taxes|withholding|withholding tax|withheld|withheld tax|tax withheld|tax amount|wht|kapitalertragsteuer|kapitalertragssteuer|quellensteuer|verrechnungssteuer|steuer|steuern|steuerabzug|kest|kildeskatt|skatt|skattetrekk|kupongskatt|källskatt|preliminärskatt|kildeskat|udbytteskat|skat|retenue à la source|prélèvement|prélèvement forfaitaire|impôt|impôts|retención|retenciones',
  ],
  [
    'net',
    'net|net amount|net dividend|net distribution|net payment|net paid|amount after tax|netto|nettobetrag|nettodividende|auszahlungsbetrag|auszahlung|netto utbytte|nettoutbytte|nettobeløp|nettoutdelning|nettobelopp|nettoudbytte|montant net|net versé|net à payer|dividende net|dividendes nets|neto|importe neto',
  ],
  ['net', AMOUNT, '', WEAK],
  [
    'reference',
    'reference|payment reference|bank reference|transaction reference|wire reference|ref|ref.|referenz|zahlungsreferenz|verwendungszweck|referanse|referens|référence|referencia',
  ],
  ['currency', 'currency|ccy|währung|valuta|devise|monnaie|moneda'],
  ['quantity_issued', 'shares held|shares owned|shares at record date|shares at the record date|eligible shares'],
];

const mapped = new Map(
  PAYMENT_WORDS.flatMap(([field, words, , rank = 0]) =>
    words.split('|').map((word) => [word, { field, rank }] as const),
  ),
);
const plainAmounts: ReadonlySet<string> = new Set(AMOUNT.split('|'));
const dividend: ReadonlySet<string> = new Set(DIVIDEND.split('|'));

export const isPlainAmount = (key: string): boolean => plainAmounts.has(key);
export const isDividendHeading = (key: string): boolean => dividend.has(key);

/** Whether headings say that each row is a payment of a distribution: amounts before and after tax, or one with a day of payment. */
export function arePaymentHeadings(keys: ReadonlySet<string>): boolean {
  const sure = new Set<Field>();
  for (const key of keys) {
    const found = mapped.get(key);
    if (found && found.rank < WEAK) sure.add(found.field);
  }
  const amounts = (['gross', 'tax', 'net'] as const).filter((field) => sure.has(field)).length;
  const hasDividend = [...keys].some(isDividendHeading) || sure.has('distribution');
  const hasDay = sure.has('payment_date') || sure.has('paid_date') || sure.has('record_date');
  return amounts >= 2 || (amounts === 1 && (hasDay || hasDividend)) || (hasDividend && hasDay);
}
