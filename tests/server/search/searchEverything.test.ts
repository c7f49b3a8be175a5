// One search over all that a person may see.
import { beforeAll, describe, expect, it } from 'vitest';
import type { FoundRecord } from '#src/contract/search.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let viewer: Person;
let sofia: Row;
let portal: Person;
let other: Row;
let certificate: Row;
let ofOther: Row;
beforeAll(async () => {
  owner = await signUpCompany(server);
  viewer = await givenMember(server, owner, 'viewer');
  sofia = await given.shareholder(owner, { first_name: 'Sofia', last_name: 'Lindqvist' });
  other = await given.shareholder(owner, { first_name: 'Łukasz', last_name: 'O’Brien' });
  const shareClass = await given.shareClass(owner);
  const issue = (holder: Row, quantity: string) =>
    given.certificate(owner, { shareholder_id: holder.id, share_class_id: shareClass.id, quantity });
  certificate = await issue(sofia, '71234');
  ofOther = await issue(other, '555');
  await given.task(owner, { title: 'Ask Sofia for her address' });
  portal = await signUpShareholder(server, owner, sofia);
});

const search = async (person: Person, q: string, limit?: number): Promise<FoundRecord[]> => {
  const reply = await person.get(`/api/search?q=${encodeURIComponent(q)}${limit ? `&limit=${limit}` : ''}`);
  expect(reply.status).toBe(200);
  return reply.body as unknown as FoundRecord[];
};
const namesOf = (found: FoundRecord[]) => found.map(({ resource, id }) => `${resource} ${id}`);

describe('the search over everything', () => {
  it.each([
    ['the beginning of a word', 'lind'],
    ['two words in any order', 'LINDQVIST sof'],
    ['another letter', 'lindkvist'],
    ['a letter less', 'Sofa'],
    ['a letter more', 'soffia'],
    ['two letters swapped', 'lidnqvist'],
  ])('finds a holder by %s, first of all', async (_what, q) => {
    const [first] = await search(owner, q);
    expect(first).toMatchObject({ resource: 'shareholders', id: sofia.id, title: 'Sofia Lindqvist', why: 'name' });
  });
  it.each([['lukasz'], ['Łuk'], ['brien'], ['o brien'], ['lukazs']])(
    'folds letters, and knows words after any sign: %s',
    async (q) => expect(namesOf(await search(owner, q))).toContain(`shareholders ${String(other.id)}`),
  );
  it('finds what belongs to a holder after the holder', async () => {
    const found = await search(owner, 'sofia');
    expect(found.map(({ resource }) => resource)).toEqual(['shareholders', 'tasks', 'certificates']);
    expect(found.at(-1)).toMatchObject({ title: certificate.certificate_number, why: 'shareholder' });
    expect(found.at(-1)!.subtitle).toContain('Sofia Lindqvist');
  });
  it.each([['71234'], ['71,234'], ['71.234'], ['71 234'], ['71’234.00']])(
    'finds an equal quantity, however it is written: %s',
    async (q) => {
      expect(await search(owner, q)).toMatchObject([{ resource: 'certificates', id: certificate.id, why: 'quantity' }]);
    },
  );
  it('finds a security by its number, and of several terms what meets all', async () => {
    const number = String(certificate.certificate_number);
    expect((await search(owner, number.toLowerCase()))[0]).toMatchObject({
      id: certificate.id,
      why: 'certificate_number',
    });
    expect(namesOf(await search(owner, 'brien 555'))).toEqual([`certificates ${String(ofOther.id)}`]);
    expect(await search(owner, 'brien 71234')).toEqual([]);
  });
  it('shows a shareholder their own, and nobody another company’s', async () => {
    expect(namesOf(await search(portal, 'sofia')).toSorted()).toEqual(
      [`certificates ${String(certificate.id)}`].toSorted(),
    );
    for (const q of ['brien', '555', String(ofOther.certificate_number), String(other.email ?? 'x@y.example')])
      expect(
        namesOf(await search(portal, q)).filter((name) => name !== `certificates ${String(certificate.id)}`),
      ).toEqual([]);
    const stranger = await signUpCompany(server);
    for (const q of ['sofia', '71234', 'lukasz', 'lindkvist']) expect(await search(stranger, q)).toEqual([]);
    expect(namesOf(await search(viewer, 'lindkvist'))).toContain(`shareholders ${String(sofia.id)}`);
  });
  it('finds a holder’s securities by class beside holders with rare letters, and every word counts', async () => {
    await given.shareholder(owner, { first_name: 'ﬁnn', last_name: '𠮷田' });
    expect(namesOf(await search(owner, 'sofia common'))).toContain(`certificates ${String(certificate.id)}`);
    expect(namesOf(await search(owner, 'finn'))).toHaveLength(1);
    expect(await search(owner, `${'sofia '.repeat(9)}zzzzqq`)).toEqual([]);
    expect(namesOf(await search(owner, 'sofia 71 234'))).toEqual([`certificates ${String(certificate.id)}`]);
  });
  it('puts what is called exactly so first, of however many that begin so', async () => {
    for (let n = 0; n < 60; n += 1) await given.task(owner, { title: `Reportina filing ${n}` });
    const exact = await given.task(owner, { title: 'Reportina' });
    for (let n = 0; n < 45; n += 1) await given.shareholder(owner, { first_name: 'Quentina', last_name: `Zz ${n}` });
    const whole = await given.shareholder(owner, { first_name: 'Quentin', last_name: 'Zz' });
    expect((await search(owner, 'reportina'))[0]!.id).toBe(exact.id);
    expect((await search(owner, 'quentin'))[0]!.id).toBe(whole.id);
  });
  it('does so in other letters too', async () => {
    for (let n = 0; n < 45; n += 1) await given.shareholder(owner, { first_name: 'Марияна', last_name: `Zz ${n}` });
    const whole = await given.shareholder(owner, { first_name: 'Мария', last_name: 'Zz' });
    expect((await search(owner, 'мария'))[0]!.id).toBe(whole.id);
  });
  it('answers nothing for one character or none that is a word, and refuses what is too long', async () => {
    expect(await search(owner, 's')).toEqual([]);
    expect(await search(owner, ' s ')).toEqual([]);
    expect(await search(owner, '%%%')).toEqual([]);
    expect(await search(owner, 'x'.repeat(200))).toEqual([]);
    expect((await owner.get(`/api/search?q=${'x'.repeat(201)}`)).status).toBe(422);
    expect((await owner.get('/api/search?q=sofia&limit=51')).status).toBe(422);
    expect((await owner.get('/api/search?q=sofia&limit=x')).status).toBe(422);
    expect((await owner.get('/api/search')).status).toBe(422);
    expect(await search(owner, 'sofia', 1)).toHaveLength(1);
  });
  it.each([
    ['[[:alnum:]'],
    ["'; drop table shareholder; --"],
    ['\\'],
    ['a(b'],
    ['￿￿'],
    ['𝔖𝔬𝔣𝔦𝔞'],
    ['ÅÅÅÅÅÅ'],
    ['иванов петр'],
    [`${'ab '.repeat(60)}`],
  ])('takes whatever is typed: %s', async (q) => expect(Array.isArray(await search(owner, q))).toBe(true));
});
