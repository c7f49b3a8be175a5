// Taking back a grant, a warrant, a SAFE: as if it had not been issued, and only while that is true.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { ada, vendorClass, vendorIssuer } from '#tests/support/vendorPackage.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
});
const DAY = '2024-06-30';
const KINDS = [
  { of: 'grants', make: given.grant, before: { outstanding: '1000' }, entry: 'TX_EQUITY_COMPENSATION_RETRACTION' },
  { of: 'warrants', make: given.warrant, before: { outstanding: '1000' }, entry: 'TX_WARRANT_RETRACTION' },
  {
    of: 'convertibles',
    make: given.convertible,
    before: { status: 'outstanding' },
    entry: 'TX_CONVERTIBLE_RETRACTION',
  },
] as const;
const retract = (of: string, id: unknown, by = owner, date = DAY) =>
  by.post(`/api/${of}/${String(id)}/retract`, { date, reason: 'Signed by nobody' });
const shown = async (of: string, id: unknown, day = DAY) =>
  (await owner.get(`/api/${of}/${String(id)}?as_of=${day}`)).body;

describe.each(KINDS)('one of the $of', ({ of, make, before, entry }) => {
  it('is void from its day on, by an entry of the format, with the reason', async () => {
    const made = await make(owner);
    expect(await shown(of, made.id)).toMatchObject({ accepted_on: null, recorded_by: null });
    const reply = await retract(of, made.id);
    expect([reply.status, reply.body.status]).toEqual([200, 'retracted']);
    const { ocf } = (await owner.get(`/api/transactions/${String(reply.body.transaction_id)}`)).body;
    expect(ocf).toMatchObject({
      object_type: entry,
      security_id: made.id,
      date: DAY,
      reason_text: 'Signed by nobody',
    });
    expect(await shown(of, made.id, '2024-06-29')).toMatchObject(before);
    const after = await shown(of, made.id);
    expect(after.ended).toMatchObject({ verb: 'retracted', date: DAY, reason: 'Signed by nobody' });
    expect((await retract(of, made.id)).body).toMatchObject({ code: 'not_active' });
  });
  it('is taken back by owner and admin alone, and not before it was issued', async () => {
    const made = await make(owner);
    for (const role of ['staff', 'viewer'])
      expect((await retract(of, made.id, await givenMember(server, owner, role))).status).toBe(403);
    expect((await retract(of, made.id, owner, '2023-12-31')).status).toBe(409);
    expect((await retract(of, made.id, await givenMember(server, owner, 'admin'))).status).toBe(200);
  });
});

describe('a grant', () => {
  it('goes back to its plan whole', async () => {
    const plan = await given.equityPlan(owner, { reserved: '1000' });
    const made = await given.grant(owner, { equity_plan_id: plan.id });
    const available = async () => (await owner.get(`/api/equity-plans/${String(plan.id)}`)).body.available;
    expect(await available()).toBe('0');
    await retract('grants', made.id);
    expect(await available()).toBe('1000');
    expect((await given.grant(owner, { equity_plan_id: plan.id, date: '2024-07-01' })).status).toBe('active');
  });
  it('of which a part was exercised stays, until that is taken back', async () => {
    const made = await given.grant(owner);
    const exercised = await owner.post(`/api/grants/${String(made.id)}/exercise`, {
      date: '2025-06-30',
      quantity: '100',
    });
    expect(exercised.status).toBe(200);
    const refused = await retract('grants', made.id, owner, '2025-07-01');
    expect(refused.body).toMatchObject({ code: 'partly_used' });
    expect(refused.body.detail).toContain('2025-06-30');
    const taken = await owner.post(`/api/transactions/${String(exercised.body.transaction_id)}/void`, {
      reason: 'Typed',
    });
    expect(taken.status).toBe(200);
    expect((await retract('grants', made.id, owner, '2025-07-01')).status).toBe(200);
  });
  it('that is the rest of another is taken back with the entry that made it', async () => {
    const made = await given.grant(owner);
    const body = { date: DAY, quantity: '400', reason: 'Fewer' };
    const { balance } = (await owner.post(`/api/grants/${String(made.id)}/cancel`, body)).body as { balance: Row };
    expect((await shown('grants', balance.id)).recorded_by).toMatchObject({ date: DAY });
    const refused = await retract('grants', balance.id);
    expect(refused.body).toMatchObject({ code: 'came_from_entry' });
    expect(refused.body.detail).toContain(`or cancel ${String(balance.grant_number)}.`);
  });
  it('that its holder has accepted is not taken back', async () => {
    const company = await signUpCompany(server);
    const grant = {
      object_type: 'TX_EQUITY_COMPENSATION_ISSUANCE',
      id: 'granted',
      security_id: 'grant-1',
      custom_id: 'G-1',
      date: '2020-01-01',
      stakeholder_id: 'ada',
      stock_class_id: 'common',
      quantity: '100',
      compensation_type: 'OPTION_NSO',
      exercise_price: { amount: '1', currency: 'USD' },
      expiration_date: '2030-01-01',
      termination_exercise_windows: [],
      security_law_exemptions: [],
    };
    const accepted = {
      object_type: 'TX_EQUITY_COMPENSATION_ACCEPTANCE',
      id: 'accepted',
      date: '2020-02-01',
      security_id: 'grant-1',
    };
    const files = await zipOf(packageFiles([vendorIssuer, ada, vendorClass(), grant, accepted]));
    expect((await importZip(company, files, 'accept_findings=true')).status).toBe(200);
    const page = (await company.get('/api/grants/grant-1')).body;
    expect(page.accepted_on).toBe('2020-02-01');
    expect((await retract('grants', 'grant-1', company)).body).toMatchObject({ code: 'already_accepted' });
  });
});
