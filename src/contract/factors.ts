// What an account sees of its own ways to confirm who it is.
import { z } from 'zod';

export const ownFactors = z.object({
  sms: z
    .object({
      phone_last4: z.string(),
      is_on: z.boolean().describe('Whether a code by text message is offered beside an authenticator app.'),
    })
    .nullable()
    .describe('Null for the accounts of the sample company, which have no second factor.'),
  totp: z.object({ created_at: z.string() }).nullable().describe('The authenticator app.'),
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), created_at: z.string() })),
  recovery_codes_left: z.int(),
});
export type OwnFactors = z.infer<typeof ownFactors>;

export const newAuthenticator = z.object({
  secret: z.string().describe('In base32, to type into an app that cannot read the QR code.'),
  otpauth_url: z.string().describe('The content of the QR code.'),
});
export type NewAuthenticator = z.infer<typeof newAuthenticator>;

export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()).describe('Shown this once.') });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
