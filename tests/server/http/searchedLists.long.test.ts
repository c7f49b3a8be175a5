// Lists whose search is helped by an index answer exactly the rows that a comparison of every row does.
import { beforeAll, describe, expect, it } from 'vitest';
import { foldLetters } from '#src/domain/letters.ts';
import { searchedFor } from '#src/domain/searchPattern.ts';
import { resourceNamed } from '#src/resources/index.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let org: string;
const people: Record<string, Person> = {};

const NAMES = [
  'Émile Arnaud 12',
  'Łukasz Łódź',
  'Иван Орлов',
  'ＡＣＭＥ １２３ GmbH',
  '100%_\\ Straße',
  'ﬁdelity Partners',
  'Οδυσσεύς',
];
const NUMBERS = [
  'CS-0',
  'CS-00',
  'CS-7',
  'CS-0012',
  'CS-12',
  'CS-120',
  'CS-1200',
  'CS-9123',
  'CS-12312',
  'CS-123456789012',
  '120',
  '0120',
  'ПА-12',
  'ПА-0123',
  'Łódź 77',
  'ＣＳ－１２',
  'ﬁn-123',
  'A12B-123',
  'A12B',
  '100%-1',
  '50_%',
  'a\\b1',
  '2024-001A',
  '2024-001B',
  '12-123-12',
  'ß-123',
  'İ-123',
  'ſ-123',
  'K-123',
];
const TYPED = [
  '123',
  '012',
  '0012',
  '00120',
  '120',
  '12012',
  '312',
  '456',
  '9012',
  '-123',
  's-12',
  'S-0012',
  'cs-',
  'CS-',
  'CS-12 ',
  ' cs-12',
  'cs-9',
  'b-123',
  '12b',
  'A12',
  '2-1',
  '12-',
  '001',
  '001a',
  '24-001',
  '000',
  '00',
  '0',
  '-0',
  's-00',
  'cs-0',
  'па-',
  'ПА-12',
  'а-01',
  'lodz',
  'ŁÓDŹ',
  'łódź 7',
  'z 77',
  'ＣＳ',
  'cs-１２',
  'fin',
  'ﬁ',
  'ﬁn-1',
  'ss-',
  'ß-12',
  'i-123',
  '%',
  '_',
  '\\',
  '100%',
  '0%-1',
  '_%',
  'a\\b',
  '\\b1',
  '\\\\',
  '.*',
  'emile',
  'ÉMILE',
  'èmile',
  'орлов',
  'ОРЛ',
  'acme',
  'strasse',
  'straße',
  'fidel',
  'ΟΔΥΣΣΕΥΣ',
  'σσ',
  '12',
  'ud 12',
  'common',
  'ärzte',
  'ARZTE',
  'zzyzx',
  'dividend',
  'żniwa',
  'zniwa 2',
  's-123',
  'k-123',
  '\u212a-1',
  'ſ-1',
  '123 ',
  '  ',
  '3456789012',
  '1234567890123',
  'a.pdf',
  'protok',
  'formularz',
  'pisma',
];

beforeAll(async () => {
  owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { name: 'Common', prefix: 'CX-' });
  const other = await given.shareClass(owner, { name: 'Ärzte ﬁnal', prefix: 'AX-' });
  org = String(
    (await server.sql<{ org_id: string }>('select org_id from share_class where id = $1', [common.id]))[0]!.org_id,
  );
  const holders = [];
  for (const entity_name of NAMES) holders.push(await given.shareholder(owner, { type: 'entity', entity_name }));
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
  for (const [n, number] of NUMBERS.entries()) {
    const shareholder_id = holders[n % holders.length]!.id;
    const share_class_id = n % 3 === 0 ? other.id : common.id;
    await given.certificate(owner, { certificate_number: number, shareholder_id, share_class_id, quantity: '10' });
    if (n % 2 === 0)
      await given.grant(owner, { grant_number: `${number}1`, shareholder_id, equity_plan_id: plan.id, quantity: '10' });
    if (n % 3 === 0) await given.convertible(owner, { convertible_number: `N${number}`, shareholder_id });
    if (n % 4 === 0) await given.warrant(owner, { warrant_number: `W${number}`, shareholder_id, share_class_id });
  }
  const { rows: certificates } = await owner.get('/api/certificates/?range=[0,99]');
  for (const [n, name] of [
    'Protokół.pdf',
    '123.pdf',
    '100%_ a\\b.pdf',
    'ﬁn.pdf',
    'Formularz 012.pdf',
    'Иск-12.pdf',
  ].entries()) {
    await given.document(owner, { name, fields: { shareholder_id: String(holders[n]!.id) } });
    await given.document(owner, { name: `n${n}.pdf`, fields: { security_id: String(certificates[n * 4]!.id) } });
  }
  for (const name of ['ŻNIWA 2024', 'Dividend 123', '100%'])
    await given.approveSeen(owner, await given.distribution(owner, { name, share_class_ids: [common.id, other.id] }));
  people.owner = owner;
  for (const role of ['admin', 'staff', 'viewer']) people[role] = await givenMember(server, owner, role);
  people.holder = await signUpShareholder(server, owner, holders[0]!);
});

/** By comparing each row. */
async function compared(name: string, q: string, condition = 'true'): Promise<string[]> {
  const { source, fields } = resourceNamed(name)!;
  const searched = Object.keys(fields).filter((field) => fields[field]!.search);
  const { plain, pattern } = searchedFor(q);
  const rows = await server.sql<{ id: string }>(
    `select id::text from ${source} where org_id = $1 and ${condition}
       and (${searched.map((field) => `contains_text(${field}, $2, $3)`).join(' or ')}) order by 1`,
    [org, plain, pattern],
  );
  return rows.map(({ id }) => id);
}
const listed = async (by: Person, name: string, q: string): Promise<string[]> =>
  (await by.get(given.listUrl(resourceNamed(name)!.path, { filter: { q }, range: [0, 99] }))).rows
    .map(({ id }) => String(id))
    .toSorted();

describe.each(['certificates', 'grants', 'convertibles', 'warrants', 'payments', 'documents'])(
  'a search of %s',
  (name) => {
    it('finds what a comparison of every row finds', async () => {
      let found = 0;
      for (const q of TYPED) {
        const ids = await compared(name, q.trim());
        found += ids.length;
        expect([q, await listed(owner, name, q)]).toEqual([q, ids]);
      }
      expect(found).toBeGreaterThan(50);
    });
    it('shows the same to everybody who reads all, and to a holder only their own rows', async () => {
      for (const q of ['123', 'cs-12', 'orlov', 'орлов', 'emile', 'dividend']) {
        const ids = await compared(name, q);
        for (const role of ['admin', 'staff', 'viewer'])
          expect([q, role, await listed(people[role]!, name, q)]).toEqual([q, role, ids]);
        const theirs = await compared(name, q, `shareholder = '${NAMES[0]}'`);
        expect([q, await listed(people.holder!, name, q)]).toEqual([q, theirs]);
      }
    });
  },
);

it('of numbers tries every way to write one', async () => {
  const rows = await server.sql<{ id: string; custom_id: string }>(
    'select security_id as id, custom_id from security where org_id = $1',
    [org],
  );
  expect(rows.length).toBeGreaterThan(NUMBERS.length);
  for (const q of TYPED.filter((text) => text.trim() !== '')) {
    const { plain, pattern } = searchedFor(q);
    const [answer] = await server.sql<{ missed: string[] }>(
      `select array(select custom_id from security where org_id = $1 and contains_text(custom_id, $2, $3)
         and security_id <> all ((select find_numbers($1, $4, 2001))::text[])) as missed`,
      [org, plain, pattern, foldLetters(q)],
    );
    expect([q, answer!.missed]).toEqual([q, []]);
  }
});
