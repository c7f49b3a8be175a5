// Creates distributions in each state, with payments in each state.
import { addDays } from '#src/domain/dates.ts';
import { companyBankAccountCommands } from '../bankAccounts/companyBankAccounts.ts';
import { approveDistribution, cancelDistribution } from '../distributions/decideDistribution.ts';
import { previewOf } from '../distributions/distributionPreview.ts';
import { createDistribution } from '../distributions/distributions.ts';
import { completePayment, failPayment, startPayment } from '../distributions/payments.ts';
import { dividends } from './company.ts';
import type { Story } from './story.ts';

export async function tellDistributions(story: Story): Promise<void> {
  const all = Object.values(story.classIds);
  await companyBankAccountCommands.create!(await story.as('daniel', story.day([4, '04-08'])), {
    label: 'Operating account',
    name: 'Tidewater Robotics, Inc.',
    routing_number: '091000019',
    account_number: '4400112233',
  });
  await paidDividend(story, all);
  await dividendUnderWay(story, all);
  await waitingForApproval(story, all);
  await cancelledOne(story);
}

async function declare(story: Story, on: string, body: Record<string, unknown>): Promise<string> {
  return createDistribution(await story.as('daniel', on), { type: 'dividend', ...body });
}

async function approve(story: Story, on: string, id: string) {
  const context = await story.as('mara', on);
  const { preview_hash } = await previewOf(context, id);
  await approveDistribution(context, id, { preview_hash: String(preview_hash) });
}

async function paymentsOf(story: Story, distribution: string): Promise<string[]> {
  const rows = await story.tx.rows<{ id: string }>(
    'select id from payment where org_id = $1 and distribution_id = $2 order by amount desc, id',
    [story.org, distribution],
  );
  return rows.map((row) => row.id);
}

async function pay(story: Story, payments: readonly string[], date: string) {
  const context = await story.as('daniel', date);
  for (const [index, id] of payments.entries()) {
    await startPayment(context, id, {});
    await completePayment(context, id, {
      date,
      reference: `WIRE ${date.replaceAll('-', '')}-${String(index + 1).padStart(3, '0')}`,
    });
  }
}

async function paidDividend(story: Story, all: string[]) {
  const { perShare, record: recordDay, payment } = dividends.paid;
  const record = story.day(recordDay);
  const id = await declare(story, addDays(record, -20), {
    name: `Dividend for ${Number(record.slice(0, 4)) - 1}`,
    share_class_ids: all,
    amount_per_share: perShare,
    record_date: record,
    payment_date: story.day(payment),
  });
  await approve(story, addDays(record, 2), id);
  await pay(story, await paymentsOf(story, id), story.day(payment));
}

async function dividendUnderWay(story: Story, all: string[]) {
  const paymentDate = story.day(dividends.next.payment);
  const id = await declare(story, story.day(45), {
    name: 'Spring dividend',
    share_class_ids: all,
    total_amount: dividends.next.total,
    record_date: story.day(dividends.next.record),
    payment_date: paymentDate,
  });
  await approve(story, story.day(18), id);
  const payments = await paymentsOf(story, id);
  await pay(story, payments.slice(0, 9), paymentDate);
  const context = await story.as('daniel', story.day(4));
  for (const payment of payments.slice(9, 14)) await startPayment(context, payment, {});
  for (const payment of payments.slice(12, 14))
    await failPayment(context, payment, { reason: 'The bank returned it: account closed.' });
}

async function waitingForApproval(story: Story, all: string[]) {
  await declare(story, story.day(6), {
    name: 'Interim dividend',
    share_class_ids: all,
    amount_per_share: '0.0275',
    record_date: story.day(1),
    payment_date: story.day(-17),
  });
}

async function cancelledOne(story: Story) {
  const record = story.day([3, '12-01']);
  const id = await declare(story, addDays(record, -30), {
    name: 'Preferred dividend',
    share_class_ids: [story.classIds.seed, story.classIds.seriesA],
    amount_per_share: '0.064',
    record_date: record,
    payment_date: addDays(record, 30),
  });
  await cancelDistribution(await story.as('mara', addDays(record, -10)), id);
}
