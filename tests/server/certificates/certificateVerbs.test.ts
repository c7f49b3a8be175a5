// Reissue, replace, retract, convert, consolidate, transfer to several, and vest: what a holder and an auditor find
// afterwards.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { Database } from '#server/db/database.ts';
import { compareLedger } from '#server/maintenance/verify/compareLedger.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person, Reply } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let shareClass: Row;
let [ann, bob, cid]: Row[] = [];
beforeAll(async () => {
  owner = await signUpCompany(server);
  shareClass = await given.shareClass(owner, { prefix: 'CS-', price_per_share: '2.50' });
  [ann, bob, cid] = [await given.shareholder(owner), await given.shareholder(owner), await given.shareholder(owner)];
});
const certificate = (extra: Row = {}) =>
  given.certificate(owner, { shareholder_id: ann!.id, share_class_id: shareClass.id, ...extra });
const verb = (record: Row, name: string, body: Row): Promise<Reply> =>
  owner.post(`/api/certificates/${String(record.id)}/${name}`, { date: '2024-06-30', ...body });
const read = async (id: unknown) => (await owner.get(`/api/certificates/${String(id)}`)).body;
const entry = async (id: unknown) => {
  const row = (await owner.get('/api/transactions/')).rows.find(
    (each) => each.security_id === id && each.object_type === 'TX_STOCK_ISSUANCE',
  )!;
  return (await owner.get(`/api/transactions/${String(row.id)}`)).body.ocf as Row;
};
const one = (reply: Reply) => (reply.body.resulting as [Row])[0];
const legend = async () =>
  (await owner.post('/api/legends/', { name: `Legend ${Math.random()}`, text: 'Not registered.' })).body.id;

describe('the cost of a new certificate', () => {
  it('is what somebody entered, and never taken from the class’s price or par value', async () => {
    const untold = await certificate({ quantity: '700' });
    expect(await read(untold.id)).toMatchObject({ cost: null, is_price_entered: false });
    const fresh = one(await verb(untold, 'reissue', { reason: 'Name changed' }));
    expect(await read(fresh.id)).toMatchObject({ cost: null, is_price_entered: false });
    const told = await certificate({ quantity: '700', price_per_share: '1.25' });
    expect(await read(told.id)).toMatchObject({ cost: '875', is_price_entered: true });
    const inAll = await certificate({ quantity: '700', cost_basis: '1000' });
    expect(await read(inAll.id)).toMatchObject({ cost: '1000' });
  });
  it('is unknown, as is the price, when nobody entered one and the class has none: par value is not a price', async () => {
    const unpriced = await given.shareClass(owner, { prefix: 'PV-', price_per_share: null, par_value: '0.0001' });
    const untold = await certificate({ quantity: '700', share_class_id: unpriced.id });
    expect((await entry(untold.id)).share_price).toEqual({ amount: '0.0001', currency: 'USD' });
    const fresh = one(await verb(untold, 'reissue', { reason: 'Name changed' }));
    const told = await certificate({ quantity: '700', share_class_id: unpriced.id, price_per_share: '0.0001' });
    const prices = async (id: unknown) => {
      const { price_per_share, is_price_entered } = await read(id);
      const file = await owner.get(`/api/certificates/export.csv?filter=${JSON.stringify({ id: [id] })}`);
      const [heading, line] = file.text.split('\r\n').map((each) => each.split(','));
      return [price_per_share, is_price_entered, line![heading!.indexOf('Price per share')]];
    };
    expect(await prices(untold.id)).toEqual([null, false, '']);
    expect(await prices(fresh.id)).toEqual([null, false, '']);
    expect(await prices(told.id)).toEqual(['0.0001', true, '0.0001']);
    expect(await prices((await certificate()).id)).toEqual(['2.5', false, '2.5']);
  });
});

describe('new paper for the same holding', () => {
  it.each([
    ['reissue', 'Name changed by marriage', 'Name changed by marriage'],
    ['replace', 'Burnt', 'Replacement of a lost certificate: Burnt'],
  ])('%s: a new number, the same shares, price, legends and holder', async (name, reason, kept) => {
    const source = await certificate({
      quantity: '700',
      price_per_share: '1.25',
      stock_legend_ids: [await legend()],
      consideration_text: 'Cash',
    });
    const reply = await verb(source, name, { reason });
    expect([reply.status, reply.body.balance]).toEqual([200, null]);
    const fresh = one(reply);
    expect(fresh).toMatchObject({
      shareholder_id: ann!.id,
      quantity: '700',
      price_per_share: '1.25',
      status: 'active',
      issue_date: '2024-06-30',
    });
    expect(fresh.certificate_number).not.toBe(source.certificate_number);
    expect((await entry(fresh.id)).stock_legend_ids).toEqual((await entry(source.id)).stock_legend_ids);
    expect(await read(source.id)).toMatchObject({ status: 'reissued', ended: { verb: 'reissued' } });
    const written = (await owner.get(`/api/transactions/${String(reply.body.transaction_id)}`)).body.ocf as Row;
    expect(written.reason_text).toBe(kept);
    expect((await verb(source, name, { reason })).body.code).toBe('not_active');
  });
});

describe('taking a certificate back', () => {
  it('is for owner and admin, and leaves nothing of it outstanding from the day of the retraction on', async () => {
    const own = await given.shareClass(owner);
    const source = await certificate({ share_class_id: own.id, quantity: '700' });
    const outstanding = async (day: string) =>
      ((await owner.get(`/api/cap-table/?as_of=${day}`)).body.classes as Row[]).find(
        ({ share_class_id }) => share_class_id === own.id,
      )!.outstanding;
    const staff = await givenMember(server, owner, 'staff');
    expect(
      (await staff.post(`/api/certificates/${String(source.id)}/retract`, { date: '2024-06-30', reason: 'x' })).status,
    ).toBe(403);
    const reply = await verb(source, 'retract', { reason: 'Signed by nobody' });
    expect([reply.status, reply.body.status]).toEqual([200, 'retracted']);
    expect([await outstanding('2024-06-29'), await outstanding('2024-06-30')]).toEqual(['700', '0']);
    const admin = await givenMember(server, owner, 'admin');
    const body = { date: '2024-06-30', reason: 'x' };
    const other = await certificate();
    expect((await admin.post(`/api/certificates/${String(other.id)}/retract`, body)).status).toBe(200);
  });
});

describe('transferring a certificate to several buyers', () => {
  it('closes it and gives every buyer and the seller a certificate; the seller’s cost does not pass to the buyers', async () => {
    const source = await certificate({ quantity: '1000', cost_basis: '100.00' });
    const recipients = [
      { shareholder_id: bob!.id, quantity: '333' },
      { shareholder_id: cid!.id, quantity: '333' },
    ];
    const reply = await verb(source, 'transfer', { recipients });
    expect(reply.status).toBe(200);
    const { resulting, balance } = reply.body as { resulting: Row[]; balance: Row };
    expect(resulting.map(({ shareholder_id, quantity }) => [shareholder_id, quantity])).toEqual([
      [bob!.id, '333'],
      [cid!.id, '333'],
    ]);
    expect(balance).toMatchObject({ shareholder_id: ann!.id, quantity: '334' });
    expect((await entry(balance.id)).cost_basis).toEqual({ amount: '33.40', currency: 'USD' });
    for (const each of resulting) {
      expect((await entry(each.id)).cost_basis).toBeUndefined();
      expect(await read(each.id)).toMatchObject({ cost: null, price_per_share: null });
    }
  });
  it.each([
    [{ recipients: [] }, 422],
    [{ to_shareholder_id: 'x', recipients: [{ shareholder_id: 'x', quantity: '1' }] }, 422],
    [{}, 422],
    [{ recipients: [{ shareholder_id: 'nobody', quantity: '1' }] }, 422],
  ])('is refused for %j', async (body, status) => {
    expect((await verb(await certificate(), 'transfer', body)).status).toBe(status);
  });
  it('is refused for more than the certificate holds, and to the seller', async () => {
    const source = await certificate({ quantity: '10' });
    const to = (shareholder_id: unknown, quantity: string) => ({
      recipients: [
        { shareholder_id: bob!.id, quantity: '6' },
        { shareholder_id, quantity },
      ],
    });
    expect((await verb(source, 'transfer', to(cid!.id, '5'))).body.code).toBe('not_enough_shares');
    expect((await verb(source, 'transfer', to(ann!.id, '4'))).body.code).toBe('same_holder');
    expect(await read(source.id)).toMatchObject({ status: 'active' });
  });
});

describe('the cost of a certificate', () => {
  const filed = async (id: unknown) => (await entry(id)).cost_basis as Row | undefined;
  const cost = async (id: unknown) => (await read(id)).cost;
  it('is the filed cost, also on the page; otherwise price times shares, to the last decimal', async () => {
    const [told, priced] = [
      await certificate({ quantity: '1000', price_per_share: '2', cost_basis: '1900.005' }),
      await certificate({ quantity: '333', price_per_share: '0.0001' }),
    ];
    expect([await cost(told.id), (await filed(told.id))!.amount]).toEqual(['1900.005', '1900.005']);
    expect([await cost(priced.id), await filed(priced.id)]).toEqual(['0.0333', undefined]);
  });
  it('is the buyer’s own when entered; the balance keeps its part pro rata, beyond the cent when that is exact', async () => {
    const source = await certificate({ quantity: '1000', cost_basis: '1.00' });
    const body = { to_shareholder_id: bob!.id, quantity: '1', price_per_share: '7.50', consideration: 'Wire of May' };
    const { resulting, balance } = (await verb(source, 'transfer', body)).body as { resulting: Row[]; balance: Row };
    expect([await cost(resulting[0]!.id), await filed(resulting[0]!.id)]).toEqual(['7.5', undefined]);
    expect((await read(resulting[0]!.id)).filed).toMatchObject({ consideration_text: 'Wire of May', cost_basis: null });
    expect([await cost(balance.id), (await filed(balance.id))!.amount]).toEqual(['0.999', '0.999']);
  });
  it('is rounded to the cent when the part is not exact', async () => {
    const source = await certificate({ quantity: '3', cost_basis: '100.00' });
    const { balance } = (await verb(source, 'repurchase', { quantity: '1', price_per_share: '40' })).body;
    expect(await cost((balance as Row).id)).toBe('66.67');
  });
  it('follows the shares through a reissue, a conversion, a consolidation and a split', async () => {
    const preferred = await given.shareClass(owner, {
      class_type: 'PREFERRED',
      conversion_ratio: '0.3',
      price_per_share: '1',
      converts_to_share_class_id: shareClass.id,
    });
    const source = await certificate({ share_class_id: preferred.id, quantity: '10', price_per_share: '1' });
    const fresh = one(await verb(source, 'reissue', { reason: 'x' }));
    expect(await cost(fresh.id)).toBe('10');
    const converted = one(await verb(fresh, 'convert', { to_share_class_id: shareClass.id }));
    expect([await cost(converted.id), converted.quantity]).toEqual(['10', '3']);
    const [x, y] = [
      await certificate({ quantity: '100', price_per_share: '1.25' }),
      await certificate({ quantity: '50', price_per_share: '0.50', cost_basis: '20' }),
    ];
    const joined = await owner.post('/api/certificates/consolidate', {
      certificate_ids: [x.id, y.id],
      date: '2024-06-30',
    });
    expect(await cost(one(joined).id)).toBe('145');
    const company = await signUpCompany(server);
    const split = await given.shareClass(company);
    const told = { share_class_id: split.id, quantity: '1000', price_per_share: '1', certificate_number: 'T-1' };
    await given.certificate(company, told);
    await given.certificate(company, { share_class_id: split.id, quantity: '10', certificate_number: 'U-1' });
    await company.post(`/api/share-classes/${String(split.id)}/split`, {
      numerator: '7',
      denominator: '1',
      date: '2024-06-30',
    });
    const costs = [];
    for (const { id, quantity } of (await company.get('/api/certificates/?filter={"status":"active"}')).rows)
      costs.push([quantity, (await company.get(`/api/certificates/${String(id)}`)).body.cost]);
    expect(costs.sort()).toEqual([
      ['70', null],
      ['7000', '1000'],
    ]);
    const [, ...lines] = (await company.get('/api/reports/stock-ledger.csv')).text.split('\r\n');
    expect(lines.find((line) => line.includes('T-1'))).toContain(',USD,');
    expect(lines.find((line) => line.includes('U-1'))).not.toContain('USD');
  });
});

describe('consolidating certificates', () => {
  const consolidate = (certificate_ids: unknown[]) =>
    owner.post('/api/certificates/consolidate', { certificate_ids, date: '2024-06-30' });
  it('adds them up, keeps every legend, and names the certificates it came from', async () => {
    const [x, y] = [
      await certificate({ quantity: '100', stock_legend_ids: [await legend()] }),
      await certificate({ quantity: '50', stock_legend_ids: [await legend()] }),
    ];
    const reply = await consolidate([x.id, y.id]);
    expect(reply.status).toBe(200);
    expect(one(reply)).toMatchObject({ quantity: '150', shareholder_id: ann!.id, status: 'active' });
    expect(((await read(one(reply).id)).came_from as Row[]).map(({ id }) => id).sort()).toEqual([x.id, y.id].sort());
    expect((await entry(one(reply).id)).stock_legend_ids).toHaveLength(2);
    expect(await read(x.id)).toMatchObject({ status: 'consolidated' });
  });
  it('is refused for one certificate alone, for two holders, and for one that is closed or unknown', async () => {
    const [x, y, z] = [await certificate(), await certificate({ shareholder_id: bob!.id }), await certificate()];
    expect((await consolidate([x.id, x.id])).status).toBe(422);
    expect((await consolidate([x.id, y.id])).body.code).toBe('different_holdings');
    await verb(z, 'cancel', { reason: 'x' });
    expect((await consolidate([x.id, z.id])).body.code).toBe('not_active');
    expect((await consolidate([x.id, 'nobody'])).status).toBe(404);
  });
});

describe('converting into another class', () => {
  it('uses the ratio of the day, keeps the cost, and leaves a balance of the old class', async () => {
    const preferred = await given.shareClass(owner, {
      class_type: 'PREFERRED',
      prefix: 'PS-',
      conversion_ratio: '2.5',
      converts_to_share_class_id: shareClass.id,
    });
    const source = await certificate({
      share_class_id: preferred.id,
      quantity: '100',
      price_per_share: '5',
      cost_basis: '500',
    });
    const reply = await verb(source, 'convert', { to_share_class_id: shareClass.id, quantity: '40' });
    expect(reply.status).toBe(200);
    expect(one(reply)).toMatchObject({ share_class_id: shareClass.id, quantity: '100', price_per_share: '2' });
    expect(reply.body.balance).toMatchObject({ share_class_id: preferred.id, quantity: '60' });
    expect([
      ((await entry(one(reply).id)).cost_basis as Row).amount,
      ((await entry((reply.body.balance as Row).id)).cost_basis as Row).amount,
    ]).toEqual(['200.00', '300.00']);
    expect(await read(source.id)).toMatchObject({ status: 'converted' });
  });
  it('is refused without a conversion right, into its own class, and for less than one whole share', async () => {
    const source = await certificate({ quantity: '1' });
    const other = await given.shareClass(owner);
    expect((await verb(source, 'convert', { to_share_class_id: other.id })).body.code).toBe('no_conversion_right');
    expect((await verb(source, 'convert', { to_share_class_id: shareClass.id })).body.code).toBe('no_conversion_right');
    const slow = await given.shareClass(owner, {
      class_type: 'PREFERRED',
      conversion_ratio: '0.5',
      converts_to_share_class_id: shareClass.id,
    });
    const single = await certificate({ share_class_id: slow.id, quantity: '1' });
    const half = await verb(single, 'convert', { to_share_class_id: shareClass.id });
    expect([half.status, half.code, half.body.errors]).toMatchObject([409, 'too_few_shares', [{ field: 'quantity' }]]);
    expect(await read(single.id)).toMatchObject({ status: 'active', quantity: '1' });
    const small = await certificate({ share_class_id: slow.id, quantity: '0.5' }).catch(() => null);
    expect(small).toBeNull();
  });
});

describe('restricted stock', () => {
  const vesting = { vesting_start: '2024-01-01', months: 48, cliff_months: 12 };
  it('vests, and its unvested part cannot be transferred unless the board approves', async () => {
    const source = await certificate({
      quantity: '4800',
      issue_date: '2024-01-01',
      vesting,
      issuance_type: 'FOUNDERS_STOCK',
    });
    const early = await verb(source, 'transfer', { to_shareholder_id: bob!.id, quantity: '1300', date: '2025-01-01' });
    expect([early.status, early.body.code]).toEqual([409, 'unvested_shares']);
    expect(early.body.detail).toContain('1,200');
    const sold = await verb(source, 'transfer', { to_shareholder_id: bob!.id, quantity: '1000', date: '2025-01-01' });
    const { resulting, balance } = sold.body as { resulting: [Row]; balance: Row };
    expect((await entry(resulting[0].id)).vestings).toBeUndefined();
    const rest = (await entry(balance.id)).vestings as { date: string; amount: string }[];
    expect(rest[0]).toEqual({ date: '2025-01-01', amount: '200' });
    expect(rest).toHaveLength(37);
    expect(
      await verb(balance, 'transfer', {
        to_shareholder_id: bob!.id,
        quantity: '3800',
        date: '2025-01-01',
        approves_unvested: true,
      }),
    ).toMatchObject({ status: 200 });
  });
  it('gives back the unvested shares first when it is repurchased', async () => {
    const source = await certificate({ quantity: '4800', issue_date: '2024-01-01', vesting });
    const bought = await verb(source, 'repurchase', {
      quantity: '3600',
      date: '2025-01-15',
      price_per_share: '0.0001',
    });
    expect(bought.body.balance).toMatchObject({ quantity: '1200' });
    expect((await entry((bought.body.balance as Row).id)).vestings).toBeUndefined();
  });
  it('is shown with its vesting schedule', async () => {
    const source = await certificate({ quantity: '480', issue_date: '2024-01-01', vesting });
    const shown = await read(source.id);
    expect(shown).toMatchObject({ vesting: { vesting_start: '2024-01-01', tranches: expect.any(Array) } });
  });
});

describe('the chain of a certificate', () => {
  const numbersOf = (shown: Row) => {
    const { nodes, links } = shown.chain as { nodes: Row[]; links: Row[] };
    const number = new Map(nodes.map((node) => [node.id, node.number]));
    return links.map(({ from, to }) => `${String(number.get(from))} ${String(number.get(to))}`);
  };
  it('goes several steps back and forward, with what was sold on the way', async () => {
    const first = await certificate({ quantity: '100' });
    const sold = await verb(first, 'transfer', { to_shareholder_id: bob!.id, quantity: '40', date: '2024-03-01' });
    const balance = sold.body.balance as Row;
    const fresh = one(await verb(balance, 'reissue', { reason: 'Torn', date: '2024-04-01' }));
    const [a, b, c, d] = [first, one(sold), balance, fresh].map((row) => String(row.certificate_number));
    expect(new Set(numbersOf(await read(first.id)))).toEqual(new Set([`${a} ${b}`, `${a} ${c}`, `${c} ${d}`]));
    expect(new Set(numbersOf(await read(fresh.id)))).toEqual(new Set([`${c} ${d}`, `${a} ${c}`]));
    const shown = await read(balance.id);
    expect(new Set(numbersOf(shown))).toEqual(new Set([`${a} ${b}`, `${a} ${c}`, `${c} ${d}`]));
    expect((shown.chain as Row).is_cut).toBe(false);
    expect((shown.chain as { nodes: Row[] }).nodes).toContainEqual(
      expect.objectContaining({ number: a, status: 'transferred', ended_on: '2024-03-01', resource: 'certificates' }),
    );
  });
  it('names the classes the certificate converts into, at the ratio of the day', async () => {
    const preferred = await given.shareClass(owner, {
      class_type: 'PREFERRED',
      conversion_ratio: '2.5',
      converts_to_share_class_id: shareClass.id,
    });
    const shown = await read((await certificate({ share_class_id: preferred.id })).id);
    expect(shown.converts_to).toMatchObject([{ share_class_id: shareClass.id, numerator: '2.5', denominator: '1' }]);
    expect((await read((await certificate()).id)).converts_to).toEqual([]);
  });
});

describe('the legal details of a certificate', () => {
  it('are kept with the certificate and shown on it', async () => {
    const exemption = { description: 'Rule 701', jurisdiction: 'US' };
    const source = await certificate({
      consideration_text: 'Services',
      board_approval_date: '2024-01-10',
      stockholder_approval_date: '2024-01-11',
      security_law_exemptions: [exemption],
      stock_legend_ids: [await legend()],
    });
    expect(await read(source.id)).toMatchObject({
      filed: {
        consideration_text: 'Services',
        board_approval_date: '2024-01-10',
        stockholder_approval_date: '2024-01-11',
        security_law_exemptions: [exemption],
        legends: [{ text: 'Not registered.' }],
      },
    });
  });
  it('are refused with an unknown legend', async () => {
    const reply = await owner.post('/api/certificates/', {
      shareholder_id: ann!.id,
      share_class_id: shareClass.id,
      num_shares: 1,
      issue_date: '2024-01-01',
      stock_legend_ids: ['nothing'],
    });
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      [{ field: 'stock_legend_ids', message: 'Unknown legend.' }],
    ]);
  });
});

it('the ledger agrees with itself, and certificate numbers have no gap', async () => {
  const [row] = await server.sql<{ id: string }>('select id from organization where client_name = $1', [
    owner.user.client_name,
  ]);
  const owners = new Database(server.ownerUrl, { idleSeconds: 1, maxSeconds: 1, connections: 1 });
  expect((await owners.system((tx) => compareLedger(tx, row!.id, '2025-06-30'))).differences).toEqual([]);
  await owners.close();
  const numbers = (await owner.get(`/api/certificates/?filter={"share_class_id":"${String(shareClass.id)}"}`)).rows.map(
    ({ certificate_number }) => Number(String(certificate_number).replace('CS-', '')),
  );
  expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_each, index) => index + 1));
});
