// A payment of the past that is completed, and the tax forms of its year.
import * as given from '../given.ts';
import type { Person } from '../people.ts';

/** The papers are of 2024. */
export async function givenYearlyTaxForm(owner: Person): Promise<void> {
  const certificate = await given.certificate(owner);
  const dividend = await given.distribution(owner, { share_class_ids: [certificate.share_class_id] });
  await given.approveSeen(owner, dividend);
  const filter = { distribution_id: dividend.id };
  const [payment] = (await owner.get(given.listUrl('/api/payments/', { filter }))).rows;
  await owner.post(`/api/payments/${String(payment!.id)}/start`, {});
  await owner.post(`/api/payments/${String(payment!.id)}/complete`, { date: '2024-07-16' });
  await owner.post('/api/yearly-tax-forms', { year: 2024 });
}
