// From sign-up to a true cap table of two founders who vest and a pool, on the screens, with each click and field counted.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { useNewcomer } from '../support/browser.ts';
import { messageTo } from '../support/runningServer.ts';

const newcomer = useNewcomer('nothing');

let count = 0;
const field = async (input: Locator, value: string) => {
  count += 1;
  await input.fill(value);
};
const choice = async (input: Locator, label: string) => {
  count += 1;
  await input.selectOption({ label });
};
const click = async (target: Locator) => {
  count += 1;
  await target.click();
};
const labelled = (label: string | RegExp, index = 0) => newcomer.page.getByLabel(label).nth(index);
const button = (name: string | RegExp) => newcomer.page.getByRole('button', { name });

it('takes at most 25 clicks and fields', async () => {
  await newcomer.page.goto(`${newcomer.address}/signup`);
  await field(labelled('First Name'), 'Fiona');
  await field(labelled('Last Name'), 'Founder');
  await field(labelled('Email Address'), 'fiona@nothing.example');
  await field(labelled('Phone Number'), '15551239001');
  await click(button('Next: Account Setup'));
  await field(newcomer.page.getByLabel('Client Name', { exact: true }), 'nothing');
  await field(labelled('Company Display Name'), 'Nothing Yet, Inc.');
  await field(newcomer.page.getByLabel('Password', { exact: true }), 'Right-to-the-share-1');
  await field(labelled('Confirm Password'), 'Right-to-the-share-1');
  await click(newcomer.page.getByRole('checkbox'));
  await click(button('Create Account'));
  const [, code] = await messageTo(newcomer.dataDir, '+15551239001', /code is (\d{6})/);
  await field(labelled('Verification Code'), code!);
  await click(newcomer.page.getByRole('button', { name: 'Verify', exact: true }));
  await click(newcomer.page.getByRole('link', { name: 'Start with your cap table' }));
  await click(newcomer.page.getByRole('link', { name: /^Type it in/ }));
  const founders = [
    ['Ada', 'Okafor', '5000000'],
    ['Ben', 'Lindqvist', '3000000'],
  ] as const;
  for (const [index, [first, last, quantity]] of founders.entries()) {
    await field(labelled(/^First Name/, index), first);
    await field(labelled(/^Last Name/, index), last);
    await field(labelled(/^Shares$/, index), quantity);
    await choice(labelled(/^Vesting/, index), '4 years, first year as a cliff');
  }
  await field(labelled(/^Shares reserved/), '1000000');
  // Beside the form, before anything is written.
  await newcomer.page.getByRole('row', { name: 'Ada Okafor 5,000,000 55.56 %' }).waitFor();
  await newcomer.page.getByRole('row', { name: '2 certificates 9,000,000 100.00 %' }).waitFor();
  await click(button('Issue 8,000,000 shares'));
  await newcomer.page.waitForURL('**/app/cap-table');
  await newcomer.page.getByRole('row', { name: /^Total 8,000,000/ }).waitFor();
  expect(count).toBeLessThanOrEqual(25);
});

it('leaves founders who vest, a pool, and a list that knows what is done', async () => {
  await newcomer.page.getByText('Fully diluted', { exact: true }).click();
  await newcomer.page.getByRole('row', { name: /^Total .*9,000,000/ }).waitFor();
  await newcomer.page.goto(`${newcomer.address}/app/certificates`);
  await newcomer.page.getByText('CS-1', { exact: true }).first().click();
  await newcomer.page.getByText('Vesting', { exact: true }).first().waitFor();
  await newcomer.page.goto(`${newcomer.address}/app/dashboard`);
  await newcomer.page.getByText('3 of 7 done.').waitFor();
  await button(/^Mark as checked/).click();
  await newcomer.page.getByText('4 of 7 done.').waitFor();
  await button('Close the list').click();
  await newcomer.page.getByText('Set up your company').waitFor({ state: 'detached' });
  await newcomer.page.reload();
  await newcomer.page.getByText('Needs your decision').waitFor();
  expect(await newcomer.page.getByText('Set up your company').count()).toBe(0);
});

it('answers the questions, which decide what comes next and what the first class is called', async () => {
  await newcomer.page.goto(`${newcomer.address}/app/welcome`);
  await expect.poll(() => labelled(/^Country/).inputValue()).toBe('US');
  await labelled(/^Country/).selectOption({ label: 'United Kingdom' });
  await labelled(/^What kind of company/).selectOption({ index: 2 });
  await labelled(/^Where is the cap table/).selectOption({ index: 1 });
  await button('Continue: Type it in').click();
  await newcomer.page.getByRole('heading', { level: 1, name: 'Type in your cap table' }).waitFor();
  await expect.poll(() => labelled(/^Name/).inputValue()).toBe('Ordinary');
});
