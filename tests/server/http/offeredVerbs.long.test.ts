// The console must not offer a verb that the server refuses because of the record's own state. Tries every declared
// action on every record of the sample company, and of one with unusual states, as the console would offer it.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verbAnswers } from '#src/contract/verbAnswers.ts';
import { seedDemo } from '#server/commands/demo/seedDemo.ts';
import type { Row } from '#server/db/database.ts';
import { buttonVerbs } from '#src/resources/kit/verb.ts';
import { verbsOf } from '#src/resources/verbs/index.ts';
import { resourceNamed, resources } from '#src/resources/index.ts';
import { anyone, caller, signUpCompany } from '#tests/support/people.ts';
import type { Caller } from '#tests/support/people.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { ada, noteWithoutTriggers, vendorClass, vendorIssuer } from '#tests/support/vendorPackage.ts';

const server = useTestServer({ DEMO: 'on' });
const today = () => server.deps.now().toISOString().slice(0, 10);
const recordUrl = (name: string, id: unknown) =>
  `${resourceNamed(name).path.replace(/\/$/, '')}/${encodeURIComponent(String(id))}`;
const offered = (name: string, record: Row) => buttonVerbs(verbsOf(name), record, 'owner').map((verb) => verb.name);
const shown = async (by: Caller, name: string, id: unknown) => (await by.get(recordUrl(name, id))).body;

/** A sensible body for each dialog. Its values may be refused, but not the verb. */
const asked: Record<string, (record: Row, others: Row[]) => object> = {
  'certificates.transfer': (record, others) => ({
    to_shareholder_id: others.find(({ shareholder_id }) => shareholder_id !== record.shareholder_id)!.shareholder_id,
    quantity: '1',
  }),
  'certificates.repurchase': () => ({ quantity: '1', price_per_share: '1' }),
  'certificates.convert': ({ converts_to }) => ({
    to_share_class_id: (converts_to as Row[])[0]!.share_class_id,
  }),
  'certificates.reissue': () => ({ reason: 'new paper' }),
  'certificates.replace': () => ({ reason: 'lost' }),
  'certificates.retract': () => ({ reason: 'a mistake' }),
  'certificates.cancel': () => ({ quantity: '1', reason: 'no more' }),
  'convertibles.retract': () => ({ reason: 'a mistake' }),
  'convertibles.cancel': () => ({ reason: 'repaid' }),
  'grants.exercise': () => ({ quantity: '1' }),
  'grants.release': () => ({ quantity: '1' }),
  'grants.accelerate': () => ({ reason: 'a sale' }),
  'grants.vesting-event': ({ schedule }) => ({
    vesting_condition_id: (schedule as { milestones: Row[] }).milestones.find(({ reached_on }) => reached_on === null)!
      .id,
  }),
  'grants.reprice': () => ({ exercise_price: '1' }),
  'grants.retract': () => ({ reason: 'a mistake' }),
  'grants.cancel': () => ({ quantity: '1', reason: 'no more' }),
  'warrants.exercise': () => ({ quantity: '1' }),
  'warrants.retract': () => ({ reason: 'a mistake' }),
  'warrants.cancel': () => ({ quantity: '1', reason: 'no more' }),
  'payments.start': () => ({ reason: 'early' }),
  'payments.complete': () => ({}),
  'payments.retry': () => ({}),
  'distributions.approve': () => ({}),
  'distributions.cancel': () => ({}),
  'messages.close': () => ({}),
  'messages.reopen': () => ({}),
  'payments.fail': () => ({ reason: 'closed account' }),
  'payments.return': () => ({ reason: 'came back' }),
  'transactions.void': () => ({ reason: 'a mistake' }),
};
const WITHOUT_DAY = new Set([
  'distributions',
  'messages',
  'transactions',
  ...['start', 'fail', 'retry', 'return'].map((verb) => `payments.${verb}`),
]);

/** The answer of a verb must match its declaration, which OpenAPI shows too. */
function expectAnswer(resource: string, name: string, body: Row) {
  const { answers } = verbsOf(resource).find((verb) => verb.name === name)!;
  const parsed = answers === 'record' ? recordAnswer.safeParse(body) : verbAnswers[answers].safeParse(body);
  expect([`${resource}.${name}`, parsed.error?.issues]).toEqual([`${resource}.${name}`, undefined]);
}
const recordAnswer = z.looseObject({ id: z.string() });

/** Tries every verb that the console would offer on these records, and returns the refusals as "verb code". */
async function refusalsOf(by: Caller, names: readonly string[]): Promise<Set<string>> {
  const refused = new Set<string>();
  const others = (await by.get('/api/certificates/')).rows;
  for (const name of names)
    for (const { id } of (await by.get(resourceNamed(name).path)).rows) {
      let record = await shown(by, name, id);
      for (const verb of verbsOf(name).map((verb) => verb.name)) {
        const answer = asked[`${name}.${verb}`];
        if (!answer || !offered(name, record).includes(verb)) continue;
        const url = name === 'messages' ? `/api/messaging/threads/${String(id)}` : recordUrl(name, id);
        const day = WITHOUT_DAY.has(name) || WITHOUT_DAY.has(`${name}.${verb}`) ? {} : { date: today() };
        const reply =
          verb === 'approve'
            ? await approveSeen(by, record)
            : await by.post(`${url}/${verb}`, { ...answer(record, others), ...day });
        if (reply.status >= 400) refused.add(`${name}.${verb} ${String(reply.code)}`);
        else {
          tried.add(`${name}.${verb}`);
          expectAnswer(name, verb, reply.body);
          record = await shown(by, name, id);
        }
      }
    }
  return refused;
}
const tried = new Set<string>();

/** Refusals that depend on the day and the number entered: a later day or a smaller number may be accepted. */
const MAY_BE_REFUSED = new Set(['grants.exercise not_vested', 'grants.release not_vested']);

describe('a verb that is offered', () => {
  it('is allowed by the state of its record, on every record of the sample company', async () => {
    await seedDemo(server.deps, () => undefined);
    const { demo } = (await anyone(server).get('/api/config')).body as { demo: { email: string; password: string } };
    const reply = await anyone(server).post('/api/auth/login', demo);
    const sample = caller(server, () => String(reply.body.access_token));
    const names = resources.map(({ name }) => name).filter((name) => verbsOf(name).length > 0);
    // Taking back depends on later entries, as its dialog says. Below only the state of the record is tried.
    const withVerbs = names.filter((name) => name !== 'transactions');
    const refused = await refusalsOf(sample, withVerbs);
    expect([...refused].filter((each) => !MAY_BE_REFUSED.has(each))).toEqual([]);
    for (const name of ['distributions.cancel', 'payments.retry', 'certificates.transfer'])
      expect(tried).toContain(name);
  });

  it('cancels a distribution only until the first payment starts, and again after that payment failed', async () => {
    const owner = await signUpCompany(server);
    const { share_class_id } = await given.certificate(owner);
    const distribution = await given.distribution(owner, { share_class_ids: [share_class_id] });
    await approveSeen(owner, distribution);
    const verbs = async () => offered('distributions', await shown(owner, 'distributions', distribution.id));
    const [payment] = (await owner.get('/api/payments/')).rows as [Row];
    expect(await verbs()).toEqual(['cancel']);
    await owner.post(`/api/payments/${String(payment.id)}/start`, {});
    expect(await verbs()).toEqual([]);
    await owner.post(`/api/payments/${String(payment.id)}/fail`, { reason: 'closed account' });
    expect(await verbs()).toEqual(['cancel']);
    expect((await owner.post(`${recordUrl('distributions', distribution.id)}/cancel`, {})).status).toBe(200);
    // A payment of a cancelled distribution is not tried again.
    expect(offered('payments', await shown(owner, 'payments', payment.id))).toEqual([]);
  });

  it('never takes back an imported entry, retracts an accepted certificate or converts without a conversion right', async () => {
    const owner = await signUpCompany(server);
    const certificate = {
      security_law_exemptions: [],
      stock_legend_ids: [],
      share_price: { amount: '1', currency: 'USD' },
    };
    const issue = (n: number) => ({
      ...certificate,
      object_type: 'TX_STOCK_ISSUANCE',
      id: `issue-${n}`,
      security_id: `certificate-${n}`,
      custom_id: `CS-${n}`,
      date: '2020-01-01',
      stakeholder_id: 'ada',
      stock_class_id: 'common',
      quantity: '100',
    });
    const objects = [
      vendorIssuer,
      ada,
      vendorClass(),
      issue(1),
      issue(2),
      noteWithoutTriggers(),
      { object_type: 'TX_STOCK_ACCEPTANCE', id: 'accepted', date: '2020-02-01', security_id: 'certificate-1' },
    ];
    const imported = await importZip(owner, await zipOf(packageFiles(objects)), 'accept_findings=true');
    expect([imported.status, imported.detail]).toEqual([200, undefined]);
    const own = await given.certificate(owner);
    const { rows } = await owner.get('/api/certificates/');
    const verbsOf = async (number: unknown) => {
      const { id } = rows.find(({ certificate_number }) => certificate_number === number)!;
      return offered('certificates', await shown(owner, 'certificates', id));
    };
    expect(await verbsOf('CS-1')).not.toContain('retract');
    expect(await verbsOf('CS-2')).toContain('retract');
    expect(await verbsOf(own.certificate_number)).toContain('retract');
    expect(offered('convertibles', await shown(owner, 'convertibles', 'loan'))).toEqual(['retract', 'cancel']);
    const entries = (await owner.get('/api/transactions/')).rows;
    expect(
      entries.filter((entry) => offered('transactions', entry).length > 0).map(({ security_id }) => security_id),
    ).toEqual([own.id]);
    expect(await refusalsOf(owner, ['transactions', 'certificates'])).toEqual(new Set());
  });
});
