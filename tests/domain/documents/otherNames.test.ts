// Words beside a holder's name that may make it another's: nobody reads a document because their name is in a longer one.
import { describe, expect, it } from 'vitest';
import { companyNames, matchFile } from '#src/domain/documents/matchFile.ts';
import type { NumberedSecurity } from '#src/domain/documents/securityNumbers.ts';

const person = (id: string, first_name: string, last_name: string, name = `${first_name} ${last_name}`) => ({
  id,
  name,
  first_name,
  last_name,
});
const entity = (id: string, name: string) => ({ id, name, first_name: null, last_name: null });
const security = (number: string, shareholder_id: string): NumberedSecurity => ({
  id: number,
  kind: 'certificate',
  number,
  shareholder_id,
});
const holders = [
  person('ann', 'Ann', 'Lee'),
  person('john', 'John', 'Smith'),
  person('ana', 'Ana', 'Ruiz'),
  person('zoe', 'Zoë', 'Müller'),
  person('dana', 'Dana', 'Price'),
  entity('acme', 'Acme Ventures LLC'),
  entity('summit', 'Summit'),
];
const names = companyNames(
  holders,
  [security('CS-2', 'ana'), security('CS-3', 'john'), security('CS-4', 'acme')],
  'Tidewater Robotics, Inc.',
);
const match = (path: string) => {
  const parts = path.split('/');
  return matchFile(parts.at(-1)!, parts.slice(0, -1), names);
};

describe('a name that may be part of another is asked', () => {
  it.each([
    ['Offer letter Mary Ann Lee.pdf', 'ann'],
    ['offer letter mary ann lee.pdf', 'ann'],
    ['offer_letter_mary_ann_lee.pdf', 'ann'],
    ['Offer letter Mary-Ann Lee.pdf', 'ann'],
    ['Agreement Lee-Ann Stone.pdf', 'ann'],
    ['Agreement April Ann Lee.pdf', 'ann'],
    ['Agreement Ann Lee Grant.pdf', 'ann'],
    ['Agreement Grant Lee.pdf', 'ann'],
    ['Agreement Lee, Grant.pdf', 'ann'],
    ['Agreement May Lee 2023.pdf', 'ann'],
    ['Agreement A. Ann Lee.pdf', 'ann'],
    ['Agreement Ann B. Lee.pdf', 'ann'],
    ['Agreement Sha Ann Lee.pdf', 'ann'],
    ['Agreement Ann Lee To.pdf', 'ann'],
    ['Agreement No Ann Lee.pdf', 'ann'],
    ['Agreement Page Ann Lee.pdf', 'ann'],
    ['W-9 Ann Lee and.pdf', 'ann'],
    ['W-9 Ann Lee 李.pdf', 'ann'],
    ['W-9 J. A. Lee.pdf', 'ann'],
    ['Agreement Acme Ventures 2-2023.pdf', 'acme'],
    ['Agreement Acme Ventures Units.pdf', 'acme'],
    ['Agreement John Smith Family Trust.pdf', 'john'],
    ['Agreement Smith, John, Family Trust.pdf', 'john'],
    ['W-9 John Smith and Ben Stone.pdf', 'john'],
    ['W-9 John & Mary Smith.pdf', 'john'],
    ['W-9 John Smith & Co.pdf', 'john'],
    ['W-9 Smith & John.pdf', 'john'],
    ['W-9 Mrs John Smith.pdf', 'john'],
    ['W-9 John Smith Jr.pdf', 'john'],
    ['W-9 John Smith, Jr..pdf', 'john'],
    ['W-9 John Smith Sr.pdf', 'john'],
    ['W-9 John Smith II.pdf', 'john'],
    ['W-9 John Smith 3rd.pdf', 'john'],
    ['W-9 John Smith 2.pdf', 'john'],
    ['W-9 John Smith.Jr', 'john'],
    ['w9_john_smith_jr_2023.pdf', 'john'],
    ['w9_smith_john_paul.pdf', 'john'],
    ['Agreement Estate of John Smith.pdf', 'john'],
    ['Agreement Ana Ruiz Garcia.pdf', 'ana'],
    ['Agreement Ana Ruiz-Garcia.pdf', 'ana'],
    ['Agreement Zoe Muller-Lutz.pdf', 'zoe'],
    ['Vertrag agreement Zoë Müller Söhne.pdf', 'zoe'],
    ['Termination agreement Ana Ruiz.pdf', 'ana'],
    ['Agreement Acme Ventures Fund II.pdf', 'acme'],
    ['Agreement Acme Ventures Management GmbH.pdf', 'acme'],
    ['Agreement Acme Ventures GmbH.pdf', 'acme'],
    ['Agreement Acme Ventures 2 LLC.pdf', 'acme'],
    ['Agreement Acme Ventures Equity.pdf', 'acme'],
    ['Agreement Acme Ventures LLC Series A.pdf', 'acme'],
    ['Agreement Acme Ventures Holdings.pdf', 'acme'],
    ['Agreement New Acme Ventures LLC.pdf', 'acme'],
    ['Agreement summit meeting.pdf', 'summit'],
    ['Agreement Summit 2023.pdf', 'summit'],
    ['Price agreement.pdf', 'dana'],
    ['Tidewater Ana Ruiz W-9.pdf', 'ana'],
    ['Ana Ruiz/Employment agreement Xavier Poe.pdf', 'ana'],
    ['Ana Ruiz/Xavier Poe/agreement.pdf', 'ana'],
    ['Ana Ruiz and Xavier Poe/agreement.pdf', 'ana'],
    ['Ana Ruiz/Agreement CS-9.pdf', 'ana'],
    ['Maria Ruiz/W-9 Ruiz.pdf', 'ana'],
    ['Ana Ruiz Garcia/W-9 Ana Ruiz.pdf', 'ana'],
    ['Estate of Ana Ruiz/Papers/Stock certificate CS-2.pdf', 'ana'],
    ['CS-2/agreement Xavier Poe.pdf', 'ana'],
    ['Stock certificate CS-2 Ana Ruiz and John Smith.pdf', 'john'],
    ['Ana Ruiz/W-9 Lee.pdf', 'ann'],
    ['Board confidential/Ana Ruiz agreement.pdf', 'ana'],
    ['Board/Ana Ruiz/Termination agreement.pdf', 'ana'],
    ['Board/Ana Ruiz/agreement.pdf', 'ana'],
    ['Minutes/Ana Ruiz/agreement.pdf', 'ana'],
    ['Confidential/agreement Ruiz.pdf', 'ana'],
    ['Board/Stock certificate CS-2.pdf', 'ana'],
    ['Stock certificate CS-2 Maria Lopez.pdf', 'ana'],
    ['Stock certificate CS-2 B. Ruiz.pdf', 'ana'],
    ['Stock certificate CS-2 Ana Ruiz Garcia.pdf', 'ana'],
    ['Stock certificate CS-4 Acme Ventures Fund II.pdf', 'acme'],
  ])('%s', (path, likely) => {
    const { reader, readers, toChoose, reasons } = match(path);
    expect({ reader, readers }).toEqual({ reader: null, readers: expect.arrayContaining([likely]) as string[] });
    expect(toChoose).toContain('reader');
    expect(reasons.at(-1)).toMatch(/may /);
  });

  it.each(['Agreement CS-2 to CS-9.pdf', 'Agreement CS-2 to 9.pdf', 'Agreement CS-2, 9.pdf'])(
    'a second number that no security has: %s',
    (path) => {
      expect(match(path)).toMatchObject({
        security: null,
        securities: [{ id: 'CS-2' }],
        reader: null,
        readers: ['ana'],
        toChoose: ['record', 'reader'],
      });
    },
  );

  it('an entity whose name is of plain words only', () => {
    const own = companyNames([entity('stock', 'Stock Agreement LLC')], []);
    expect(matchFile('Stock agreement.pdf', [], own)).toMatchObject({
      reader: null,
      readers: ['stock'],
      toChoose: ['reader'],
    });
  });

  it('a number of two classes beside words that may name someone', () => {
    const own = companyNames(holders, [
      { ...security('7', 'ana'), id: 'common 7' },
      { ...security('7', 'john'), id: 'preferred 7' },
    ]);
    expect(matchFile('Certificate 7.pdf', [], own)).toMatchObject({ reader: null, toChoose: ['record'] });
    expect(matchFile('Certificate 7 Maria Lopez.pdf', [], own)).toMatchObject({
      readers: ['ana', 'john'],
      toChoose: ['record', 'reader'],
    });
  });

  it('the numbers of two securities', () => {
    expect(match('Agreement CS-2 and CS-3.pdf')).toMatchObject({
      security: null,
      reader: null,
      readers: ['ana', 'john'],
      toChoose: ['record', 'reader'],
    });
  });

  it('says which words make it ask', () => {
    expect(match('Offer letter Mary Ann Lee.pdf').reasons.at(-1)).toBe(
      '“Mary” in its name may be part of another name than Ann Lee',
    );
    expect(match('Ana Ruiz/Employment agreement Xavier Poe.pdf').reasons.at(-1)).toBe(
      '“Xavier” or “Poe” in its name may be part of another name than Ana Ruiz',
    );
    expect(match('Board confidential/Ana Ruiz agreement.pdf').reasons.at(-1)).toBe(
      'the folder “Board confidential” may hold papers of the company only, and Ana Ruiz is in its name',
    );
    expect(match('Agreement Summit 2023.pdf').reasons.at(-1)).toBe(
      '“Summit” in its name may mean Summit or something else',
    );
    expect(match('Agreement CS-2 to CS-9.pdf').reasons).toContain(
      'its name may mean CS-2 or another: “CS” or “9” is in it too',
    );
  });
});

describe('a name with nothing beside it that could be another is certain', () => {
  it.each([
    ['Ana Ruiz/agreement.pdf', 'ana'],
    ['Papers/Ana Ruiz/Scans/signed agreement (2).pdf', 'ana'],
    ['Ana Ruiz/W-9 IMG_2031.pdf', 'ana'],
    ['Agreement Smith, John.pdf', 'john'],
    ['Agreement Smith John - signed final v2.pdf', 'john'],
    ['agreement_john_smith_2023-05-01_signed.pdf', 'john'],
    ['20230501 W-9 John Smith (1).pdf', 'john'],
    ['W-9 of John Smith, 1 May 2023.pdf', 'john'],
    ['W-9 John Smith May 2023 copy.pdf', 'john'],
    ['Stock option agreement for Ann Lee (draft).docx', 'ann'],
    ['Employment agreement Ann Lee.pdf', 'ann'],
    ['John Smith option agreement.pdf', 'john'],
    ['Ann Lee Stock Purchase Agreement.pdf', 'ann'],
    ['Ann Lee Stock Option Agreement 05.2023.pdf', 'ann'],
    ['Agreement J. Smith.pdf', 'john'],
    ['SAFE Ruiz 2023.pdf', 'ana'],
    ['W-9 Zoe Muller.pdf', 'zoe'],
    ['W-9 MÜLLER Zoë.pdf', 'zoe'],
    ['Agreement Acme Ventures.pdf', 'acme'],
    ['Agreement Acme Ventures LLC.pdf', 'acme'],
    ['Tidewater Robotics - Ana Ruiz - W-9.pdf', 'ana'],
    ['Tidewater Robotics, Inc. W-9 Ana Ruiz.pdf', 'ana'],
    ['Stock certificate CS-2.pdf', 'ana'],
    ['Stock Certificate CS-02 - Ana Ruiz 2023.pdf', 'ana'],
    ['Stock certificate CS-4 Acme.pdf', 'acme'],
    ['Stock certificate CS-2 common stock signed.pdf', 'ana'],
    ['Legal archive/Agreement Ana Ruiz.pdf', 'ana'],
  ])('%s', (path, reader) => {
    expect(match(path)).toMatchObject({ reader, toChoose: [] });
  });

  it('also a holder whose name another holder has in theirs', () => {
    const own = companyNames(
      [
        ...holders,
        person('mary', 'Mary Ann', 'Lee'),
        person('junior', 'John', 'Smith', 'John Smith Jr.'),
        entity('trust', 'Estate of Ana Ruiz'),
      ],
      [],
    );
    expect(matchFile('Agreement Mary Ann Lee.pdf', [], own)).toMatchObject({ reader: 'mary', toChoose: [] });
    expect(matchFile('Agreement John Smith Jr.pdf', [], own)).toMatchObject({ reader: 'junior', toChoose: [] });
    expect(matchFile('Agreement Estate of Ana Ruiz.pdf', [], own)).toMatchObject({ reader: 'trust', toChoose: [] });
    expect(matchFile('Agreement Ana Ruiz.pdf', [], own)).toMatchObject({ reader: 'ana', toChoose: [] });
    expect(matchFile('Agreement John Smith.pdf', [], own)).toMatchObject({ reader: null, toChoose: ['reader'] });
  });
});

it('a paper of the company stays with the company, whatever else is in its name', () => {
  expect(match('Board minutes Mary Ann Lee.pdf')).toMatchObject({ reader: null, isOfCompany: true, toChoose: [] });
  expect(match('Board/Ana Ruiz.pdf')).toMatchObject({ reader: null, isOfCompany: true, toChoose: [] });
});
