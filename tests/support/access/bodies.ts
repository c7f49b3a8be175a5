// A body in the right shape for each command on a record, so that a refusal is about the record and not about the body.
import type { Row } from '#server/db/database.ts';

const bodies: Record<string, Row> = {
  transfer: { to_shareholder_id: 'x', quantity: '1', date: '2024-03-01' },
  cancel: { date: '2024-03-01', reason: 'x' },
  repurchase: { quantity: '1', date: '2024-03-01', price_per_share: '1' },
  authorize: { authorized_shares: '5', date: '2024-03-01', reason: 'x' },
  'payment-batches/cancel': {},
  'tasks/complete': {},
  'payments/contacts': { date: '2024-03-01', channel: 'letter', note: 'x' },
  'reconciliations/confirm': { lines: [1] },
  'reconciliations/answers': { answers: {} },
  'distributions/approve': { version: 1 },
  approve: { create: true },
  complete: { date: '2024-03-01' },
  fail: { reason: 'x' },
  block: { reason: 'x' },
  dispute: { reason: 'x' },
  messages: { body: 'x' },
  'grants/exercise': { quantity: '1', date: '2024-03-01' },
  'warrants/exercise': { date: '2024-03-01' },
  release: { quantity: '1', date: '2024-03-01' },
  accelerate: { date: '2024-03-01', reason: 'x' },
  'vesting-event': { vesting_condition_id: 'x', date: '2024-03-01' },
  reprice: { exercise_price: '1', date: '2024-03-01' },
  'certificates/convert': { date: '2024-03-01', to_share_class_id: 'x' },
  'convertibles/convert': { date: '2024-03-01', share_class_id: 'x', quantity: '1', price_per_share: '1' },
  terminate: { date: '2024-03-01', reason: 'x' },
  adjust: { reserved: '5', date: '2024-03-01', reason: 'x' },
  return: { reason: 'x' },
  'equity-plans/return': { security_id: 'x', quantity: '1', date: '2024-03-01', reason: 'x' },
  void: { reason: 'x' },
  'adjust-ratio': { numerator: '2', date: '2024-03-01', reason: 'x' },
  split: { numerator: '2', denominator: '1', date: '2024-03-01' },
  reissue: { date: '2024-03-01', reason: 'x' },
  replace: { date: '2024-03-01', reason: 'x' },
  retract: { date: '2024-03-01', reason: 'x' },
  reveal: { field: 'tax_id' },
  share: { expires_in_days: 7 },
  'shareholders/bank-change/approve': {},
  'shareholders/bank-change/reject': { reason: 'x' },
  'shareholders/tax-profile/reject': { reason: 'x' },
};
/** Of routes that are no command on a record. */
const others: Record<string, Row> = {
  '/api/auth/factors/passkeys/:id': { name: 'x' },
  '/api/views/:id': { resource: 'tasks', name: 'x', version: 1 },
};

/** By the address of a route, such as /api/certificates/:id/transfer. */
export function bodyFor(url: string): Row {
  if (others[url]) return others[url];
  const [, resource, verb = ''] = /^\/api\/([^/]+)\/:id\/?(.*)$/.exec(url) ?? [];
  const own = bodies[`${String(resource)}/${verb}`];
  if (resource === 'distributions') return own ?? {};
  return own ?? bodies[url.split('/').at(-1)!] ?? {};
}
