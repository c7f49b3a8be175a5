// Documents that a holder may see only since they hold something: told once, and not one by one.
import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenBook } from '#tests/support/jobs/noticeMails.ts';
import type { Book } from '#tests/support/jobs/noticeMails.ts';
import { signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let book: Book;
beforeAll(async () => {
  book = await givenBook(server);
});

const toldOf = async (person: Person) =>
  ((await person.get('/api/notices')).body.notices as Row[])
    .filter(({ kind }) => kind === 'document_shown')
    .map(({ text }) => text);
async function givenHolder() {
  const record = await given.shareholder(book.owner);
  return { record, person: await signUpShareholder(server, book.owner, record) };
}
const ofClass = (shareClass: Row, name: string) =>
  given.document(book.owner, { name, fields: { share_class_ids: JSON.stringify([shareClass.id]) } });

it('a holder of new shares is told once of the documents of their class', async () => {
  const shareClass = await given.shareClass(book.owner);
  await ofClass(shareClass, 'rights.pdf');
  await ofClass(shareClass, 'plan.pdf');
  const { record, person } = await givenHolder();
  expect(await toldOf(person)).toEqual([]);
  const issue = () =>
    given.certificate(book.owner, { shareholder_id: record.id, share_class_id: shareClass.id, quantity: '10' });
  const first = await issue();
  expect(await toldOf(person)).toEqual(['You can read a new document: plan.pdf, and 1 more.']);
  await issue();
  expect(await toldOf(person)).toHaveLength(1);
  // The rest of a transferred certificate is a new one of who could read the documents before.
  const { record: other, person: buyer } = await givenHolder();
  const transfer = { to_shareholder_id: other.id, quantity: '4', date: '2024-02-01' };
  expect((await book.owner.post(`/api/certificates/${String(first.id)}/transfer`, transfer)).status).toBe(200);
  expect(await toldOf(person)).toHaveLength(1);
  expect(await toldOf(buyer)).toEqual(['You can read a new document: plan.pdf, and 1 more.']);
});

it('a holder of their first grant is told of what all holders see, and not again at the next one', async () => {
  await given.document(book.owner, { name: 'letter to all.pdf', fields: { audience: 'everyone' } });
  const { record, person } = await givenHolder();
  await given.grant(book.owner, { shareholder_id: record.id });
  expect(await toldOf(person)).toEqual(['You can read a new document: letter to all.pdf.']);
  await given.grant(book.owner, { shareholder_id: record.id });
  expect(await toldOf(person)).toHaveLength(1);
});

it('linking an account tells nothing of the papers that were there before', async () => {
  const shareClass = await given.shareClass(book.owner);
  await ofClass(shareClass, 'old rights.pdf');
  const record = await given.shareholder(book.owner);
  await given.certificate(book.owner, { shareholder_id: record.id, share_class_id: shareClass.id });
  const person = await signUpShareholder(server, book.owner, record);
  expect(await toldOf(person)).toEqual([]);
  await given.certificate(book.owner, { shareholder_id: record.id, share_class_id: shareClass.id });
  expect(await toldOf(person)).toEqual([]);
});
