// The recent activity of a holder: everything that brought them shares or changed these, in words that name no other
// holder. The person who did something reads "You" everywhere.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { holder, issued, issuer, stockClass } from '#tests/domain/ledger/factories.ts';
import * as given from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let [seller, buyer, optionee, other] = [{}, {}, {}, {}] as [Row, Row, Row, Row];
const accounts: Record<string, Person> = {};
let common: Row;

const named = async (last_name: string) => {
  const email = `${last_name.toLowerCase()}@holders.example`;
  const record = await given.shareholder(owner, { first_name: 'Holder', last_name, email });
  accounts[last_name] = await signUpShareholder(server, owner, record);
  return record;
};
const done = async (path: string, body: object) => {
  const reply = await owner.post(path, body);
  expect([path, reply.text, reply.status < 300]).toEqual([path, reply.text, true]);
  return reply.body;
};
const told = async (by: Person) =>
  ((await by.get('/api/dashboard')).body.recent_activity as Row[]).map(({ actor, text, resource, id }) => ({
    line: `${String(actor)} ${String(text)}`,
    link: `${String(resource)}/${String(id)}`,
  }));
const lines = async (by: Person) => (await told(by)).map(({ line }) => line);

beforeAll(async () => {
  owner = await signUpCompany(server, { first_name: 'Mara', last_name: 'Lind' });
  common = await given.shareClass(owner, { name: 'Common', prefix: 'CS-' });
  seller = await named('Seller');
  buyer = await named('Buyer');
  optionee = await named('Optionee');
  other = await named('Stranger');
});

describe('the recent activity of a holder', () => {
  it('shows a transfer to them and of theirs, without the other side', async () => {
    const held = await given.certificate(owner, {
      shareholder_id: seller.id,
      share_class_id: common.id,
      quantity: '1000',
    });
    const { resulting } = (await done(`/api/certificates/${String(held.id)}/transfer`, {
      to_shareholder_id: buyer.id,
      quantity: '400',
      date: '2024-02-01',
    })) as { resulting: [Row] };
    const [bought] = resulting;
    expect((await told(accounts.Buyer!))[0]).toEqual({
      line: `Mara Lind transferred 400 Common to you, ${String(bought.certificate_number)}`,
      link: `certificates/${String(bought.id)}`,
    });
    expect((await told(accounts.Seller!))[0]).toEqual({
      line: `Mara Lind transferred 400 Common of yours, ${String(held.certificate_number)}`,
      link: `certificates/${String(held.id)}`,
    });
    for (const [reader, stranger] of [
      ['Buyer', 'Seller'],
      ['Seller', 'Buyer'],
    ] as const)
      expect((await lines(accounts[reader]!)).join()).not.toContain(stranger);
    expect((await lines(accounts.Stranger!)).join()).not.toMatch(/transferred|split/);
  });

  it('shows a split once to everybody who holds of the class, even only an option, and to nobody else', async () => {
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '100000' });
    await given.grant(owner, {
      equity_plan_id: plan.id,
      shareholder_id: optionee.id,
      quantity: '50',
      date: '2024-02-02',
      vesting: null,
    });
    await done(`/api/share-classes/${String(common.id)}/split`, {
      numerator: '3',
      denominator: '1',
      date: '2024-03-01',
    });
    for (const name of ['Seller', 'Buyer', 'Optionee']) {
      const [first, ...before] = await told(accounts[name]!);
      expect([name, first]).toEqual([
        name,
        { line: 'Mara Lind split Common 3 for 1 on 2024-03-01', link: `share-classes/${String(common.id)}` },
      ]);
      expect([name, before.filter(({ line }) => line.includes('split')).length]).toEqual([name, 0]);
      const opened = await accounts[name]!.get(`/api/share-classes/${String(common.id)}`);
      expect([name, opened.status]).toEqual([name, 200]);
    }
    expect((await lines(accounts.Stranger!)).join()).not.toMatch(/transferred|split/);
  });

  it('keeps the order of events, and shows a voided entry as taken back', async () => {
    const certificate = await given.certificate(owner, {
      shareholder_id: other.id,
      share_class_id: common.id,
      quantity: '10',
      issue_date: '2024-04-01',
    });
    const { resulting, transaction_id } = (await done(`/api/certificates/${String(certificate.id)}/transfer`, {
      to_shareholder_id: buyer.id,
      quantity: '10',
      date: '2024-05-01',
    })) as { resulting: [Row]; transaction_id: string };
    const number = String(resulting[0].certificate_number);
    expect((await lines(accounts.Buyer!)).slice(0, 2)).toEqual([
      `Mara Lind transferred 10 Common to you, ${number}`,
      'Mara Lind split Common 3 for 1 on 2024-03-01',
    ]);
    await done(`/api/transactions/${transaction_id}/void`, { reason: 'A slip.' });
    expect((await lines(accounts.Buyer!)).slice(0, 2)).toEqual([
      `Mara Lind took back: Issued ${number}: 10 Common to Holder Buyer`,
      'Mara Lind split Common 3 for 1 on 2024-03-01',
    ]);
  });

  it('shows once that an import brought what they hold', async () => {
    const company = await signUpCompany(server, { first_name: 'Ida', last_name: 'Rhodes' });
    const email = 'ada@imported.example';
    const brought = [
      issuer(),
      stockClass('common'),
      {
        ...holder('ada'),
        primary_contact: { name: { legal_name: 'ada' }, emails: [{ email_type: 'PERSONAL', email_address: email }] },
      },
      issued('one', 'ada', '100'),
      issued('two', 'ada', '200'),
    ];
    await importZip(company, await zipOf(packageFiles(brought)), 'accept_findings=true');
    const [record] = (await company.get('/api/shareholders/')).rows as [Row];
    const ada = await signUpShareholder(server, company, { ...record, email });
    const [line, ...before] = (await told(ada)).filter(({ line }) => line.includes('imported'));
    expect([line, before]).toEqual([
      { line: 'Ida Rhodes imported what you hold', link: `shareholders/${String(record.id)}` },
      [],
    ]);
    expect((await company.get('/api/ocf/imports/')).rows).toEqual([
      expect.objectContaining({ actor: 'Ida Rhodes', actor_id: company.user.id }),
    ]);
  });
});

describe('a message to several holders', () => {
  const write = (by: Person, thread: Row, body: string) =>
    by.post(`/api/messaging/threads/${String(thread.id)}/messages`, { body });
  it('is shown to each, as is the company’s answer; another holder’s answer is not', async () => {
    const shareholder_ids = [seller.id, buyer.id];
    const thread = await done('/api/messaging/threads', {
      subject: 'Annual report',
      body: 'Here it is.',
      shareholder_ids,
    });
    const ours = async (by: Person) => (await lines(by)).filter((line) => line.includes('Annual report'));
    for (const each of [accounts.Seller!, accounts.Buyer!])
      expect(await ours(each)).toEqual(['Mara Lind started thread Annual report']);
    expect((await write(accounts.Seller!, thread, 'Thanks.')).status).toBe(201);
    expect((await write(owner, thread, 'Page 3 is corrected.')).status).toBe(201);
    expect(await ours(accounts.Buyer!)).toEqual([
      'Mara Lind answered in Annual report',
      'Mara Lind started thread Annual report',
    ]);
    expect(await ours(accounts.Seller!)).toEqual([
      'Mara Lind answered in Annual report',
      'You answered in Annual report',
      'Mara Lind started thread Annual report',
    ]);
    expect(await ours(accounts.Stranger!)).toEqual([]);
    expect((await told(accounts.Buyer!))[0]!.link).toBe(`messages/${String(thread.id)}`);
  });
  it('is shown once when it goes to one holder, and when a dispute started it', async () => {
    await done('/api/messaging/threads', { subject: 'To you alone', body: 'Hello.', shareholder_ids: [other.id] });
    const held = await given.certificate(owner, {
      shareholder_id: other.id,
      share_class_id: common.id,
      issue_date: '2024-06-01',
    });
    const disputed = await accounts.Stranger!.post(`/api/certificates/${String(held.id)}/dispute`, {
      reason: 'Fewer.',
    });
    expect(disputed.status).toBeLessThan(300);
    const all = await lines(accounts.Stranger!);
    expect(all.filter((line) => line.includes('To you alone'))).toEqual(['Mara Lind started thread To you alone']);
    expect(all.filter((line) => line.includes('something is wrong'))).toEqual([
      `You said that something is wrong with ${String(held.certificate_number)}`,
    ]);
  });
});

describe('the person who acted', () => {
  it('reads You in the history of a class, a plan and an import, and others read the name', async () => {
    const admin = await givenMember(server, owner, 'admin', { first_name: 'Ada', last_name: 'Min' });
    const own = await given.shareClass(owner, { name: 'Preferred', prefix: 'PS-' });
    await given.certificate(owner, { shareholder_id: buyer.id, share_class_id: own.id, quantity: '10' });
    const plan = await given.equityPlan(owner, { share_class_ids: [own.id] });
    await given.grant(owner, { shareholder_id: optionee.id, equity_plan_id: plan.id });
    const imported = await importZip(
      owner,
      await zipOf(packageFiles([issuer(), holder('eve')])),
      'accept_findings=true',
    );
    const actorsFor = async (reader: Person, url: string, list: 'history' | 'steps' = 'history') => {
      const lines = (await reader.get(url)).body[list] as Row[];
      return [...new Set(lines.map(({ actor }) => actor))];
    };
    for (const [url, list] of [
      [`/api/share-classes/${String(own.id)}`],
      [`/api/equity-plans/${String(plan.id)}`],
      [`/api/ocf/imports/${String(imported.body.import_id)}`, 'steps'],
    ] as const) {
      expect([url, await actorsFor(owner, url, list)]).toEqual([url, ['You']]);
      expect([url, await actorsFor(admin, url, list)]).toEqual([url, ['Mara Lind']]);
    }
    const [entry] = (await admin.get('/api/transactions/?range=[0,0]')).rows as [Row];
    expect([entry.actor, entry.actor_id]).toEqual(['Mara Lind', owner.user.id]);
  });
});
