import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { SignupWizard } from '#src/auth/signup/SignupWizard.tsx';
import { later, useBrowser } from './browser.ts';

const browser = useBrowser();
const field = (label: string) => screen.getByLabelText(label);
const button = (name: string) => screen.getByRole('button', { name });
const consent = () => screen.getByRole('checkbox');

function openSignup(query = ''): UserEvent {
  browser.at(`/signup${query}`);
  render(<SignupWizard />);
  return userEvent.setup();
}

async function fillPersonal(user: UserEvent) {
  await user.type(field('First Name'), 'Ada');
  await user.type(field('Last Name'), 'Marsh');
  await user.type(field('Email Address'), 'ada@northwind.example');
  await user.type(field('Phone Number'), '5551234567');
}

async function reachAccount(query = ''): Promise<UserEvent> {
  const user = openSignup(query);
  await fillPersonal(user);
  await user.click(button('Next: Account Setup'));
  return user;
}

async function fillAccount(user: UserEvent) {
  await user.type(field('Client Name'), 'northwind');
  await user.type(field('Company Display Name'), 'Northwind Robotics, Inc.');
  await user.type(field('Password'), 'Secret-1!');
  await user.type(field('Confirm Password'), 'Secret-1!');
  await user.click(consent());
}

describe('personal information', () => {
  it('enables Next when the names are filled in, the email has an at-sign and the phone eleven digits', async () => {
    const user = openSignup();
    const next = () => button('Next: Account Setup');
    await fillPersonal(user);
    expect(next()).toBeEnabled();
    await user.type(field('Phone Number'), '{Backspace}');
    expect(next()).toBeDisabled();
    await user.type(field('Phone Number'), '7');
    expect(next()).toBeEnabled();
    await user.clear(field('Email Address'));
    await user.type(field('Email Address'), 'ada.northwind.example');
    expect(next()).toBeDisabled();
    await user.type(field('Email Address'), '@');
    expect(next()).toBeEnabled();
    await user.clear(field('First Name'));
    expect(next()).toBeDisabled();
    await user.type(field('First Name'), 'Ada');
    await user.clear(field('Last Name'));
    expect(next()).toBeDisabled();
  });

  it('formats the phone number while it is typed, with at most eighteen characters', async () => {
    const user = openSignup();
    await user.type(field('Phone Number'), '555-123-4567');
    expect(field('Phone Number')).toHaveValue('+1 (555) 123-4567');
    expect(field('Phone Number')).toHaveAttribute('maxlength', '18');
    await user.type(field('Phone Number'), '9');
    expect(field('Phone Number')).toHaveValue('+1 (555) 123-4567');
  });

  it('lets a digit in the middle of the number be corrected', async () => {
    const user = openSignup();
    const phone = field('Phone Number') as HTMLInputElement;
    await user.type(phone, '5551234567');
    // The cursor is after "+1 (555) 12". The 2 is replaced by a 9.
    await user.type(phone, '{Backspace}9', { initialSelectionStart: 11, initialSelectionEnd: 11 });
    expect(phone).toHaveValue('+1 (555) 193-4567');
  });

  it('offers the field of other countries for what begins with another country’s code', async () => {
    const user = openSignup();
    await user.type(field('Phone Number'), '+46 70 123 45 67');
    expect(field('Phone Number')).toHaveValue('+46 70 123 45 67');
    expect(field('Phone Number')).toHaveAccessibleDescription(/another country/);
    expect(button('Next: Account Setup')).toBeDisabled();
    await user.click(button('My number is from another country'));
    expect(await screen.findByLabelText('Country of Your Number')).toHaveDisplayValue('Sweden (+46)');
    expect(field('Phone Number')).toHaveValue('+46 70 123 45 67');
    await user.click(button('My number is from the United States or Canada'));
    await user.type(field('Phone Number'), '5551234567');
    expect(field('Phone Number')).toHaveValue('+1 (555) 123-4567');
  });

  it('still empties the field, and takes a plus before a number of the United States', async () => {
    const user = openSignup();
    await user.type(field('Phone Number'), '+1 555 123 4567');
    expect(field('Phone Number')).toHaveValue('+1 (555) 123-4567');
    await user.type(field('Phone Number'), '{Backspace}'.repeat(11));
    expect(field('Phone Number')).toHaveValue('');
    await user.type(field('Phone Number'), '+');
    expect(field('Phone Number')).toHaveValue('+');
    await user.type(field('Phone Number'), '{Backspace}');
    expect(field('Phone Number')).toHaveValue('');
  });

  it.each([
    ['\u202a+49 (0) 151 2345 6789\u202c', 'Germany (+49)', '+49 1512 3456789'],
    ['tel:+46701234567', 'Sweden (+46)', '+46 70 123 45 67'],
    ['\uff0b\uff14\uff16 70 123 45 67', 'Sweden (+46)', '+46 70 123 45 67'],
  ])('keeps %j whole, which was copied from elsewhere', async (copied, country, number) => {
    const user = openSignup();
    await user.click(field('Phone Number'));
    await user.paste(copied);
    expect(field('Phone Number')).toHaveAccessibleDescription(/another country/);
    expect(button('Next: Account Setup')).toBeDisabled();
    await user.click(button('My number is from another country'));
    expect(await screen.findByLabelText('Country of Your Number')).toHaveDisplayValue(country);
    expect(field('Phone Number')).toHaveValue(number);
  });

  it('does not drop an extension, or a digit too many, in silence', async () => {
    const user = openSignup();
    await fillPersonal(user);
    for (const [copied, said] of [
      ['+1 555 123 4567 x89', /No message reaches an extension/],
      ['46701234567', /another country/],
    ] as const) {
      await user.clear(field('Phone Number'));
      await user.paste(copied);
      expect(field('Phone Number')).toHaveValue(copied);
      expect(field('Phone Number')).toHaveAccessibleDescription(said);
      expect(button('Next: Account Setup')).toBeDisabled();
    }
  });

  it('says that no number of the United States begins with a zero', async () => {
    const user = openSignup();
    await fillPersonal(user);
    await user.clear(field('Phone Number'));
    await user.type(field('Phone Number'), '0701234567');
    expect(field('Phone Number')).toHaveAccessibleDescription(/another country/);
    expect(button('Next: Account Setup')).toBeDisabled();
  });

  it('takes a number of another country by its name, and keeps it between the steps', async () => {
    browser.answer('POST /api/auth/signup', {
      json: { needs_verification: true, email: 'ada@northwind.example', message: 'Sent.' },
    });
    const user = openSignup();
    await fillPersonal(user);
    await user.click(button('My number is from another country'));
    await user.selectOptions(await screen.findByLabelText('Country of Your Number'), 'Sweden (+46)');
    expect(button('Next: Account Setup')).toBeDisabled();
    await user.type(field('Phone Number'), '070');
    await user.tab();
    expect(field('Phone Number')).toHaveAccessibleDescription(/This is not a phone number of Sweden/);
    await user.type(field('Phone Number'), '123');
    expect(field('Phone Number')).toHaveAccessibleDescription(/does not seem to be a phone number of Sweden/);
    expect(field('Phone Number')).not.toHaveAccessibleDescription(/codes are sent to \+/);
    await user.type(field('Phone Number'), '{Backspace}{Backspace}{Backspace}');
    await user.type(field('Phone Number'), '-123 45 67');
    expect(field('Phone Number')).toHaveAccessibleDescription(/\+46 70 123 45 67/);
    await user.click(button('Next: Account Setup'));
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByLabelText('Country of Your Number')).toHaveDisplayValue('Sweden (+46)');
    await user.click(button('Next: Account Setup'));
    await fillAccount(user);
    await user.click(button('Create Account'));
    expect(browser.callsOf('/api/auth/signup')[0]?.body).toMatchObject({ phone: '+46701234567' });
  });

  it('follows the country that is typed with the number', async () => {
    const user = openSignup();
    await user.click(button('My number is from another country'));
    await screen.findByLabelText('Country of Your Number');
    await user.type(field('Phone Number'), '+44 7400 123456');
    expect(field('Country of Your Number')).toHaveDisplayValue('United Kingdom (+44)');
    await user.selectOptions(field('Country of Your Number'), 'Jamaica (+1)');
    expect(field('Phone Number')).toHaveValue('');
    await user.type(field('Phone Number'), '876 555 0123');
    expect(field('Phone Number')).toHaveAccessibleDescription(/\+1 876 555 0123/);
  });

  it('says which countries are open, and whom to ask', async () => {
    browser.answer('GET /api/config', { json: { demo: null, sms_countries: ['US', 'CA', 'SE'] } });
    const user = openSignup();
    await fillPersonal(user);
    await user.click(button('My number is from another country'));
    const country = await screen.findByLabelText('Country of Your Number');
    await user.selectOptions(country, 'Norway (+47)');
    await user.type(field('Phone Number'), '40612345');
    expect(
      await screen.findByText(/Codes are not sent to Norway, only to the United States, Canada,? or Sweden/),
    ).toBeVisible();
    expect(country).toHaveAccessibleDescription(/Ask the operator of Sharebook/);
    expect(button('Next: Account Setup')).toBeDisabled();
  });

  it('refuses an incomplete form with a message', () => {
    openSignup();
    fireEvent.submit(field('First Name').closest('form')!);
    expect(screen.getByRole('alert')).toHaveTextContent('Please fill in all required fields correctly.');
    expect(screen.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
  });
});

describe('account setup', () => {
  it('starts with creating an organization', async () => {
    await reachAccount();
    expect(screen.getByRole('radio', { name: 'Create Client Organization' })).toBeChecked();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Account Setup' })).toHaveFocus());
  });

  it('starts with joining as a shareholder for ?type=shareholder', async () => {
    await reachAccount('?type=shareholder');
    expect(screen.getByRole('radio', { name: 'Join as Shareholder' })).toBeChecked();
    expect(screen.queryByLabelText('Company Display Name')).toBeNull();
  });

  it('enables Create Account only for valid values of a company', async () => {
    const user = await reachAccount();
    const create = () => button('Create Account');
    expect(create()).toBeDisabled();
    await fillAccount(user);
    expect(create()).toBeEnabled();
    for (const [label, wrong, right] of [
      ['Client Name', 'north wind', 'northwind'],
      ['Client Name', 'nörd', 'north_wind-2'],
      ['Company Display Name', '', 'Northwind Robotics, Inc.'],
      ['Password', 'Short-1', 'Secret-1!'],
      ['Confirm Password', 'Secret-2!', 'Secret-1!'],
    ] as const) {
      await user.clear(field(label));
      if (wrong) await user.type(field(label), wrong);
      expect(create(), `${label}: ${wrong}`).toBeDisabled();
      await user.clear(field(label));
      await user.type(field(label), right);
      expect(create(), `${label}: ${right}`).toBeEnabled();
    }
    await user.click(consent());
    expect(create()).toBeDisabled();
  });

  it('asks a shareholder only for the client name, which may have any characters', async () => {
    const user = await reachAccount('?type=shareholder');
    await user.type(field('Password'), 'Secret-1!');
    await user.type(field('Confirm Password'), 'Secret-1!');
    await user.click(consent());
    expect(button('Create Account')).toBeDisabled();
    await user.type(field('Client Name'), 'north wind');
    expect(button('Create Account')).toBeEnabled();
  });

  it('shows the rules of the password and the terms of the consent', async () => {
    await reachAccount();
    expect(field('Password')).toHaveAccessibleDescription(
      'Min 8 characters, uppercase, lowercase, number, special char',
    );
    const words = consent().closest('label')!;
    expect(words).toHaveTextContent(/SMS updates about account activity and important notifications/);
    expect(words).toHaveTextContent(/Message and data rates may apply/);
    expect(words).toHaveTextContent(/Reply STOP to cancel/);
    expect(screen.getByRole('link', { name: /Privacy Policy/ })).toHaveAttribute('href', '/privacy');
    expect(screen.getByRole('link', { name: /Terms of Service/ })).toHaveAttribute('href', '/terms');
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
  });

  it('keeps all values on Back and Next, and when the browser goes back', async () => {
    const user = await reachAccount();
    await fillAccount(user);
    await user.click(button('Back'));
    expect(field('First Name')).toHaveValue('Ada');
    expect(field('Phone Number')).toHaveValue('+1 (555) 123-4567');
    await user.click(button('Next: Account Setup'));
    expect(field('Client Name')).toHaveValue('northwind');
    expect(field('Password')).toHaveValue('Secret-1!');
    expect(consent()).toBeChecked();
    act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state: null })));
    expect(field('First Name')).toHaveValue('Ada');
  });

  it('sends the payload of the contract, without the repeated password', async () => {
    browser.answer('POST /api/auth/signup', {
      json: { needs_verification: true, email: 'ada@northwind.example', message: 'Sent.' },
    });
    const user = await reachAccount();
    await fillAccount(user);
    await user.click(button('Create Account'));
    await screen.findByRole('heading', { name: 'Verify Your Phone' });
    expect(browser.callsOf('/api/auth/signup')[0]?.body).toEqual({
      email: 'ada@northwind.example',
      password: 'Secret-1!',
      phone: '+15551234567',
      first_name: 'Ada',
      last_name: 'Marsh',
      sms_consent: true,
      account_type: 'client',
      client_name: 'northwind',
      client_display_name: 'Northwind Robotics, Inc.',
    });
  });

  it('is busy while the account is created', async () => {
    const { answer, arrive } = later();
    browser.answer('POST /api/auth/signup', answer);
    const user = await reachAccount();
    await fillAccount(user);
    await user.click(button('Create Account'));
    expect(button('Creating Account...')).toBeDisabled();
    for (const label of ['Client Name', 'Company Display Name', 'Password', 'Confirm Password'])
      expect(field(label)).toBeDisabled();
    expect(screen.getByRole('radio', { name: 'Join as Shareholder' })).toBeDisabled();
    expect(consent()).toBeDisabled();
    expect(button('Back')).toBeDisabled();
    arrive(undefined, 500);
    expect(await screen.findByRole('alert')).toHaveTextContent('Sign up failed. Please try again.');
    expect(console.error).toHaveBeenCalled();
    expect(field('Password')).toHaveValue('Secret-1!');
  });

  it('shows errors of the server at their fields, and those of the first step in the alert', async () => {
    browser.answer('POST /api/auth/signup', {
      status: 422,
      json: {
        detail: 'Some fields are not right.',
        errors: [
          { field: 'password', message: 'Add a special character.' },
          { field: 'phone', message: 'This number does not exist.' },
        ],
      },
    });
    const user = await reachAccount();
    await fillAccount(user);
    await user.click(button('Create Account'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Some fields are not right.');
    expect(alert).toHaveTextContent('Phone Number: This number does not exist.');
    expect(field('Password')).toBeInvalid();
    expect(field('Password')).toHaveAccessibleDescription(/Add a special character\./);
  });

  it('stays open with a link to sign in when no verification is needed', async () => {
    browser.answer('POST /api/auth/signup', {
      json: { needs_verification: false, email: 'ada@northwind.example', message: 'Your account is ready.' },
    });
    const user = await reachAccount();
    await fillAccount(user);
    await user.click(button('Create Account'));
    const banner = await screen.findByRole('status');
    expect(banner).toHaveTextContent('Your account is ready.');
    expect(screen.getByRole('link', { name: 'Sign in to continue' })).toHaveAttribute('href', '/login');
    expect(field('Client Name')).toHaveValue('northwind');
  });
});

describe('a reload', () => {
  async function reachCode() {
    browser.answer('POST /api/auth/signup', { json: { needs_verification: true, email: 'ada@northwind.example' } });
    const user = await reachAccount();
    await fillAccount(user);
    await user.click(button('Create Account'));
    await screen.findByLabelText('Verification Code');
    cleanup();
    return user;
  }

  it('returns to the code, with a button to start again', async () => {
    const user = await reachCode();
    render(<SignupWizard />);
    expect(screen.getByText(/We sent a code to the phone registered for ada@northwind\.example\./)).toBeVisible();
    expect(screen.getByLabelText('Verification Code')).toBeVisible();
    await user.click(button('Start again'));
    expect(field('First Name')).toHaveValue('');
    cleanup();
    render(<SignupWizard />);
    expect(field('First Name')).toBeVisible();
  });

  it('keeps only the email address, and a new visit begins at step 1', async () => {
    await reachCode();
    expect(Object.values({ ...sessionStorage })).toEqual(['ada@northwind.example']);
    history.replaceState(null, '');
    render(<SignupWizard />);
    expect(field('First Name')).toHaveValue('');
  });
});
