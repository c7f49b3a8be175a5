// The page of the link that stops mails: it says which, and only its button stops them.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { AccountApp } from '#src/publicEntry/AccountApp.tsx';
import { useBrowser } from './browser.ts';

const browser = useBrowser();
const open = () => {
  browser.at('/unsubscribe?token=tok-1');
  render(<AccountApp pathname="/unsubscribe" />);
};

it('names the mails, and stops them when its button is pressed', async () => {
  browser.answer('GET /api/unsubscribe/about', { json: { kinds: ['A task for you'] } });
  browser.answer('POST /api/unsubscribe', { json: { kinds: ['A task for you'] } });
  open();
  expect(await screen.findByText('A task for you')).toBeVisible();
  expect(browser.callsOf('/api/unsubscribe')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Stop These Mails' }));
  expect(await screen.findByRole('heading', { name: 'You get no more of these mails' })).toBeVisible();
  expect(browser.callsOf('/api/unsubscribe')[0]!.query.get('token')).toBe('tok-1');
});

it('says what to do with a link that is not complete', async () => {
  browser.answer('GET /api/unsubscribe/about', { status: 404, json: { detail: 'This link is not complete.' } });
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is not complete.');
  expect(screen.queryByRole('button', { name: 'Stop These Mails' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Choose your mails in Settings' })).toHaveAttribute(
    'href',
    '/app/you/notifications',
  );
});

it('keeps the button when the mails could not be stopped', async () => {
  browser.answer('GET /api/unsubscribe/about', { json: { kinds: ['A task for you'] } });
  browser.answer('POST /api/unsubscribe', { status: 429, json: { detail: 'Too many requests.' } });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Stop These Mails' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests.');
  expect(screen.getByRole('button', { name: 'Stop These Mails' })).toBeEnabled();
});
