import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AccountApp } from '#src/publicEntry/AccountApp.tsx';
import { applyStoredTheme } from '#src/publicEntry/theme.ts';
import { saveSession } from '#src/auth/session.ts';
import { mara } from '../admin/console.tsx';
import { useBrowser } from './browser.ts';

const browser = useBrowser();

describe.each([
  ['/login', 'Sign in to Sharebook', 'Sign in to Sharebook'],
  ['/signup/', 'Create your Sharebook account', 'Create your account'],
  ['/forgot-password', 'Reset your Sharebook password', 'Reset your password'],
  ['/reset-password', 'Choose a new Sharebook password', 'Choose a new password'],
])('%s', (path, title, heading) => {
  it('has its own title, one h1, and links to both legal pages', async () => {
    browser.at(path);
    render(<AccountApp pathname={path} />);
    expect(document.title).toBe(title);
    expect((await screen.findAllByRole('heading', { level: 1 })).map((h1) => h1.textContent)).toEqual([heading]);
    expect(screen.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
    expect(screen.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms');
  });
});

it('keeps an invitation in the link from signing up to signing in', () => {
  browser.at('/signup?invite=inv-1');
  browser.answer('GET /api/auth/invitations/inv-1', new Promise(() => undefined));
  render(<AccountApp pathname="/signup" />);
  expect(screen.getByRole('banner').querySelector('a[href="/login?invite=inv-1"]')).not.toBeNull();
});

it.each(['/signup', '/login'])(
  'does not offer signing in at %s to a signed-in user who opens an invitation',
  async (path) => {
    browser.at(`${path}?invite=inv-1`);
    browser.answer('GET /api/auth/invitations/inv-1', new Promise(() => undefined));
    saveSession({ access_token: 'token-1', user: mara });
    render(<AccountApp pathname={path} />);
    const banner = within(screen.getByRole('banner'));
    expect(banner.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/app/dashboard');
    expect(banner.queryByRole('link', { name: /Sign In|Get Started/ })).toBeNull();
    expect(banner.queryByText(/account/)).toBeNull();
  },
);

describe('the theme of the account screens', () => {
  it.each([
    ['dark', 'dark'],
    ['light', 'light'],
    ['neon', undefined],
  ])('follows the stored choice %s', (stored, theme) => {
    delete document.documentElement.dataset.theme;
    localStorage.setItem('theme', stored);
    applyStoredTheme();
    expect(document.documentElement.dataset.theme).toBe(theme);
  });
});
