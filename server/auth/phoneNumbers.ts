// Which phone numbers can be used, and of which country a number is. A driver that prints codes takes any possible number; one
// that charges for each message takes those of the operator's countries, and none in a range that costs extra.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { PhoneNumber } from 'libphonenumber-js/max';
import { countriesInSentence } from '#src/domain/countries.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { invalidField } from '../data/refusals.ts';

type SmsConfig = Pick<Config, 'smsDriver' | 'smsCountries'>;

/** Named by what they cannot be: premium and shared-cost numbers, personal ones that forward at a price, pagers, mailboxes. */
const ORDINARY = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE', 'FIXED_LINE', 'VOIP']);

const ofNumber = (phone: string): PhoneNumber | undefined => parsePhoneNumberFromString(phone, { extract: false });

/** `SE`; null for what belongs to no country, as satellites do. */
export const countryOfPhone = (phone: string): string | null => ofNumber(phone)?.country ?? null;

export function phoneProblem(phone: string, { smsDriver, smsCountries }: SmsConfig): string | null {
  const number = /^\+\d{7,15}$/.test(phone) ? ofNumber(phone) : undefined;
  const isPossible = number?.isPossible() === true && number.number === phone;
  if (smsDriver === 'log')
    return isPossible ? null : 'Enter a phone number with its country code, such as +15551234567 or +46701234567.';
  const { country } = number ?? {};
  const open = countriesInSentence(smsCountries);
  if (!isPossible || country === undefined || !smsCountries.includes(country))
    return `Use a phone number from ${open}: codes are sent only there. The operator of this Sharebook can add other countries.`;
  if (!number!.isValid()) return `There is no such phone number. Enter one from ${open}.`;
  return ORDINARY.has(number!.getType() ?? '')
    ? null
    : `Messages to this number cost extra or do not arrive. Enter an ordinary mobile number from ${open}.`;
}

/** Refuses: invalid_fields (422), at its field. */
export function refusePhone(deps: Deps, phone: string): void {
  const problem = phoneProblem(phone, deps.config);
  if (problem) throw invalidField('phone', problem);
}
