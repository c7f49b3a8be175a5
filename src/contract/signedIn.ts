// Who is signed in, and in which companies.
import { z } from 'zod';
import { localeNames } from '#src/words/locales.ts';
import { holderContact } from './holderContact.ts';

export const signedInUser = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  account_type: z.enum(['client', 'shareholder']),
  role: z.string(),
  client_name: z.string().nullable(),
  client_display_name: z.string().nullable(),
  membership_status: z.string(),
  time_zone: z.string().nullable().describe('Of the company; it decides its current day. Null until somebody sets it.'),
  currency: z.string().nullable().describe('Of amounts that name no other.'),
  locale: z
    .enum(localeNames)
    .nullable()
    .describe('The language that the person chose. Null: what `Accept-Language` says.'),
});

export const localeChoice = z.strictObject({ locale: z.enum(localeNames).nullable() });

export type SignedInUser = z.infer<typeof signedInUser>;

/** What a sign-in answers: the session's token, and whose it is. */
export const signedIn = z.object({ access_token: z.string(), user: signedInUser });

export const ownMembership = z.object({
  client_name: z.string(),
  client_display_name: z.string(),
  role: z.string(),
  status: z.string(),
  shareholder_id: z.string().nullable(),
  time_zone: z.string().nullable(),
  currency: z.string(),
  holder_contact: holderContact.nullable(),
  logo: z.string().nullable().describe('The fingerprint of the company’s logo.'),
});

export const me = z.object({
  user: signedInUser,
  memberships: z.array(ownMembership),
  active: z.string().nullable().describe('The client name of the company of this session.'),
  email_verified: z.boolean(),
  unread_notices: z.int().describe('Of all companies, counted to a hundred.'),
});
