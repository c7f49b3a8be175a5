// Every kind of job and its handler. A new kind is a file under kinds/ and a line here.
import type { Deps } from '../deps.ts';
import type { Carriers } from '../providers/carriers.ts';
import type { PayoutProvider } from '../providers/payouts/payoutProvider.ts';
import type { Handlers } from './job.ts';
import { countLedgerAgain } from './kinds/countLedger.ts';
import { askForResults, handOver } from './kinds/handOver.ts';
import { sendMessage } from './kinds/message.ts';
import { mailNotices } from './kinds/notices.ts';

/** `provider`: null where the installation has no payout provider. */
export const handlersOf = (deps: Deps, carriers: Carriers, provider: PayoutProvider | null): Handlers => ({
  email: sendMessage(deps, carriers.email),
  sms: sendMessage(deps, carriers.sms),
  notices: mailNotices(deps),
  count_ledger: countLedgerAgain(deps),
  ...(provider && { hand_over: handOver(deps, provider), ask_for_results: askForResults(deps, provider) }),
});
