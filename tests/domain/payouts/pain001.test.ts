import { describe, expect, it } from 'vitest';
import type { BatchHead, BatchPayment, BatchWriter } from '#src/domain/payouts/batchFile.ts';
import { csvBatch } from '#src/domain/payouts/csvBatch.ts';
import { pain001 } from '#src/domain/payouts/pain001.ts';
import { csvCell } from '#src/resources/kit/csv.ts';
import { faultsOf } from '#tests/support/distributions/messageDefinition.ts';

const head: BatchHead = {
  id: '01a2182f-3430-75dd-af5f-5f0c27329b6a',
  made_at: '2026-11-26T09:30:00.000Z',
  execution_date: '2026-12-01',
  currency: 'EUR',
  count: 2,
  total: '1034.57',
  debtor: { name: 'Möller & Söhne', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
};
const one: BatchPayment = {
  id: '01a2182f-0000-7000-8000-0000000000a1',
  reference: 'Q4 dividend',
  name: 'Ada Lovelace',
  is_individual: true,
  amount: '1000.00',
  account: { iban: 'GB29NWBK60161331926819', bic: 'NWBKGB2L' },
};
const american: BatchPayment = {
  ...one,
  id: '01a2182f-0000-7000-8000-0000000000a2',
  name: '<Grace> & "Co" // ]]>',
  amount: '34.57',
  account: { routing_number: '021000021', account_number: '000123456789', account_type: 'savings' },
};
const written = (writer: BatchWriter, payments: readonly BatchPayment[]) =>
  writer.head() + payments.map((payment) => writer.payment(payment)).join('') + writer.tail();

describe('a pain.001 file', () => {
  it('is as the message definition has it', () => {
    expect(faultsOf(written(pain001(head), [one, american]))).toEqual([]);
  });
  it('has no decimals where the currency has none, and at most eighteen digits', () => {
    const xml = written(pain001({ ...head, currency: 'JPY' }), [{ ...one, amount: '1000.00' }]);
    expect(xml).toContain('<InstdAmt Ccy="JPY">1000</InstdAmt>');
    const total = `${'9'.repeat(17)}.00`;
    expect(() => pain001({ ...head, total })).toThrow(/^A pain\.001 takes 9,999,999,999,999,999\.99 at most/);
  });
  it('names each payment by its id, and pays to IBANs and to American accounts', () => {
    const xml = written(pain001(head), [one, american]);
    expect(xml).toContain('<EndToEndId>01a2182f0000700080000000000000a1</EndToEndId>');
    expect(xml).toContain(
      '<CdtrAgt><FinInstnId><BICFI>NWBKGB2L</BICFI></FinInstnId></CdtrAgt><Cdtr><Nm>Ada Lovelace</Nm></Cdtr><CdtrAcct><Id><IBAN>GB29NWBK60161331926819</IBAN></Id></CdtrAcct>',
    );
    expect(xml).toContain('<ClrSysId><Cd>USABA</Cd></ClrSysId><MmbId>021000021</MmbId>');
    expect(xml).toContain('<Othr><Id>000123456789</Id></Othr>');
    expect(xml.match(/<NbOfTxs>2<\/NbOfTxs><CtrlSum>1034\.57<\/CtrlSum>/g)).toHaveLength(2);
  });
  it('has only the characters that every bank takes, whatever a name is', () => {
    for (const name of ['', '////', '<x>&amp;', 'Zoë', '李小龍', ' ', 'a'.repeat(500), '\u0000\u0007', "O'Neil (1) +x"])
      expect(faultsOf(written(pain001({ ...head, debtor: { ...head.debtor, name } }), [{ ...one, name }]))).toEqual([]);
  });
  it('says that the bank is not named where only an IBAN is known', () => {
    const debtor = { name: 'Tidewater', iban: 'DE89370400440532013000' };
    const xml = written(pain001({ ...head, debtor }), [{ ...one, account: { iban: 'GB29NWBK60161331926819' } }]);
    expect(faultsOf(xml)).toEqual([]);
    expect(xml).toContain('<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>');
    expect(xml).not.toContain('<CdtrAgt>');
  });
  it('of another order, or without what is mandatory, would be noticed', () => {
    const xml = written(pain001(head), [one]);
    expect(faultsOf(xml.replace('<PmtMtd>TRF</PmtMtd>', ''))).not.toEqual([]);
    expect(faultsOf(xml.replace(/(<Dbtr>.*?<\/Dbtr>)(<DbtrAcct>.*?<\/DbtrAcct>)/, '$2$1'))).not.toEqual([]);
    expect(faultsOf(xml.replace('GB29NWBK60161331926819', 'GB2'))).not.toEqual([]);
  });
});

describe('our CSV', () => {
  it('has the columns of the contract, and no cell that a spreadsheet would run', () => {
    const payments = [{ ...one, name: '=HYPERLINK("x")', reference: 'a, "b"' }, american, { ...one, account: null }];
    expect(written(csvBatch(head, csvCell), payments).split('\r\n')).toEqual([
      'payment_id,reference,name,routing_number,account_number,account_type,iban,bic,amount,currency',
      `${one.id},"a, ""b""","'=HYPERLINK(""x"")",,,,GB29NWBK60161331926819,NWBKGB2L,1000.00,EUR`,
      `${american.id},Q4 dividend,"<Grace> & ""Co"" // ]]>",021000021,000123456789,savings,,,34.57,EUR`,
      `${one.id},Q4 dividend,Ada Lovelace,,,,,,1000.00,EUR`,
      '',
    ]);
  });
});
