// Which of the company's shareholders a list names, what it says otherwise of them, and what is asked.
import { describe, expect, it } from 'vitest';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { KnownPerson } from '#src/domain/sheets/people/details.ts';
import { csvOf, findingsOf, gridOf, read } from '#tests/support/sheets/grids.ts';

const nothing = {
  assigned_id: '',
  email: '',
  relationship: '',
  street_1: '',
  city: '',
  state: '',
  postal_code: '',
  country: '',
};
const known = (id: string, name: string, rest: Partial<KnownPerson> = {}): KnownPerson => ({
  ...nothing,
  id,
  name,
  type: 'individual',
  version: 1,
  ...rest,
});
const objectOf = ({ id, name }: KnownPerson): OcfObject => ({
  object_type: 'STAKEHOLDER',
  id,
  name: { legal_name: name },
  stakeholder_type: 'INDIVIDUAL',
});
const HEAD = ['Shareholder', 'Email', 'Employee ID', 'Street', 'City', 'Postal code', 'Country', 'Relationship'];
const list = (shareholders: KnownPerson[], rows: string[][], answers: Record<string, string> = {}) =>
  read(csvOf([HEAD, ...rows.map((row) => [...row, ...Array<string>(HEAD.length - row.length).fill('')])]), {
    existing: { statics: shareholders.map(objectOf), transactions: [], shareholders },
    answers,
  });
const people = (result: ReturnType<typeof list>) =>
  result.people.map(({ name, state, stakeholder_id, near }) => [name, state, stakeholder_id, ...near]);

const ana = known('ana', 'Ana Ruiz', { email: 'ana@x.example', city: 'Lyon', country: 'FR', relationship: 'founder' });

describe('a list of people beside the company’s shareholders', () => {
  it('says who is new, who is changed and who is the same', () => {
    const result = list(
      [ana, known('ben', 'Ben Okafor')],
      [
        ['ana  ruiz', 'ANA@x.example', '', '', 'Lyon', '', 'France', 'Founder'],
        ['Ben Okafor', 'ben@new.example', '', '12 Quay Street', 'Cork', 'T12', 'Ireland', 'Employee'],
        ['Chidi Eze', 'chidi@x.example'],
      ],
    );
    expect(people(result)).toEqual([
      ['ana ruiz', 'same', 'ana'],
      ['Ben Okafor', 'changed', 'ben'],
      ['Chidi Eze', 'new', null],
    ]);
    expect(result.people[1]!.differences).toEqual([
      { field: 'email', ours: '', file: 'ben@new.example' },
      { field: 'relationship', ours: '', file: 'employee' },
      { field: 'street_1', ours: '', file: '12 Quay Street' },
      { field: 'city', ours: '', file: 'Cork' },
      { field: 'postal_code', ours: '', file: 'T12' },
      { field: 'country', ours: '', file: 'IE' },
    ]);
    expect(result.statics.map(({ id }) => id)).toEqual(['stakeholder chidi@x.example chidi eze']);
    expect(result.reading.people_counts).toEqual({ new: 1, changed: 1, same: 1 });
    expect(result.reading.people.map(({ name }) => name)).toEqual(['Ben Okafor', 'Chidi Eze']);
  });

  it('takes nothing that the file leaves out for a difference', () => {
    expect(people(list([ana], [['Ana Ruiz']]))).toEqual([['Ana Ruiz', 'same', 'ana']]);
  });

  it('knows a person by an id under another name, and shows the name as a difference', () => {
    const result = list([{ ...ana, assigned_id: 'E-7' }], [['Ana Soto', 'ana@x.example', 'e-7']]);
    expect(people(result)).toEqual([['Ana Soto', 'changed', 'ana']]);
    expect(result.people[0]!.differences).toEqual([{ field: 'name', ours: 'Ana Ruiz', file: 'Ana Soto' }]);
    expect(result.reading.questions).toEqual([]);
  });

  it('reads our details from the objects where no rows are given', () => {
    const first = list([], [['Ana Ruiz', 'ana@x.example', 'E-7', '1 Rue', 'Lyon', '69001', 'France', 'Founder']]);
    const again = read(csvOf([HEAD.slice(0, 5), ['Ana Ruiz', 'ana@x.example', 'E-7', '1 Rue', 'Paris']]), {
      existing: { statics: first.statics, transactions: [] },
    });
    expect(again.people[0]!.differences).toEqual([{ field: 'city', ours: 'Lyon', file: 'Paris' }]);
  });

  it('tells two of one name apart by their e-mail', () => {
    const twins = [ana, known('other', 'Ana Ruiz', { email: 'other@x.example' })];
    expect(people(list(twins, [['Ana Ruiz', 'other@x.example']]))).toEqual([['Ana Ruiz', 'same', 'other']]);
  });
});

const texts = ({ reading }: ReturnType<typeof list>) => reading.questions.map(({ text }) => text);

describe('the same name is not enough where something speaks against it', () => {
  const john = known('john', 'John Smith', { email: 'john@old.example' });
  const id = 'holder_ambiguous:john smith>';

  it('asks about another e-mail, in a list and in a ledger', () => {
    const rows = [['John Smith', 'js@other.example']];
    const asked = list([john], rows);
    expect(texts(asked)).toEqual([
      '“John Smith” has the e-mail js@other.example in this file, and john@old.example in your records. Is it the same holder?',
    ]);
    expect(asked.reading.status).toBe('questions');
    expect(people(asked)).toEqual([['John Smith', 'new', null, 'John Smith']]);
    const same = list([john], rows, { [id]: 'john' });
    expect(same.people[0]!.differences).toEqual([
      { field: 'email', ours: 'john@old.example', file: 'js@other.example' },
    ]);
    expect(people(list([john], rows, { [id]: 'several' }))).toEqual([['John Smith', 'new', null, 'John Smith']]);

    const ledger = (answers: Record<string, string>) =>
      read(
        csvOf([
          ['Holder', 'Email', 'Certificate', 'Class', 'Shares', 'Issue date'],
          ['John Smith', 'js@other.example', 'CS-2', 'Common', '900', '2025-03-01'],
        ]),
        { existing: { statics: [objectOf(john)], transactions: [], shareholders: [john] }, answers },
      );
    const holderOf = (result: ReturnType<typeof ledger>) =>
      result.transactions.find(({ object_type }) => object_type === 'TX_STOCK_ISSUANCE')!.stakeholder_id;
    expect(ledger({}).reading.questions.map((each) => each.id)).toContain(id);
    expect(holderOf(ledger({ [id]: 'john' }))).toBe('john');
    expect(holderOf(ledger({ [id]: 'several' }))).not.toBe('john');
  });

  it('asks nothing where one side has no e-mail, or an id agrees too', () => {
    expect(people(list([john], [['John Smith']]))).toEqual([['John Smith', 'same', 'john']]);
    expect(people(list([{ ...john, email: '' }], [['John Smith', 'js@other.example']]))).toEqual([
      ['John Smith', 'changed', 'john'],
    ]);
    const numbered = list([{ ...john, assigned_id: '1001' }], [['John Smith', 'js@other.example', '1001']]);
    expect([people(numbered), texts(numbered)]).toEqual([[['John Smith', 'changed', 'john']], []]);
  });

  it('asks about each of two of one name that the file tells apart', () => {
    const rows = [
      ['John Smith', '', 'E-1'],
      ['John Smith', '', 'E-2'],
    ];
    const asked = list([john], rows);
    expect(asked.reading.questions.map((each) => each.id)).toEqual([id, 'holder_ambiguous:id e-2>']);
    const told = list([john], rows, { [id]: 'several', 'holder_ambiguous:id e-2>': 'john' });
    expect(told.people.map(({ stakeholder_id }) => stakeholder_id)).toEqual([null, 'john']);
    const sure = list([{ ...john, assigned_id: 'E-1' }], rows);
    expect(sure.people.map(({ stakeholder_id }) => stakeholder_id)).toEqual(['john', null]);
    expect(sure.reading.status).toBe('questions');
  });
});

describe('an id is not enough alone', () => {
  const ada = known('ada', 'Ada Okafor', { assigned_id: '1001', email: 'ada@x.example' });

  it('asks where name and e-mail are another’s', () => {
    const rows = [['Nordic Fund AS', '', '1001']];
    const asked = list([ada], rows);
    expect(texts(asked)).toEqual([
      '“Nordic Fund AS” has the number 1001 in this file, which “Ada Okafor” has in your records. Is it the same holder?',
    ]);
    expect(people(asked)).toEqual([['Nordic Fund AS', 'new', null, 'Ada Okafor']]);
    const added = list([ada], rows, { 'holder_ambiguous:nordic fund as>': 'several' });
    expect(added.reading.status).toBe('ready');
    expect(added.statics.map((each) => each.id)).toEqual(['stakeholder id 1001']);
    expect(texts(list([ada], [['Zoe Quinn', 'zoe@x.example', '1001']]))).toHaveLength(1);
  });

  it('asks where the id is one shareholder’s and the name another’s', () => {
    const zoe = known('zoe', 'Zoe Quinn');
    const { reading } = list([ada, zoe], [['Zoe Quinn', '', '1001']]);
    expect(reading.questions[0]!.choices.map(({ value }) => value)).toEqual(['several', 'zoe', 'ada']);
  });

  it('counts with the name or the e-mail', () => {
    expect(people(list([ada], [['Ada Okafor', '', '1001']]))).toEqual([['Ada Okafor', 'same', 'ada']]);
    expect(people(list([ada], [['Ada King', 'ada@x.example', '1001']]))).toEqual([['Ada King', 'changed', 'ada']]);
  });

  it('makes no one holder of two names in one file, where the ids are of columns with other headings', () => {
    const grid = gridOf(
      {
        name: 'People',
        rows: [
          ['Name', 'Stakeholder ID', 'City'],
          ['Ada Okafor', '1001', 'Oslo'],
        ],
      },
      {
        name: 'Register',
        rows: [
          ['Name', 'Org no', 'City'],
          ['Nordic Fund AS', '1001', 'Bergen'],
        ],
      },
    );
    const asked = read(grid);
    expect(asked.reading.questions.map(({ text }) => text)).toEqual([
      'Are “Ada Okafor” and “Nordic Fund AS” the same holder?',
    ]);
    const apart = read(grid, { answers: { [asked.reading.questions[0]!.id]: 'several' } });
    expect(new Set(apart.statics.map((each) => each.id)).size).toBe(2);
    const one = read(grid, { answers: { [asked.reading.questions[0]!.id]: 'one' } });
    expect(one.statics).toHaveLength(1);
  });
});

describe('rows of one holder that say different things', () => {
  it('are named at the second row', () => {
    const result = list(
      [],
      [
        ['Ana Ruiz', 'ana@x.example', '', '', 'Rome'],
        ['Ana Ruiz', 'ana@x.example', '', '', 'Paris'],
        ['Ana Ruiz', 'ana@x.example', '', '', 'Rome'],
      ],
    );
    expect(findingsOf(result, 'detail_differs')).toMatchObject([
      {
        severity: 'warning',
        row: 3,
        column: 'E',
        value: 'Paris',
        message: 'The city of Ana Ruiz is “Paris” here and “Rome” in row 2. The first one is taken.',
      },
    ]);
  });
});

describe('nobody is merged on a likeness', () => {
  it('asks about a letter more or less, and another letter, in names of six letters or more', () => {
    const isAsked = (ours: string, file: string) => texts(list([known('one', ours)], [[file]])).length === 1;
    expect(isAsked('Ada Okafor', 'Ada Okafr')).toBe(true);
    expect(isAsked('Ada Okafr', 'Ada Okafor')).toBe(true);
    expect(isAsked('Tom Lee', 'Tim Lee')).toBe(true);
    expect(isAsked('A Smith', 'B Smith')).toBe(false);
    expect(isAsked('Bo Li', 'Bo Lu')).toBe(false);
    expect(isAsked('Ada Okafor', 'Ada Okaf')).toBe(false);
  });

  it('asks which of two shareholders of one name is meant', () => {
    const twins = [ana, known('other', 'Ana Ruiz', { email: 'other@x.example' })];
    const { reading } = list(twins, [['Ana Ruiz']]);
    expect(reading.status).toBe('questions');
    expect(reading.questions).toMatchObject([
      {
        id: 'holder_ambiguous:ana ruiz>',
        code: 'holder_ambiguous',
        text: 'Your records have 2 holders of the name “Ana Ruiz”. Which one is this?',
        rows: [2],
        choices: [{ value: 'several' }, { value: 'ana' }, { value: 'other' }],
      },
    ]);
    expect(people(list(twins, [['Ana Ruiz']], { 'holder_ambiguous:ana ruiz>': 'other' }))).toEqual([
      ['Ana Ruiz', 'same', 'other'],
    ]);
  });

  it('asks about a near name, and takes it for new until somebody says otherwise', () => {
    const near = [['Anna Ruiz-Soto'], ['Ana Ruizz']];
    const shareholders = [known('lind', 'Benjamin Lindqvist')];
    const rows = [['Benjamin Lindquist', 'ben@x.example'], ...near.slice(1)];
    const asked = list(shareholders, rows);
    expect(people(asked)).toEqual([
      ['Benjamin Lindquist', 'new', null, 'Benjamin Lindqvist'],
      ['Ana Ruizz', 'new', null],
    ]);
    expect(asked.reading.questions.map(({ text }) => text)).toEqual([
      'Is “Benjamin Lindquist” in this file the same as “Benjamin Lindqvist” in your records?',
    ]);
    const id = 'holder_ambiguous:benjamin lindquist>';
    const same = list(shareholders, rows, { [id]: 'lind' });
    expect(same.people[0]).toMatchObject({ state: 'changed', stakeholder_id: 'lind', near: [] });
    expect(same.people[0]!.differences.map(({ field }) => field)).toEqual(['name', 'email']);
    const other = list(shareholders, rows, { [id]: 'several' });
    expect(other.people[0]).toMatchObject({ state: 'new', near: ['Benjamin Lindqvist'] });
    expect(other.reading.status).toBe('ready');
  });

  it('asks about a person’s e-mail under another name, and only mentions an entity that shares one', () => {
    const asked = list([ana], [['Ana Soto', 'ana@x.example']]);
    expect(asked.reading.questions.map(({ code }) => code)).toEqual(['holder_ambiguous']);
    const fund = known('fund', 'Northgate Fund I LP', { type: 'entity', email: 'ir@north.example' });
    const shared = list([fund], [['Northgate Fund II LP', 'ir@north.example']]);
    expect(shared.reading.questions).toEqual([]);
    expect(people(shared)).toEqual([['Northgate Fund II LP', 'new', null, 'Northgate Fund I LP']]);
  });

  it('no longer counts an answer that names somebody who was removed', () => {
    const rows = [['Ana Soto', 'ana@x.example']];
    const { reading } = list([ana], rows, { 'holder_ambiguous:ana soto>': 'gone' });
    expect(reading.questions[0]!.answer).toBeNull();
  });
});
