// The registry, in the menu's order. A resource that is not listed here does not exist.
import { assignees } from './assignees.ts';
import { audit } from './audit.ts';
import { boardSeats } from './boardSeats.ts';
import { certificates } from './certificates.ts';
import { companyBankAccounts } from './companyBankAccounts.ts';
import { convertibles } from './convertibles.ts';
import { distributions } from './distributions.ts';
import { documents } from './documents.ts';
import { drafts } from './drafts.ts';
import { equityPlans } from './equityPlans.ts';
import { grants } from './grants.ts';
import { imports } from './imports.ts';
import { joinRequests } from './joinRequests.ts';
import type { Resource } from './kit/defineResource.ts';
import { legends } from './legends.ts';
import { members } from './members.ts';
import { messages } from './messages.ts';
import { paymentBatches } from './paymentBatches.ts';
import { payments } from './payments.ts';
import { scenarios } from './scenarios.ts';
import { shareClasses } from './shareClasses.ts';
import { shareholders } from './shareholders.ts';
import { tasks } from './tasks.ts';
import { transactions } from './transactions.ts';
import { undeliveredMessages } from './undeliveredMessages.ts';
import { valuations } from './valuations.ts';
import { vestingTerms } from './vestingTerms.ts';
import { warrants } from './warrants.ts';

export const resources: readonly Resource[] = [
  shareholders,
  certificates,
  distributions,
  payments,
  paymentBatches,
  documents,
  tasks,
  messages,
  shareClasses,
  equityPlans,
  grants,
  convertibles,
  warrants,
  valuations,
  scenarios,
  drafts,
  legends,
  vestingTerms,
  members,
  boardSeats,
  joinRequests,
  undeliveredMessages,
  companyBankAccounts,
  transactions,
  audit,
  imports,
  assignees,
];

export function resourceNamed(name: string): Resource {
  const found = resources.find((resource) => resource.name === name);
  if (!found) throw new Error(`No resource is declared under the name ${name}.`);
  return found;
}
