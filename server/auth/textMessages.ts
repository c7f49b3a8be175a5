// What a text message costs: counted for the number, the account, the network and the installation before it is queued.
import type { Deps } from '../deps.ts';
import { isKnownNetwork } from './client.ts';
import type { Client, Lane } from './client.ts';
import type { Limit, Limits } from './limits.ts';

/** A number that its account has proved counts apart, and keeps some for who signed in before. */
type Number = { phone: string; isProved: false } | { phone: string; isProved: true; accountId: string; lane: Lane };

/**
 * Counts one message. What strangers send to a number by signing up takes nothing from its owner's sign-ins, and what they
 * send with the owner's password leaves some to a device or network that is known. Out: takes it back, for one that was
 * not sent. Refuses: too_many (429).
 */
export async function spendMessage(
  deps: Deps,
  limits: Limits,
  to: Number,
  client: Client,
): Promise<() => Promise<void>> {
  const counted: [Limit, string][] = [];
  const giveBack = async () => {
    for (const [limit, key] of counted) await limits.giveBack(limit, key);
  };
  const refusal = await countMessage(deps, to, client, async (limit, key) => {
    await limits.spend(limit, key);
    counted.push([limit, key]);
  }).catch((error: unknown) => ({ error }));
  if (!refusal) return giveBack;
  await giveBack();
  throw refusal.error;
}

async function countMessage(
  deps: Deps,
  to: Number,
  client: Client,
  count: (limit: Limit, key: string) => Promise<void>,
): Promise<void> {
  if (to.isProved && to.lane === 'other') {
    await count('message_network_hour', `${to.phone} ${client.site}`);
    await count('message_network_day', `${to.phone} ${client.site}`);
    await count('message_unknown_hour', to.phone);
    await count('message_unknown_day', to.phone);
  }
  await count(to.isProved ? 'message_proved_hour' : 'message_new_soon', to.phone);
  await count(to.isProved ? 'message_proved_day' : 'message_new_day', to.phone);
  // Only messages that are paid for have a budget.
  if (deps.config.smsDriver === 'log') return;
  if (to.isProved) await count('sms_account', to.accountId);
  const isKnown = await deps.db.system((tx) => isKnownNetwork(tx, deps.secrets, null, client));
  if (!isKnown) await count('sms_address', client.network);
  if (!to.isProved) await count('sms_unproved', 'all');
  await count('sms_budget', 'all');
}
