// What the name of a file says of a document, and what is asked because the name leaves it open.
import { describe, expect, it } from 'vitest';
import { companyNames, matchFile } from '#src/domain/documents/matchFile.ts';
import type { NumberedSecurity } from '#src/domain/documents/securityNumbers.ts';

const person = (id: string, first_name: string, last_name: string) => ({
  id,
  name: `${first_name} ${last_name}`,
  first_name,
  last_name,
});
const entity = (id: string, name: string) => ({ id, name, first_name: null, last_name: null });
const security = (
  number: string,
  shareholder_id: string,
  kind: NumberedSecurity['kind'] = 'certificate',
  id = `${kind} ${number}`,
): NumberedSecurity => ({ id, kind, number, shareholder_id });

const holders = [
  person('ana', 'Ana', 'Ruiz'),
  person('ben', 'Ben', 'Okafor'),
  person('chi', 'Chidi', 'Okafor'),
  person('cary', 'Cary', 'Grant'),
  person('zoe', 'Zoë', 'Müller'),
  entity('north', 'Northgate Capital, L.P.'),
  entity('fund', 'Northgate Capital Fund II LLC'),
  entity('hub', 'Hub, Inc.'),
];
const securities = [
  security('CS-12', 'ana'),
  security('CS-1', 'ben'),
  security('ES-4', 'chi', 'grant'),
  security('SAFE-1', 'north', 'convertible'),
  security('7', 'ana', 'certificate', 'common 7'),
  security('7', 'ben', 'certificate', 'preferred 7'),
  security('8', 'ben'),
];
const names = companyNames(holders, securities);
const match = (name: string, ...folders: string[]) => matchFile(name, folders, names);
/** In short: what is known, and what is asked. */
const short = (name: string, ...folders: string[]) => {
  const { type, security: found, reader, toChoose } = match(name, ...folders);
  return [type, found?.id ?? null, reader, toChoose.join(' ')];
};

describe('a file whose name leaves no doubt', () => {
  it.each([
    ['Stock Certificate CS-012 - Ana Ruiz.pdf', 'certificate', 'certificate CS-12', 'ana'],
    ['cs_12.pdf.pdf', null, 'certificate CS-12', 'ana'],
    ['SAFE Ruiz 2023.pdf', 'agreement', null, 'ana'],
    ['SAFE-001 Northgate.pdf', 'agreement', 'convertible SAFE-1', 'north'],
    ['Option agreement ES-4.pdf', 'agreement', 'grant ES-4', 'chi'],
    ['Option agreement ES-4 Okafor (signed).pdf', 'agreement', 'grant ES-4', 'chi'],
    ['W-9 Ana Ruiz.pdf', 'tax_form', null, 'ana'],
    ['w9_ruiz_ana.pdf', 'tax_form', null, 'ana'],
    ['83(b) election Ruiz.pdf', 'tax_form', null, 'ana'],
    ['K-1 2023 Northgate Capital LP.pdf', 'tax_form', null, 'north'],
    ['K-1 2023 - Northgate Capital Fund II.pdf', 'tax_form', null, 'fund'],
    ['Dividend notice 2024 Zoe Muller.pdf', 'distribution_notice', null, 'zoe'],
    ['Certificate no. 8.pdf', 'certificate', 'certificate 8', 'ben'],
    ['SAFE Hub Inc 2023.pdf', 'agreement', null, 'hub'],
    ['CS-12 2023-05-01 stock certificate.pdf', 'certificate', 'certificate CS-12', 'ana'],
  ])('%s', (name, type, record, reader) => {
    expect(short(name)).toEqual([type, record, reader, type === null ? 'type' : '']);
  });

  it('says why in words', () => {
    expect(match('Stock Certificate CS-012 - Ana Ruiz.pdf').reasons).toEqual([
      '“stock certificate” is in its name',
      'certificate CS-12 is in its name',
    ]);
  });
});

describe('a paper of the company', () => {
  it.each([
    '2023-05-01 Board consent.pdf',
    'Certificate of Incorporation.pdf',
    '409A valuation report 2024.pdf',
    'Board minutes - grant ES-4 to Chidi Okafor.pdf',
  ])('%s stays with the company, whoever is named in it', (name) => {
    expect(match(name)).toMatchObject({
      type: expect.stringMatching(/other/) as string,
      reader: null,
      isOfCompany: true,
    });
  });
});

describe('what a name leaves open is asked', () => {
  it('two holders of one surname', () => {
    const { reader, readers, toChoose, reasons } = match('SAFE Okafor 2023.pdf');
    expect({ reader, readers, toChoose }).toEqual({ reader: null, readers: ['ben', 'chi'], toChoose: ['reader'] });
    expect(reasons.at(-1)).toBe('its name may mean Ben Okafor or Chidi Okafor');
  });

  it('an initial tells them apart', () => {
    expect(short('SAFE C. Okafor 2023.pdf')).toEqual(['agreement', null, 'chi', '']);
    expect(short('SAFE Ben Okafor 2023.pdf')).toEqual(['agreement', null, 'ben', '']);
  });

  it('a surname that an entity has in its name', () => {
    const own = companyNames([...holders, entity('trust', 'Ruiz Family Trust')], []);
    expect(matchFile('SAFE Ruiz.pdf', [], own)).toMatchObject({
      reader: null,
      readers: ['ana', 'trust'],
      toChoose: ['reader'],
    });
    expect(matchFile('SAFE Ruiz Family Trust.pdf', [], own)).toMatchObject({ reader: 'trust', toChoose: [] });
  });

  it('a surname beside another given name', () => {
    expect(match('Agreement Maria Ruiz.pdf')).toMatchObject({ reader: null, readers: ['ana'], toChoose: ['reader'] });
    expect(match('Agreement B. Ruiz.pdf')).toMatchObject({ reader: null, readers: ['ana'], toChoose: ['reader'] });
  });

  it('two holders named together', () => {
    expect(match('Transfer agreement Ana Ruiz to Ben Okafor.pdf')).toMatchObject({
      reader: null,
      readers: ['ana', 'ben'],
      toChoose: ['reader'],
    });
  });

  it('a number that two classes have', () => {
    const found = match('Certificate 7.pdf');
    expect(found).toMatchObject({ security: null, reader: null, toChoose: ['record'] });
    expect(found.securities.map(({ id }) => id)).toEqual(['common 7', 'preferred 7']);
  });

  it('a certificate whose holder is another than the named one', () => {
    expect(match('Stock certificate CS-12 Ben Okafor.pdf')).toMatchObject({
      security: { id: 'certificate CS-12' },
      reader: null,
      readers: ['ana', 'ben'],
      toChoose: ['reader'],
    });
  });

  it('a number that goes on', () => {
    expect(match('certificate CS-12-1.pdf')).toMatchObject({ security: null, toChoose: ['record'] });
    expect(match('certificate CS-123.pdf')).toMatchObject({ security: null, toChoose: [] });
  });

  it('a form whose name is also a number of a certificate', () => {
    const own = companyNames(holders, [security('K-1', 'ana')]);
    expect(matchFile('K-1 2023.pdf', [], own)).toMatchObject({
      type: null,
      security: null,
      toChoose: ['type', 'record'],
    });
  });

  it('a file whose name says nothing, which no holder reads', () => {
    expect(short('scan0001.pdf')).toEqual([null, null, null, 'type']);
  });

  it('words that may be different types', () => {
    expect(match('Dividend agreement certificate.pdf')).toMatchObject({ type: null, toChoose: ['type'] });
  });

  it('a word that is a surname too names nobody', () => {
    expect(short('Option grant 2023.pdf')).toEqual(['agreement', null, null, '']);
    expect(short('Option agreement Cary Grant.pdf')).toEqual(['agreement', null, 'cary', '']);
  });
});

describe('the folder of a file', () => {
  it('says what its name leaves out', () => {
    expect(short('signed.pdf', 'Tax forms', 'W-9', 'Ana Ruiz')).toEqual(['tax_form', null, 'ana', '']);
    expect(match('signed.pdf', 'W-9', 'Ana Ruiz').reasons).toContain('Ana Ruiz is in the folder “Ana Ruiz”');
  });

  it('never overrules the name', () => {
    expect(short('Agreement Ben Okafor.pdf', 'Ana Ruiz')).toEqual(['agreement', null, 'ben', '']);
  });

  it('with two holders of its name is asked about', () => {
    expect(match('agreement.pdf', 'Okafor')).toMatchObject({
      reader: null,
      readers: ['ben', 'chi'],
      toChoose: ['reader'],
    });
  });
});

it('never gives a document to a holder that its name does not single out', () => {
  const twins = companyNames([entity('one', 'Alpha LLC'), entity('two', 'Alpha Inc.')], []);
  expect(matchFile('Agreement Alpha.pdf', [], twins)).toMatchObject({ reader: null, readers: ['one', 'two'] });
  expect(matchFile('Agreement Alpha LLC.pdf', [], twins)).toMatchObject({ reader: 'one', toChoose: [] });
  const same = companyNames([person('a', 'Ana', 'Ruiz'), person('b', 'Ana', 'Ruiz')], []);
  expect(matchFile('W-9 Ana Ruiz.pdf', [], same)).toMatchObject({ reader: null, toChoose: ['reader'] });
});
