// Limits text messages: counts them for the number, the account, the network and the installation before they are queued.
import { countriesOfMask } from '#src/domain/phone.ts';
import type { Deps } from '../deps.ts';
import { isKnownNetwork } from './client.ts';
import type { Client, Lane } from './client.ts';
import type { Counted, Limits } from './limits.ts';
import { countryOfPhone } from './phoneNumbers.ts';

/**
 * A number proved by its account is counted separately and keeps some messages for known clients; so is a number
 * entered by the owner of the account's proved mailbox.
 */
type Number =
  | { phone: string; isProved: false; ownerId?: string }
  | { phone: string; isProved: true; accountId: string; lane: Lane };

/**
 * Counts one message. Strangers' sign-ups with a number do not use up its owner's sign-ins, and strangers with the
 * owner's password leave some for known devices and networks. Out: a function that takes the count back if nothing was
 * sent. Refuses: too_many (429).
 */
export const spendMessage = async (
  deps: Deps,
  limits: Limits,
  to: Number,
  client: Client,
): Promise<() => Promise<void>> => limits.spendAll([...countsOf(to, client), ...(await costsOf(deps, to, client))]);

function countsOf(to: Number, { site }: Client): Counted[] {
  const { phone } = to;
  if (!to.isProved) {
    return to.ownerId === undefined
      ? [
          ['message_new_network_day', `${phone} ${site}`],
          ['message_new_soon', phone],
          ['message_new_day', phone],
        ]
      : [
          ['message_own_soon', `${phone} ${to.ownerId}`],
          ['message_own_day', `${phone} ${to.ownerId}`],
          ['message_own_number_day', phone],
        ];
  }
  const ofStrangers: Counted[] =
    to.lane === 'other'
      ? [
          ['message_network_hour', `${phone} ${site}`],
          ['message_network_day', `${phone} ${site}`],
          ['message_unknown_hour', phone],
          ['message_unknown_day', phone],
        ]
      : [];
  return [...ofStrangers, ['message_proved_hour', phone], ['message_proved_day', phone]];
}

/** Only paid messages have a budget. */
async function costsOf(deps: Deps, to: Number, client: Client): Promise<Counted[]> {
  if (deps.config.smsDriver === 'log') return [];
  const counts: Counted[] = to.isProved ? [['sms_account', to.accountId]] : [];
  const isKnown = await deps.db.system((tx) => isKnownNetwork(tx, deps.secrets, null, client));
  if (!isKnown) counts.push(['sms_address', client.network]);
  const country = countryOfPhone(to.phone) ?? 'none';
  if (!countriesOfMask.includes(country)) {
    if (!to.isProved) counts.push(['sms_country_unproved', country]);
    counts.push(['sms_country', country]);
  }
  if (!to.isProved) counts.push(['sms_unproved', 'all']);
  return [...counts, ['sms_budget', 'all']];
}
