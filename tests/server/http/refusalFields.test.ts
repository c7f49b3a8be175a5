// A refusal by a rule names the field that has to change. Covers every form of the ledger and what it can be refused
// for.
import { certificateIssuance } from '#src/resources/issuances/certificates.ts';
import { grantIssuance } from '#src/resources/issuances/grants.ts';
import { convertibleIssuance } from '#src/resources/issuances/convertibles.ts';
import { warrantIssuance } from '#src/resources/issuances/warrants.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { consolidateBody } from '#server/commands/certificates/consolidate.ts';
import { transferBody } from '#server/commands/certificates/transfer.ts';
import { terminateBody } from '#server/commands/grants/terminateService.ts';
import { convertBody } from '#server/commands/convertibles/convertibles.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { bodyOf } from '#src/resources/verbs/bodies.ts';
import { equityPlans } from '#src/resources/equityPlans.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let ids: Record<string, string>;
const reason = 'By agreement.';
const day = '2024-06-01';
const early = '2023-01-01';

beforeAll(async () => {
  server.setClock('2026-01-15');
  owner = await signUpCompany(server);
  const of = async (made: Promise<Row>) => String((await made).id);
  const holder = await of(given.shareholder(owner));
  const other = await of(given.shareholder(owner));
  const share_class_id = await of(given.shareClass(owner, { name: 'Common', authorized_shares: '10000' }));
  const splitClass = await of(given.shareClass(owner));
  const frozen = await of(given.shareClass(owner));
  const mine = { shareholder_id: holder, share_class_id };
  const plan = await of(given.equityPlan(owner, { name: 'Plan', share_class_ids: [share_class_id], reserved: '3000' }));
  const grants = { ...mine, equity_plan_id: plan };
  await given.certificate(owner, { shareholder_id: holder, share_class_id: frozen });
  const dividend = await given.distribution(owner, { share_class_ids: [frozen] });
  await approveSeen(owner, dividend);
  await given.certificate(owner, { shareholder_id: holder, share_class_id: splitClass });
  const split = { numerator: '2', denominator: '1', date: '2025-01-01' };
  await owner.post(`/api/share-classes/${splitClass}/split`, split);
  const unit = { compensation_type: 'RSU', exercise_price: undefined };
  const leaver = await of(given.shareholder(owner));
  await given.grant(owner, { ...grants, quantity: '10', shareholder_id: leaver });
  const end = { date: day, reason: 'VOLUNTARY_OTHER' };
  await owner.post(`/api/shareholders/${leaver}/terminate`, end);
  ids = {
    holder,
    leaver,
    other,
    class: share_class_id,
    splitClass,
    frozen,
    plan,
    certificate: await of(given.certificate(owner, { ...mine, certificate_number: 'TAKEN-1' })),
    another: await of(given.certificate(owner, mine)),
    foreign: await of(given.certificate(owner, { share_class_id, shareholder_id: other })),
    grant: await of(given.grant(owner, { ...grants, grant_number: 'TAKEN-2', expiration_date: '2025-06-01' })),
    units: await of(given.grant(owner, { ...grants, ...unit, quantity: '100' })),
    convertible: await of(given.convertible(owner, { shareholder_id: holder, convertible_number: 'TAKEN-3' })),
    warrant: await of(
      given.warrant(owner, { ...mine, quantity: '9500', warrant_number: 'TAKEN-4', expiration_date: '2025-06-01' }),
    ),
  };
});

type Case = [code: string, field: string, body: () => Row];
interface Form {
  /** The fields the form asks for. */
  asks: string[];
  url: () => string;
  /** A body that the case then changes. */
  base: () => Row;
  cases: Case[];
}
const fieldsOf = ({ shape }: Pick<z.ZodObject, 'shape'>) => Object.keys(shape);
const verb = (resource: string, id: string, name: string) => () => `/api/${resource}/${ids[id]}/${name}`;
const dated = () => ({ date: day });
const reasoned = () => ({ date: day, reason });
const mine = () => ({ shareholder_id: ids.holder, share_class_id: ids.class, date: day });

const FORMS: Record<string, Form> = {
  issue: {
    asks: fieldsOf(certificateIssuance.body),
    url: () => '/api/certificates/',
    base: () => ({ shareholder_id: ids.holder, share_class_id: ids.class, quantity: '10', issue_date: day }),
    cases: [
      ['fraction_not_allowed', 'quantity', () => ({ quantity: '0.5' })],
      ['over_authorized', 'quantity', () => ({ quantity: '99999' })],
      ['certificate_number_taken', 'certificate_number', () => ({ certificate_number: 'TAKEN-1' })],
      ['record_date_frozen', 'issue_date', () => ({ share_class_id: ids.frozen })],
      ['later_entries', 'issue_date', () => ({ share_class_id: ids.splitClass })],
      ['over_pool', 'quantity', () => ({ equity_plan_id: ids.plan, quantity: '3000' })],
      ['unknown_reference', 'equity_plan_id', () => ({ equity_plan_id: 'nobody' })],
      ['unknown_reference', 'shareholder_id', () => ({ shareholder_id: 'nobody' })],
      ['unknown_reference', 'share_class_id', () => ({ share_class_id: 'nobody' })],
    ],
  },
  transfer: {
    asks: [...fieldsOf(transferBody), 'recipients.1.shareholder_id'],
    url: verb('certificates', 'certificate', 'transfer'),
    base: dated,
    cases: [
      ['before_issue_date', 'date', () => ({ to_shareholder_id: ids.other, date: early })],
      ['fraction_not_allowed', 'quantity', () => ({ to_shareholder_id: ids.other, quantity: '0.5' })],
      ['not_enough_shares', 'quantity', () => ({ to_shareholder_id: ids.other, quantity: '1001' })],
      ['same_holder', 'to_shareholder_id', () => ({ to_shareholder_id: ids.holder })],
      ['unknown_reference', 'to_shareholder_id', () => ({ to_shareholder_id: 'nobody' })],
      [
        'unknown_reference',
        'recipients.1.shareholder_id',
        () => ({ recipients: [ids.other, 'nobody'].map((shareholder_id) => ({ shareholder_id, quantity: '1' })) }),
      ],
      [
        'same_holder',
        'recipients.1.shareholder_id',
        () => ({ recipients: [ids.other, ids.holder].map((shareholder_id) => ({ shareholder_id, quantity: '1' })) }),
      ],
    ],
  },
  repurchase: {
    asks: fieldsOf(bodyOf('certificates.repurchase')),
    url: verb('certificates', 'certificate', 'repurchase'),
    base: () => ({ price_per_share: '1', date: day }),
    cases: [
      ['before_issue_date', 'date', () => ({ date: early })],
      ['fraction_not_allowed', 'quantity', () => ({ quantity: '0.5' })],
    ],
  },
  cancel: {
    asks: fieldsOf(bodyOf('certificates.cancel')),
    url: verb('certificates', 'certificate', 'cancel'),
    base: reasoned,
    cases: [
      ['not_enough_shares', 'quantity', () => ({ quantity: '1001' })],
      ['before_issue_date', 'date', () => ({ date: early })],
    ],
  },
  'convert a certificate': {
    asks: fieldsOf(bodyOf('certificates.convert')),
    url: verb('certificates', 'certificate', 'convert'),
    base: dated,
    cases: [
      ['no_conversion_right', 'to_share_class_id', () => ({ to_share_class_id: ids.frozen })],
      ['unknown_reference', 'to_share_class_id', () => ({ to_share_class_id: 'nobody' })],
    ],
  },
  reissue: {
    asks: fieldsOf(bodyOf('certificates.reissue')),
    url: verb('certificates', 'certificate', 'reissue'),
    base: reasoned,
    cases: [['before_issue_date', 'date', () => ({ date: early })]],
  },
  consolidate: {
    asks: fieldsOf(consolidateBody),
    url: () => '/api/certificates/consolidate',
    base: () => ({ certificate_ids: [ids.certificate, ids.another], date: day }),
    cases: [
      ['before_issue_date', 'date', () => ({ date: early })],
      ['different_holdings', 'certificate_ids', () => ({ certificate_ids: [ids.certificate, ids.foreign] })],
    ],
  },
  grant: {
    asks: fieldsOf(grantIssuance.body),
    url: () => '/api/grants/',
    base: () => ({
      ...mine(),
      equity_plan_id: ids.plan,
      compensation_type: 'OPTION_NSO',
      quantity: '10',
      exercise_price: '1',
    }),
    cases: [
      ['fraction_not_allowed', 'quantity', () => ({ quantity: '0.5' })],
      ['over_pool', 'quantity', () => ({ quantity: '2500' })],
      ['certificate_number_taken', 'grant_number', () => ({ grant_number: 'TAKEN-2' })],
    ],
  },
  exercise: {
    asks: fieldsOf(bodyOf('grants.exercise')),
    url: verb('grants', 'grant', 'exercise'),
    base: () => ({ quantity: '10', date: day }),
    cases: [
      ['not_vested', 'quantity', () => ({})],
      ['expired', 'date', () => ({ date: '2025-07-01' })],
      ['before_issue_date', 'date', () => ({ date: early })],
      ['not_enough_shares', 'quantity', () => ({ quantity: '1001' })],
      ['fraction_not_allowed', 'quantity', () => ({ quantity: '0.5' })],
    ],
  },
  release: {
    asks: fieldsOf(bodyOf('grants.release')),
    url: verb('grants', 'units', 'release'),
    base: dated,
    cases: [['not_vested', 'quantity', () => ({ quantity: '10' })]],
  },
  'cancel a grant': {
    asks: fieldsOf(bodyOf('grants.cancel')),
    url: verb('grants', 'grant', 'cancel'),
    base: reasoned,
    cases: [['not_enough_shares', 'quantity', () => ({ quantity: '1001' })]],
  },
  accelerate: {
    asks: fieldsOf(bodyOf('grants.accelerate')),
    url: verb('grants', 'grant', 'accelerate'),
    base: reasoned,
    cases: [
      ['too_many', 'quantity', () => ({ quantity: '1001' })],
      ['nothing_unvested', 'date', () => ({ date: '2029-01-01' })],
    ],
  },
  'a milestone': {
    asks: fieldsOf(bodyOf('grants.vesting-event')),
    url: verb('grants', 'grant', 'vesting-event'),
    base: dated,
    cases: [['invalid_fields', 'vesting_condition_id', () => ({ vesting_condition_id: 'none' })]],
  },
  reprice: {
    asks: fieldsOf(bodyOf('grants.reprice')),
    url: verb('grants', 'grant', 'reprice'),
    base: () => ({ exercise_price: '1' }),
    cases: [['before_issue_date', 'date', () => ({ date: early })]],
  },
  'issue a SAFE': {
    asks: fieldsOf(convertibleIssuance.body),
    url: () => '/api/convertibles/',
    base: () => ({ shareholder_id: ids.holder, kind: 'SAFE', amount: '1000', date: day }),
    cases: [['certificate_number_taken', 'convertible_number', () => ({ convertible_number: 'TAKEN-3' })]],
  },
  'convert a SAFE': {
    asks: fieldsOf(convertBody),
    url: verb('convertibles', 'convertible', 'convert'),
    base: () => ({ share_class_id: ids.class, quantity: '10', price_per_share: '1', date: day }),
    cases: [
      ['fraction_not_allowed', 'quantity', () => ({ quantity: '0.5' })],
      ['over_authorized', 'quantity', () => ({ quantity: '99999' })],
      ['before_issue_date', 'date', () => ({ date: early })],
    ],
  },
  'repay a SAFE': {
    asks: fieldsOf(bodyOf('convertibles.cancel')),
    url: verb('convertibles', 'convertible', 'cancel'),
    base: reasoned,
    cases: [['not_enough_shares', 'amount', () => ({ amount: '500001' })]],
  },
  'issue a warrant': {
    asks: fieldsOf(warrantIssuance.body),
    url: () => '/api/warrants/',
    base: () => ({ ...mine(), quantity: '10', exercise_price: '1' }),
    cases: [
      ['certificate_number_taken', 'warrant_number', () => ({ warrant_number: 'TAKEN-4' })],
      ['fraction_not_allowed', 'quantity', () => ({ quantity: '0.5' })],
    ],
  },
  'exercise a warrant': {
    asks: fieldsOf(bodyOf('warrants.exercise')),
    url: verb('warrants', 'warrant', 'exercise'),
    base: dated,
    cases: [
      ['expired', 'date', () => ({ date: '2025-07-01' })],
      ['over_authorized', 'quantity', () => ({ quantity: '9000' })],
    ],
  },
  'cancel a warrant': {
    asks: fieldsOf(bodyOf('warrants.cancel')),
    url: verb('warrants', 'warrant', 'cancel'),
    base: reasoned,
    cases: [['not_enough_shares', 'quantity', () => ({ quantity: '9501' })]],
  },
  'change a reserve': {
    asks: fieldsOf(bodyOf('equity-plans.adjust')),
    url: verb('equity-plans', 'plan', 'adjust'),
    base: reasoned,
    cases: [['over_pool', 'reserved', () => ({ reserved: '10', date: '2025-01-01' })]],
  },
  'return to the pool': {
    asks: fieldsOf(bodyOf('equity-plans.return')),
    url: verb('equity-plans', 'plan', 'return'),
    base: reasoned,
    cases: [['too_many_returned', 'quantity', () => ({ security_id: ids.grant, quantity: '1' })]],
  },
  'change what is authorized': {
    asks: fieldsOf(bodyOf('share-classes.authorize')),
    url: verb('share-classes', 'class', 'authorize'),
    base: reasoned,
    cases: [['over_authorized', 'authorized_shares', () => ({ authorized_shares: '10', date: '2025-01-01' })]],
  },
  split: {
    asks: fieldsOf(bodyOf('share-classes.split')),
    url: verb('share-classes', 'class', 'split'),
    base: () => ({ numerator: '2', denominator: '1' }),
    cases: [['later_entries', 'date', () => ({ date: early })]],
  },
  'end a service': {
    asks: fieldsOf(terminateBody),
    url: verb('shareholders', 'leaver', 'terminate'),
    base: () => ({ reason: 'VOLUNTARY_OTHER' }),
    cases: [['already_terminated', 'date', dated]],
  },
  'create a class': {
    asks: Object.keys(shareClasses.fields),
    url: () => '/api/share-classes/',
    base: () => ({ class_type: 'COMMON', prefix: 'X-', authorized_shares: '1', votes_per_share: 1, seniority: 1 }),
    cases: [['class_name_taken', 'name', () => ({ name: 'common' })]],
  },
  'adopt a plan': {
    asks: Object.keys(equityPlans.fields),
    url: () => '/api/equity-plans/',
    base: () => ({ reserved: '1', date: day, share_class_ids: [ids.class] }),
    cases: [['plan_name_taken', 'name', () => ({ name: 'plan' })]],
  },
};

describe.each(Object.entries(FORMS))('%s', (_name, { asks, url, base, cases }) => {
  it.each(cases)('%s is reported at %s', async (code, field, body) => {
    const reply = await owner.post(url(), { ...base(), ...body() });
    const errors = (reply.body.errors ?? []) as { field: string; message: string }[];
    expect({ code: reply.code, fields: errors.map((each) => each.field) }).toEqual({ code, fields: [field] });
    expect(errors[0]!.message).toMatch(/^[A-Z\d].*\.$/);
    expect(asks).toContain(field);
  });
});
