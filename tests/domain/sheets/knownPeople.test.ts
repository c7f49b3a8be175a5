// Which of the company's shareholders a list names, what it says otherwise of them, and what is asked.
import { describe, expect, it } from 'vitest';
import type { OcfObject } from '../../../src/domain/ledger/core/types.ts';
import type { KnownPerson } from '../../../src/domain/sheets/people/details.ts';
import { csvOf, read } from '../../support/sheets/grids.ts';

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
      [ana, known('ben', 'Ben Okafor', { email: 'ben@x.example' })],
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
      { field: 'email', ours: 'ben@x.example', file: 'ben@new.example' },
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

describe('nobody is merged on a likeness', () => {
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
      'Is “Benjamin Lindquist” of this file “Benjamin Lindqvist” of your records?',
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
