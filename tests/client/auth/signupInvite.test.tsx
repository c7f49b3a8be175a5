import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { SignupWizard } from '#src/auth/signup/SignupWizard.tsx';
import { useBrowser } from './browser.ts';

const browser = useBrowser();

function openInvited(answer: Parameters<typeof browser.answer>[1]) {
  browser.at('/signup?invite=inv-1');
  browser.answer('GET /api/auth/invitations/inv-1', answer);
  render(<SignupWizard />);
  return userEvent.setup();
}

const invitation = {
  client_name: 'northwind',
  client_display_name: 'Northwind Robotics, Inc.',
  email: 'ingrid@solberg.example',
  first_name: 'Ingrid',
  last_name: 'Solberg',
  kind: 'shareholder',
};

describe('signing up by invitation', () => {
  it('fills in the data of the invitation, and links to signing in', async () => {
    openInvited({ json: invitation });
    expect(await screen.findByText(/Northwind Robotics, Inc\. has invited you/)).toBeVisible();
    expect(screen.getByLabelText('First Name')).toHaveValue('Ingrid');
    expect(screen.getByLabelText('Last Name')).toHaveValue('Solberg');
    expect(screen.getByLabelText('Email Address')).toHaveValue('ingrid@solberg.example');
    expect(screen.getByRole('link', { name: 'sign in to accept' })).toHaveAttribute('href', '/login?invite=inv-1');
  });

  it('fixes account type and client name, and sends the token', async () => {
    const user = openInvited({ json: invitation });
    await screen.findByText(/has invited you/);
    browser.answer('POST /api/auth/signup', {
      json: { needs_verification: true, email: 'ingrid@solberg.example', message: 'Sent.' },
    });
    await user.type(screen.getByLabelText('Phone Number'), '5551234567{Enter}');
    expect(screen.getByLabelText('Account Type')).toHaveValue('Join as Shareholder');
    expect(screen.getByLabelText('Client Name')).toHaveAttribute('readonly');
    await user.type(screen.getByLabelText('Password'), 'Secret-1!');
    await user.type(screen.getByLabelText('Confirm Password'), 'Secret-1!');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    await screen.findByRole('heading', { name: 'Verify Your Phone' });
    expect(browser.callsOf('/api/auth/signup')[0]?.body).toMatchObject({
      invite_token: 'inv-1',
      account_type: 'shareholder',
      client_name: 'northwind',
    });
  });

  it('says that an invitation is not valid, and still lets the user sign up', async () => {
    const detail = 'This invitation was used already. It works once: sign in with the account that accepted it.';
    const user = openInvited({ status: 404, json: { code: 'invitation_used', detail } });
    expect(await screen.findByRole('alert')).toHaveTextContent(detail);
    await user.type(screen.getByLabelText('First Name'), 'Ingrid');
    await user.type(screen.getByLabelText('Last Name'), 'Solberg');
    await user.type(screen.getByLabelText('Email Address'), 'i@s.example');
    await user.type(screen.getByLabelText('Phone Number'), '5551234567{Enter}');
    expect(screen.getByRole('radio', { name: 'Create Client Organization' })).toBeChecked();
  });
});
