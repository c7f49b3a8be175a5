// What a text message costs: counted for the number, the account, the network and the installation before it is queued.
import type { Deps } from '../deps.ts';
import { isKnownNetwork } from './client.ts';
import type { Client } from './client.ts';
import type { Limits } from './limits.ts';

/**
 * Counts one message. A number counts apart where an account has proved it: what strangers send to it by signing up takes
 * nothing from its owner's sign-ins. Refuses: too_many (429).
 */
export async function spendMessage(
  deps: Deps,
  limits: Limits,
  to: { phone: string; isProved: boolean; accountId: string | null },
  client: Client,
): Promise<void> {
  const kind = to.isProved
    ? (['message_proved_hour', 'message_proved_day'] as const)
    : (['message_new_soon', 'message_new_day'] as const);
  for (const limit of kind) await limits.spend(limit, to.phone);
  // Only messages that are paid for have a budget.
  if (deps.config.smsDriver === 'log') return;
  if (to.accountId) await limits.spend('sms_account', to.accountId);
  const isKnown = await deps.db.system((tx) => isKnownNetwork(tx, deps.secrets, null, client));
  if (!isKnown) await limits.spend('sms_address', client.network);
  await limits.spend('sms_budget', 'all');
}
