// The sign-up form's values, when each step is complete, and the request. The server checks the password's strength.
import { say } from '#src/words/say.ts';
import { isCompletePhone, phoneForWire } from '#src/domain/phone.ts';
import type { Invitation, SignupPayload } from '../accountApi.ts';

export interface SignupValues {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  accountType: 'client' | 'shareholder';
  clientName: string;
  clientDisplayName: string;
  password: string;
  confirmPassword: string;
  smsConsent: boolean;
}

/** The parameter `type` preselects the account type; anything unknown is the default. */
export function emptySignup(type: string | null): SignupValues {
  return {
    firstName: '',
    lastName: '',
    email: '',
    phone: '',
    accountType: type === 'shareholder' ? 'shareholder' : 'client',
    clientName: '',
    clientDisplayName: '',
    password: '',
    confirmPassword: '',
    smsConsent: false,
  };
}

export const passwordLengthMin = 8;
export const passwordHelp = say`Min 8 characters, uppercase, lowercase, number, special char`;
export const incompleteText = say`Please fill in all required fields correctly.`;

export function isPersonalComplete(values: SignupValues): boolean {
  const { firstName, lastName, email, phone } = values;
  return firstName.trim() !== '' && lastName.trim() !== '' && email.includes('@') && isCompletePhone(phone);
}

export function isClientNameLawful(clientName: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(clientName);
}

/** What the password must not be made of. */
export const knownOf = (values: SignupValues, invitation: Invitation | null) => [
  values.firstName,
  values.lastName,
  values.email,
  values.clientName,
  values.clientDisplayName,
  invitation?.client_display_name,
];

export function isAccountComplete(values: SignupValues, invitation: Invitation | null): boolean {
  const { password, confirmPassword, smsConsent } = values;
  if (password.length < passwordLengthMin || password !== confirmPassword || !smsConsent) return false;
  // The invitation names the organization, so there is nothing to choose.
  if (invitation) return true;
  if (values.accountType === 'shareholder') return values.clientName.trim() !== '';
  return isClientNameLawful(values.clientName) && values.clientDisplayName.trim() !== '';
}

/** Fills in the invitation's values; what the person has already typed is kept. */
export function withInvitation(values: SignupValues, invitation: Invitation): SignupValues {
  return {
    ...values,
    firstName: values.firstName || (invitation.first_name ?? ''),
    lastName: values.lastName || (invitation.last_name ?? ''),
    email: values.email || invitation.email,
    accountType: invitation.kind === 'shareholder' ? 'shareholder' : 'client',
    clientName: invitation.client_name,
    clientDisplayName: invitation.client_display_name,
  };
}

export function signupPayload(values: SignupValues, inviteToken: string | null): SignupPayload {
  return {
    email: values.email.trim(),
    password: values.password,
    phone: phoneForWire(values.phone),
    first_name: values.firstName.trim(),
    last_name: values.lastName.trim(),
    sms_consent: values.smsConsent,
    account_type: values.accountType,
    client_name: values.clientName.trim(),
    client_display_name: values.accountType === 'client' ? values.clientDisplayName.trim() : '',
    ...(inviteToken ? { invite_token: inviteToken } : {}),
  };
}
