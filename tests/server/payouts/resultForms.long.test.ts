// The forms in which banks send results: encodings and separators, padding, and control figures; what is broken changes nothing.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import {
  batchOf,
  compact,
  group,
  lot,
  report,
  returnsOf,
  transaction,
} from '#tests/support/distributions/bankAnswers.ts';
import { AMERICAN, bringIn, IBAN } from '#tests/support/distributions/payouts.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));
const paymentOf = async ({ id }: Row) => (await owner.get(`/api/payments/${String(id)}`)).body;
/** A text as the bytes of an encoding, with its byte-order mark where the encoding has one. */
const inLatin = (text: string) => Buffer.from(text, 'latin1');
const inUtf16 = (text: string, hasMark = true) => Buffer.from(`${hasMark ? '\uFEFF' : ''}${text}`, 'utf16le');
const inUtf16BE = (text: string, hasMark = true) => inUtf16(text, hasMark).swap16();

const csvForms: [string, (id: string) => string | Buffer][] = [
  ['semicolons', (id) => `payment_id;status;reference;reason;date\r\n${id};completed;;;2026-11-26\r\n`],
  ['an empty last column', (id) => `payment_id,status,\n${id},completed,\n`],
  ['several empty columns', (id) => `payment_id,status,,,\n${id},completed,,,\n`],
  ['an empty column between', (id) => `payment_id,,status\n${id},,completed\n`],
  ['trailing separators on the rows alone', (id) => `payment_id,status\n${id},completed,,\n`],
  ['tabs', (id) => `payment_id\tstatus\n${id}\tcompleted\n`],
  ['bars', (id) => `payment_id|status\n${id}|completed\n`],
  ['a sep= line', (id) => `sep=;\r\npayment_id;status\r\n${id};completed\r\n`],
  ['a byte-order mark', (id) => `\uFEFFpayment_id,status\n${id},completed\n`],
  ['UTF-16', (id) => inUtf16(`payment_id\tstatus\r\n${id}\tcompleted\r\n`)],
  ['UTF-16 in the other order', (id) => inUtf16BE(`payment_id;status\n${id};completed\n`)],
  ['another order, and headings as people write them', (id) => `Reason,Status,Payment ID\n,Completed,${id}\n`],
  ['empty lines and CR', (id) => `\r\rpayment_id,status\r\r${id},completed\r`],
  ['quotes', (id) => `"payment_id";"status"\n"${id}";"completed"\n`],
  ['latin letters', (id) => inLatin(`payment_id;status;reference\n${id};completed;Überweisung\n`)],
];
it.each(csvForms)('results as CSV with %s complete the payment', async (_, textOf) => {
  const { batch, payments } = await batchOf(owner, [IBAN]);
  const done = await bringIn(owner, batch, textOf(String(payments[0]!.id)));
  expect(done.body).toMatchObject({ completed: 1, failed: 0, unknown: [] });
});

it.each<[string, (id: string) => string]>([
  ['a value in a column without a name', (id) => `payment_id,status,\n${id},completed,x\n`],
  ['a row that is cut off', (id) => `payment_id;status;reason\n${id};completed\n`],
  ['a column that is not known', (id) => `payment_id;status;Total\n${id};completed;1\n`],
  ['a column twice', (id) => `payment_id;status;Status\n${id};completed;failed\n`],
  ['an open quotation mark', (id) => `payment_id,status\n${id},"completed\n`],
  ['a status that is not known', (id) => `payment_id;status\n${id};pending\n`],
  ['no rows', () => 'payment_id;status\n'],
])('results as CSV with %s are refused, and nothing is written', async (_, textOf) => {
  const { batch, payments } = await batchOf(owner, [IBAN]);
  expect(await bringIn(owner, batch, textOf(String(payments[0]!.id)))).toMatchObject({
    status: 422,
    code: 'broken_results',
  });
  expect(await paymentOf(payments[0]!)).toMatchObject({ status: 'processing' });
});

const reason = '<StsRsnInf><Rsn><Cd>MS03</Cd></Rsn><AddtlInf>Rückgabe ungültig</AddtlInf></StsRsnInf>';
const declared = (text: string, encoding: string) =>
  text.replace('<?xml version="1.0"?>', `<?xml version="1.0" encoding="${encoding}"?>`);
const encodings: [string, (text: string) => Buffer][] = [
  ['ISO-8859-1', (text) => inLatin(declared(text, 'ISO-8859-1'))],
  [
    'iso-8859-15 in single quotes',
    (text) => inLatin(text.replace('?>', " encoding = 'iso-8859-15' standalone='yes'?>")),
  ],
  ['windows-1252', (text) => inLatin(declared(text, 'windows-1252'))],
  ['UTF-16 with a mark', (text) => inUtf16(declared(text, 'UTF-16'))],
  ['UTF-16 in the other order', (text) => inUtf16BE(declared(text, 'UTF-16'))],
  ['UTF-16 without a mark', (text) => inUtf16(declared(text, 'UTF-16LE'), false)],
  ['UTF-16 in the other order without a mark', (text) => inUtf16BE(declared(text, 'UTF-16BE'), false)],
  ['UTF-8 with a mark', (text) => Buffer.from(`\uFEFF${declared(text, 'utf-8')}`)],
  ['UTF-8 under a declaration of UTF-16', (text) => Buffer.from(declared(text, 'UTF-16'))],
];
describe('XML in the encoding that it declares', () => {
  it.each(encodings)('is read as a report: %s', async (_, bytesOf) => {
    const { batch, payments } = await batchOf(owner, [IBAN]);
    const text = report(group(batch, 'PART'), lot(transaction(payments[0]!, 'RJCT', { reason })));
    expect((await bringIn(owner, batch, bytesOf(text))).body).toMatchObject({ failed: 1, unknown: [] });
    expect(await paymentOf(payments[0]!)).toMatchObject({
      failure_reason: 'MS03: The bank gave no reason. Rückgabe ungültig',
    });
  });

  const statement = (text: string | Buffer) => {
    const { body, options } = given.multipart({ name: 'statement.xml', bytes: text });
    return owner.post('/api/reconciliations', body, options);
  };
  const camt = (id: unknown, status = '<Sts><Cd>BOOK</Cd></Sts>', more = '') =>
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id><Ntry><Amt Ccy="USD">15.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>${more}${status}<BookgDt><Dt>2024-07-20</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${compact(id)}</EndToEndId></Refs><RmtInf><Ustrd>Dividende für Größe</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
  it.each(encodings)('is read as a statement: %s', async (_, bytesOf) => {
    const { payments } = await batchOf(owner, [IBAN]);
    const reply = await statement(bytesOf(camt(payments[0]!.id)));
    const [line] = [...(reply.body.matches as Row[]), ...(reply.body.unmatched as Row[])];
    expect(line).toMatchObject({ reference: `${compact(payments[0]!.id)} Dividende für Größe` });
  });

  it.each(encodings)('with a document type is refused: %s', async (_, bytesOf) => {
    const { batch, payments } = await batchOf(owner, [IBAN]);
    const withType = (text: string) => text.replace('<Document', '<!DOCTYPE a [<!ENTITY b "b">]><Document');
    expect((await statement(bytesOf(withType(camt(payments[0]!.id))))).code).toBe('doctype');
    const text = withType(report(group(batch), lot(transaction(payments[0]!, 'RJCT'))));
    expect(await bringIn(owner, batch, bytesOf(text))).toMatchObject({ status: 422, code: 'broken_results' });
    expect(await paymentOf(payments[0]!)).toMatchObject({ status: 'processing' });
  });

  it.each(['KLINGON-7', 'utf-7', 'x" y='])('that nobody knows is refused in words: %s', async (encoding) => {
    const { batch, payments } = await batchOf(owner, [IBAN]);
    const refused = await statement(declared(camt(payments[0]!.id), encoding));
    expect(refused.code).toBe('bad_statement');
    const text = declared(report(group(batch), lot(transaction(payments[0]!, 'RJCT'))), encoding);
    const results = await bringIn(owner, batch, text);
    expect(results).toMatchObject({ status: 422, code: 'broken_results' });
    const named = [refused, results].map(({ text: said }) => said.includes(encoding));
    expect(named).toEqual(encoding === 'x" y=' ? [false, false] : [true, true]);
  });

  it('that the bytes do not fit is damage, whatever they could mean', async () => {
    const { payments } = await batchOf(owner, [IBAN]);
    for (const encoding of ['UTF-8', 'us-ascii'])
      expect((await statement(inLatin(declared(camt(payments[0]!.id), encoding)))).code).toBe('bad_statement');
  });

  it('a statement says by its own words that an entry is not booked, and why it came back', async () => {
    const { payments } = await batchOf(owner, [IBAN]);
    const id = payments[0]!.id;
    const whyOf = async (text: string) => {
      const { matches, unmatched } = (await statement(text)).body as unknown as Record<string, Row[]>;
      return [...matches!.map(() => null), ...unmatched!.map(({ why }) => why)];
    };
    for (const status of ['PDNG', 'INFO', 'FUTR', 'Pending', 'Storniert'])
      for (const element of [
        `<Sts>${status}</Sts>`,
        `<Sts><Cd>${status}</Cd></Sts>`,
        `<Sts><Prtry>${status}</Prtry></Sts>`,
      ])
        expect([element, await whyOf(camt(id, element))]).toEqual([element, ['not_booked']]);
    expect(await whyOf(camt(id, '<Sts><Prtry>Zzz</Prtry></Sts>'))).toEqual(['asked']);
    expect(await whyOf(camt(id, undefined, '<RvslInd>true</RvslInd>'))).toEqual(['not_booked']);
    const back = camt(id)
      .replace('DBIT', 'CRDT')
      .replace('</RmtInf>', '</RmtInf><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>');
    const reply = await statement(back);
    expect(reply.body.unmatched).toMatchObject([{ why: 'money_in', is_return: true }]);
    const confirmed = await owner.post(`/api/reconciliations/${String(reply.body.id)}/confirm`, { returns: [1] });
    expect(confirmed.body).toEqual({ done: 0, returned: 1, refused: [] });
    expect(await paymentOf(payments[0]!)).toMatchObject({
      status: 'failed',
      failure_reason: 'Came back on 2024-07-20: AC04: The account is closed',
    });
  });
});

describe('a NACHA return', () => {
  it.each<[string, (text: string) => string | Buffer]>([
    ['three blanks after each line', (text) => text.replaceAll('\r\n', '   \r\n')],
    ['an empty line after each', (text) => text.replaceAll('\r\n', '\n\n')],
    ['an empty line first', (text) => `\n\n${text}`],
    ['a byte-order mark', (text) => `\uFEFF${text}`],
    ['UTF-16', (text) => inUtf16(text)],
  ])('with %s is read as without', async (_, change) => {
    const { batch, payments, file } = await batchOf(owner, [AMERICAN], { format: 'nacha' });
    const text = change(returnsOf(file, [[payments[0]!, 'R03']]));
    expect((await bringIn(owner, batch, text)).body).toMatchObject({ failed: 1, unknown: [] });
  });
  it('whose control figures do not fit changes nothing', async () => {
    const { batch, payments, file } = await batchOf(owner, [AMERICAN], { format: 'nacha' });
    const lines = returnsOf(file, [[payments[0]!, 'R03']]).split('\r\n');
    const put = (line: string, at: number) =>
      `${line.slice(0, at)}${line[at] === '7' ? '8' : '7'}${line.slice(at + 1)}`;
    const places = [
      ...[9, 19, 31, 43, 93].map((at) => [lines.length - 2, at] as const),
      ...[6, 12, 20, 30, 42, 54].map((at) => [lines.length - 1, at] as const),
    ];
    for (const [line, at] of places) {
      const refused = await bringIn(owner, batch, lines.with(line, put(lines[line]!, at)).join('\r\n'));
      expect([line, at, refused.status, refused.code]).toEqual([line, at, 422, 'broken_results']);
    }
    expect(await paymentOf(payments[0]!)).toMatchObject({ status: 'processing' });
  });
});
