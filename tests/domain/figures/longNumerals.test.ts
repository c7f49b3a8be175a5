// Very long numbers from a package or a form: the digits read are limited, and the time grows no faster than the length.
import { growth, LINEAR } from '#tests/support/time/computed.ts';
import { describe, expect, it } from 'vitest';
import { compareNumbers, nextCertificateNumbers } from '#src/domain/certificateNumber.ts';
import { grouped, groupedMoney, parseDecimal } from '#src/domain/figures/decimal.ts';
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { summaryOf } from '#src/domain/ledger/history/summary.ts';
import { decimal, fieldSchema } from '#src/resources/kit/validation.ts';
import { trimmed } from '#server/data/resourceRepository.ts';
import { isExactAsFloat } from '#server/paper/workbook.ts';
import { shown } from '#server/paper/registerTable.ts';
import { errorsOf, holder, issued, issuer, ledgerOf, stockClass } from '../ledger/factories.ts';
import { emptyState } from '#src/domain/ledger/core/state.ts';
import { packageFiles } from '#tests/support/packages.ts';
import { readFiles } from '../sharedMaterial.ts';

const summary = (quantity: unknown) =>
  summaryOf({ object_type: 'TX_STOCK_ISSUANCE', custom_id: 'CS-1', quantity }, emptyState());
const amount = decimal({ scale: 2 });

const nines = (length: number) => '9'.repeat(length);
const zerosThenOne = (length: number) => `1.${'0'.repeat(length)}1`;

describe('the time to handle a long number', () => {
  it.each<[string, (text: string) => unknown, (length: number) => string]>([
    ['in the line of an entry', summary, nines],
    ['as an amount in a sentence', groupedMoney, nines],
    ['on paper', (text) => shown(text, { name: 'Price', kind: 'number', width: 1, places: 2 }), nines],
    ['in a workbook', isExactAsFloat, zerosThenOne],
    ['as a numeral of a package', (text) => parseExactly(`{"quantity":${text}}`), nines],
    ['in the counter of a certificate', (text) => nextCertificateNumbers('CS-', [`CS-${text}`], 1), nines],
    ['between two certificates', (text) => compareNumbers(text, `${text}1`), nines],
    ['in a form', (text) => amount.safeParse(text), zerosThenOne],
    ['of a field', (text) => fieldSchema({ kind: 'shares' }).safeParse(text), nines],
    ['as the database wrote it', trimmed, zerosThenOne],
  ])('grows no faster than the length: %s', (_where, act, make) => {
    expect(growth(act, make)).toBeLessThan(LINEAR);
  });
});

describe('a number with too many digits', () => {
  it('is not read beyond sixty digits before the point, and shorter ones are grouped', () => {
    expect(parseDecimal(nines(60))).toBe(BigInt(nines(60)) * 10n ** 10n);
    expect(parseDecimal(nines(61))).toBeNull();
    expect(grouped(parseDecimal('-1234567.5')!)).toBe('-1,234,567.5');
    expect([groupedMoney('999'), groupedMoney('-1000'), groupedMoney('123456')]).toEqual([
      '999.00',
      '-1,000.00',
      '123,456.00',
    ]);
  });
  it('is refused at its field with a message', () => {
    expect(amount.safeParse(nines(100_000)).error?.issues.map(({ message }) => message)).toEqual([
      'At most 28 digits before the point.',
    ]);
    expect(amount.safeParse(zerosThenOne(100_000)).error?.issues.map(({ message }) => message)).toEqual([
      'An amount looks like 1250.75, with at most ten decimals.',
    ]);
  });
  it.each([
    ['as text', (digits: string) => JSON.stringify(digits)],
    ['as a JSON number', (digits: string) => digits],
    ['as a JSON number with a long fraction', (digits: string) => `1.${digits}`],
    ['as a JSON number with a long exponent', () => '1e99999'],
  ])('is a finding when a package writes it %s, and the object keeps the digits as written', (_how, written) => {
    const text = written(nines(100_000));
    const files = packageFiles([issuer(), holder('ada'), stockClass('common'), issued('s1', 'ada', 'QUANTITY')]).map(
      ({ path, content }) => ({ path, bytes: Buffer.from(String(content).replace('"QUANTITY"', text)), md5: '' }),
    );
    const reading = readFiles(files);
    const found = reading.findings.filter(({ rule }) => rule === 'bad_number');
    expect(found.map(({ severity, message }) => [severity, message.includes('28 digits before')])).toEqual([
      ['error', true],
    ]);
    expect(found[0]!.message.length).toBeLessThan(300);
    const kept = reading.objects.find(({ object_type }) => object_type === 'TX_STOCK_ISSUANCE')!.object;
    expect(JSON.stringify(kept.quantity)).toBe(JSON.stringify(text.replaceAll('"', '')));
    expect(errorsOf(ledgerOf([kept])).length).toBeGreaterThan(0);
  });
});
