// What people are mailed: whom, once, when, and in which words.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { givenBook, letHourPass, queueMails, takeMails } from '#tests/support/jobs/noticeMails.ts';
import type { Book } from '#tests/support/jobs/noticeMails.ts';
import { confirmMailbox, givenMember, signUp, signUpShareholder, unique } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let book: Book;
beforeAll(async () => {
  book = await givenBook(server, { client_display_name: 'Tidewater Robotics' });
});
beforeEach(async () => {
  await takeMails(server);
  await letHourPass(server);
  await takeMails(server);
  await letHourPass(server);
});

const mailsTo = async (email: string) => (await takeMails(server)).filter(({ to }) => to === email);

/** An approved distribution to the holder of the book, with its payment. */
async function givenPayment({ owner, record }: Book = book) {
  const shareClass = await given.shareClass(owner);
  await given.certificate(owner, { shareholder_id: record.id, share_class_id: shareClass.id });
  const distribution = await given.distribution(owner, { share_class_ids: [shareClass.id] });
  await takeMails(server);
  await letHourPass(server);
  const approved = await approveSeen(owner, distribution);
  expect(approved.status).toBe(200);
  const filter = encodeURIComponent(JSON.stringify({ distribution_id: distribution.id }));
  const [payment] = (await owner.get(`/api/payments/?filter=${filter}`)).rows;
  return { distribution, payment: payment! };
}

describe('a holder is mailed', () => {
  it('that a distribution was approved, without amounts, with a link', async () => {
    const { distribution } = await givenPayment();
    const [mail, ...others] = await mailsTo(book.holder.email);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe(
      `Tidewater Robotics: ${String(distribution.name)} was approved, and you are paid from it.`,
    );
    expect(mail!.text).toMatch(/http:\/\/sharebook\.test\/app\/notices\/[0-9a-f-]{36}/);
    expect(mail!.text + mail!.html).not.toMatch(/500|\$|USD/);
  });

  it('that a payment was sent, that it failed and what to do, each once for each try', async () => {
    const { payment } = await givenPayment();
    await takeMails(server);
    await letHourPass(server);
    const act = (verb: string, body = {}) => book.owner.post(`/api/payments/${String(payment.id)}/${verb}`, body);
    await act('start', { reason: 'now' });
    await act('fail', { reason: 'Account closed' });
    const [failed] = await mailsTo(book.holder.email);
    expect(failed!.text).toContain('did not arrive.\nCheck the bank account in your record');
    expect(failed!.text).not.toContain('Account closed');
    await act('retry');
    await act('start', { reason: 'again' });
    const completed = await act('complete', { date: new Date().toISOString().slice(0, 10) });
    expect(completed.status).toBe(200);
    await letHourPass(server);
    expect((await mailsTo(book.holder.email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Tidewater Robotics: Your payment from .* was sent\.$/),
    ]);
  });

  it('that a payment waits while their bank account is being changed', async () => {
    const { owner, record, holder } = await givenBook(server);
    const put = (iban: string) => owner.put(`/api/shareholders/${String(record.id)}`, { bank_account: { iban } });
    await put('DE89370400440532013000');
    await givenPayment({ owner, record, holder });
    await takeMails(server);
    expect((await put('GB82WEST12345698765432')).status).toBe(200);
    const held = (await mailsTo(holder.email)).find(({ subject }) => subject.includes(' is on hold'));
    expect(held!.text).toContain('If you did not, tell the company at once.');
  });

  it('of no task that is done before the mail leaves', async () => {
    const { owner, record, holder } = book;
    await given.document(owner, { name: 'first.pdf', fields: { shareholder_id: String(record.id) } });
    await mailsTo(holder.email);
    const done = await given.task(owner, { title: 'Done already', assignee_id: record.id });
    await given.task(owner, { title: 'Still open', assignee_id: record.id });
    await holder.put(`/api/tasks/${String(done.id)}`, { status: 'completed' });
    await letHourPass(server);
    const [digest] = await mailsTo(holder.email);
    expect(digest!.text).toContain('Still open');
    expect(digest!.text).not.toContain('Done already');
  });
  it('of a document, a task and a message in one mail, without the words of the message', async () => {
    const { owner, record, holder } = book;
    await given.document(owner, { name: 'first.pdf', fields: { shareholder_id: String(record.id) } });
    expect((await mailsTo(holder.email)).map(({ subject }) => subject)).toEqual([
      'Tidewater Robotics: You can read a new document: first.pdf.',
    ]);
    await given.document(owner, { name: 'for the board.pdf' });
    await given.task(owner, { title: 'Sign the consent', assignee_id: record.id });
    await given.thread(owner, { subject: 'Secret plan', body: 'Hidden', shareholder_ids: [record.id] });
    expect(await mailsTo(holder.email)).toEqual([]);
    await letHourPass(server);
    const [digest, ...others] = await mailsTo(holder.email);
    expect(others).toEqual([]);
    expect(digest!.subject).toBe('Tidewater Robotics: 2 notices');
    expect(digest!.text).toContain('You have a new task: Sign the consent.');
    expect(digest!.text).toContain('You have a new message.');
    expect(digest!.text + digest!.html).not.toMatch(/Secret plan|Hidden|for the board/);
  });

  it('of a holding that was recorded, and once of a command that changes several', async () => {
    const { owner, record, holder } = book;
    const shareClass = await given.shareClass(owner);
    const one = await given.certificate(owner, { shareholder_id: record.id, share_class_id: shareClass.id });
    const [recorded] = await mailsTo(holder.email);
    expect(recorded!.subject).toBe(`Tidewater Robotics: ${String(one.certificate_number)} was recorded as yours.`);
    const other = await given.certificate(owner, { shareholder_id: record.id, share_class_id: shareClass.id });
    await letHourPass(server);
    await takeMails(server);
    const joined = await owner.post('/api/certificates/consolidate', {
      certificate_ids: [one.id, other.id],
      date: '2024-02-01',
    });
    expect(joined.status).toBe(200);
    await letHourPass(server);
    expect((await mailsTo(holder.email)).map(({ subject }) => subject)).toEqual([
      `Tidewater Robotics: Your holdings ${String(one.certificate_number)} and 1 more changed.`,
    ]);
  });

  it('of a transfer on both sides, the buyer and the seller', async () => {
    const { owner, record, holder } = book;
    const second = await given.shareholder(owner);
    const buyer = await signUpShareholder(server, owner, second);
    const one = await given.certificate(owner, { shareholder_id: record.id });
    await takeMails(server);
    await letHourPass(server);
    await owner.post(`/api/certificates/${String(one.id)}/transfer`, {
      to_shareholder_id: second.id,
      quantity: '10',
      date: '2024-02-01',
    });
    const mails = await takeMails(server);
    expect(mails.find(({ to }) => to === holder.email)!.subject).toMatch(/Your holding .* changed\.$/);
    expect(mails.find(({ to }) => to === buyer.email)!.subject).toMatch(/was recorded as yours\.$/);
  });

  it('of a split only if staff choose so', async () => {
    const { owner, record, holder } = book;
    const shareClass = await given.shareClass(owner);
    await given.certificate(owner, { shareholder_id: record.id, share_class_id: shareClass.id });
    await given.certificate(owner, { shareholder_id: record.id, share_class_id: shareClass.id });
    await takeMails(server);
    await letHourPass(server);
    await takeMails(server);
    await letHourPass(server);
    const split = (date: string, extra = {}) =>
      owner.post(`/api/share-classes/${String(shareClass.id)}/split`, {
        numerator: '2',
        denominator: '1',
        date,
        ...extra,
      });
    expect((await split('2024-03-01')).status).toBe(200);
    expect(await mailsTo(holder.email)).toEqual([]);
    expect((await split('2024-04-01', { notify_holders: true })).status).toBe(200);
    expect((await mailsTo(holder.email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/Your holdings .* and 1 more changed\.$/),
    ]);
  });
});

describe('a holder is not mailed', () => {
  it('without an account that is linked to the record', async () => {
    const lonely = await given.shareholder(book.owner);
    await given.certificate(book.owner, { shareholder_id: lonely.id });
    await given.document(book.owner, { name: 'x.pdf', fields: { shareholder_id: String(lonely.id) } });
    expect(await takeMails(server)).toEqual([]);
    expect(await server.sql('select 1 from notice where shareholder_id = $1', [lonely.id])).toEqual([]);
  });

  it('of taking an entry back', async () => {
    await given.certificate(book.owner, { shareholder_id: book.record.id });
    await takeMails(server);
    await letHourPass(server);
    const history = (await book.owner.get('/api/transactions/?sort=["seq","DESC"]&range=[0,0]')).rows;
    const undone = await book.owner.post(`/api/transactions/${String(history[0]!.id)}/void`, {
      reason: 'Entered twice',
    });
    expect(undone.status).toBe(200);
    expect(await takeMails(server)).toEqual([]);
  });

  it('after their access ended, or once a document is no longer there', async () => {
    const { owner } = book;
    const second = await given.shareholder(owner);
    const gone = await signUpShareholder(server, owner, second);
    const document = await given.document(owner, { name: 'x.pdf', fields: { shareholder_id: String(second.id) } });
    await owner.delete(`/api/documents/${String(document.id)}`);
    expect(await mailsTo(gone.email)).toEqual([]);
    await given.task(owner, { assignee_id: second.id });
    await owner.post(`/api/shareholders/${String(second.id)}/unlink`, { reason: 'left' });
    expect(await mailsTo(gone.email)).toEqual([]);
  });

  it('of a distribution that was cancelled in the meantime', async () => {
    const { distribution } = await givenPayment();
    const cancelled = await book.owner.post(`/api/distributions/${String(distribution.id)}/cancel`, {});
    expect(cancelled.status).toBe(200);
    expect(await mailsTo(book.holder.email)).toEqual([]);
  });

  it('of what they read in the meantime', async () => {
    await given.task(book.owner, { assignee_id: book.record.id });
    await server.sql('update notice set read_at = now()');
    expect(await mailsTo(book.holder.email)).toEqual([]);
  });

  it('at an address that nobody confirmed', async () => {
    const second = await given.shareholder(book.owner);
    const person = await signUpShareholder(server, book.owner, second);
    await server.sql('update account set email_confirmed_at = null where email = $1', [person.email]);
    await given.task(book.owner, { assignee_id: second.id });
    expect(await mailsTo(person.email)).toEqual([]);
  });
});

describe('the people of the company are mailed', () => {
  it('of a request to join, and of a dispute and a message with the next mail', async () => {
    const { owner, record, holder } = book;
    await signUp(server, { account_type: 'shareholder', client_name: owner.user.client_name, first_name: 'Ines' });
    const [asked] = await mailsTo(owner.email);
    expect(asked!.subject).toBe('Tidewater Robotics: Somebody asks to join');
    expect(asked!.text).toMatch(/\nInes Number \d+ asks to join the company\.\n/);
    const one = await given.certificate(owner, { shareholder_id: record.id });
    await given.thread(holder, { subject: 'A question', body: 'Hidden words', shareholder_ids: undefined });
    const disputed = await holder.post(`/api/certificates/${String(one.id)}/dispute`, { reason: 'Too few' });
    expect(disputed.status).toBe(200);
    // A holder may dispute and agree again and again: that is no more than one mail an hour.
    expect(await mailsTo(owner.email)).toEqual([]);
    await letHourPass(server);
    const [digest] = await mailsTo(owner.email);
    expect(digest!.text).toContain('wrote in “A question”.');
    expect(digest!.text).toContain(`says that something is wrong with ${String(one.certificate_number)}.`);
    expect(digest!.text).not.toContain('Hidden words');
  });

  it('of a stranger and of a letter from one, without their words in the subject, and without a link in the name', async () => {
    const { owner, holder } = book;
    const first_name = `Pay now at www.evil.example or bad@evil.example ${'very '.repeat(8)}soon`;
    await signUp(server, { account_type: 'shareholder', client_name: owner.user.client_name, first_name });
    const [asked] = await mailsTo(owner.email);
    expect(asked!.subject).toBe('Tidewater Robotics: Somebody asks to join');
    expect(asked!.text).toMatch(
      /\nPay now at www\. evil\. example or bad@evil\. example .{1,40}… asks to join the company\.\n/,
    );
    expect(asked!.text + asked!.html).not.toContain('evil.example');
    await letHourPass(server);
    await given.thread(holder, { subject: 'Click www.evil.example', body: 'Hidden', shareholder_ids: undefined });
    const [letter] = await mailsTo(owner.email);
    expect(letter!.subject).toBe('Tidewater Robotics: A message from a holder');
  });

  it('not of what they did themselves', async () => {
    const { owner, record } = book;
    await given.task(owner, { assignee_id: owner.user.id });
    await given.thread(owner, { shareholder_ids: [record.id] });
    expect(await mailsTo(owner.email)).toEqual([]);
  });

  it('of a failed payment, if another person noted it', async () => {
    const { payment } = await givenPayment();
    const colleague = await givenMember(server, book.owner, 'staff');
    await confirmMailbox(server, colleague);
    await takeMails(server);
    await letHourPass(server);
    await book.owner.post(`/api/payments/${String(payment.id)}/start`, { reason: 'now' });
    await book.owner.post(`/api/payments/${String(payment.id)}/fail`, { reason: 'Closed' });
    const mails = await takeMails(server);
    expect(mails.map(({ to }) => to).toSorted()).toEqual([colleague.email, book.holder.email].toSorted());
    const told = mails.find(({ to }) => to === colleague.email)!;
    expect(told.subject).toMatch(/^Tidewater Robotics: The payment from .* to Grace Holder \d+ failed\.$/);
  });
});

describe('a mail', () => {
  it('is sent once, also when two processes take it and one of them stops before it commits', async () => {
    for (let n = 0; n < 3; n += 1) await given.task(book.owner, { title: `Task ${n}`, assignee_id: book.record.id });
    const crash = new Error('stopped');
    const crashing = {
      ...server.deps,
      newId: () => {
        throw crash;
      },
    };
    await expect(queueMails({ ...server, deps: crashing })).rejects.toBe(crash);
    await Promise.all([1, 2, 3, 4].map(() => queueMails(server)));
    const mails = await mailsTo(book.holder.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Tidewater Robotics: 3 notices']);
  });

  it('is written once for a request that is repeated', async () => {
    const key = { headers: { 'idempotency-key': `notice-${unique()}` } };
    const body = { title: 'Once', priority: 'low', status: 'pending', assignee_id: book.record.id };
    const first = await book.owner.post('/api/tasks/', body, key);
    const again = await book.owner.post('/api/tasks/', body, key);
    expect(again.body.id).toBe(first.body.id);
    expect(await mailsTo(book.holder.email)).toHaveLength(1);
  });

  it('escapes what people entered, and keeps it in its line', async () => {
    const name = `<b>&"' Ltd`;
    const other = await givenBook(server, { client_display_name: name });
    await takeMails(server);
    await letHourPass(server);
    await server.sql(`update organization set client_display_name = $2 where client_display_name = $1`, [
      name,
      `${name}\r\nBcc: everybody@example.com`,
    ]);
    await given.task(other.owner, { title: '<img src=x onerror=alert(1)>', assignee_id: other.record.id });
    const [mail] = await mailsTo(other.holder.email);
    expect(mail!.subject).toBe(
      `${name} Bcc: everybody@example. com: You have a new task: <img src=x onerror=alert(1)>.`,
    );
    expect(mail!.html).toContain('&lt;b&gt;&amp;&quot;&#39; Ltd');
    expect(mail!.html).not.toMatch(/<b>|<img/);
    expect(mail!.text.split('\n')[0]).toBe(`${name} Bcc: everybody@example. com`);
  });

  it('names each company of somebody who belongs to several', async () => {
    const other = await givenBook(server, { client_display_name: 'Second Company' });
    const second = await given.shareholder(book.owner, { email: other.holder.email });
    await book.owner.post(`/api/shareholders/${String(second.id)}/invite`, {});
    const invited = (
      await server.sql<{ id: string }>('select id from invitation where shareholder_id = $1', [second.id])
    )[0];
    expect(invited).toBeDefined();
    await server.sql(
      `insert into membership (org_id, id, account_id, role, status, shareholder_id)
       select i.org_id, gen_random_uuid(), $2, 'shareholder', 'active', i.shareholder_id from invitation i where i.id = $1`,
      [invited!.id, other.holder.user.id],
    );
    await given.task(book.owner, { title: 'From the first', assignee_id: second.id });
    await given.task(other.owner, { title: 'From the second', assignee_id: other.record.id });
    const [mail, ...more] = await mailsTo(other.holder.email);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('2 notices from 2 companies');
    expect(mail!.text).toMatch(/Second Company[^]*From the second[^]*Tidewater Robotics[^]*From the first/);
  });
});
