// What the page of a record shows beyond its row and its history, by resource.
import { certificates } from '#src/resources/certificates.ts';
import { convertibles } from '#src/resources/convertibles.ts';
import { distributions } from '#src/resources/distributions.ts';
import { documents } from '#src/resources/documents.ts';
import { drafts } from '#src/resources/drafts.ts';
import { equityPlans } from '#src/resources/equityPlans.ts';
import { grants } from '#src/resources/grants.ts';
import { imports } from '#src/resources/imports.ts';
import { joinRequests } from '#src/resources/joinRequests.ts';
import type { RecordOf, Resource } from '#src/resources/kit/defineResource.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { messages } from '#src/resources/messages.ts';
import { paymentBatches } from '#src/resources/paymentBatches.ts';
import { payments } from '#src/resources/payments.ts';
import { scenarios } from '#src/resources/scenarios.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import { transactions } from '#src/resources/transactions.ts';
import { valuations } from '#src/resources/valuations.ts';
import { warrants } from '#src/resources/warrants.ts';
import type { CommandContext } from '../commands/core/context.ts';
import type { Row } from '../db/database.ts';
import { showBatch } from './showBatch.ts';
import { showCertificate } from './showCertificate.ts';
import { showConvertible } from './showConvertible.ts';
import { showDistribution } from './showDistribution.ts';
import { showDocument } from './showDocument.ts';
import { showDraft } from './showDraft.ts';
import { showEquityPlan } from './showEquityPlan.ts';
import { showGrant } from './showGrant.ts';
import { showImport } from './showImport.ts';
import { showJoinRequest } from './showJoinRequest.ts';
import { showPayment } from './showPayment.ts';
import { showScenario } from './showScenario.ts';
import { showSecurity } from './showSecurity.ts';
import { showShareClass } from './showShareClass.ts';
import { showShareholder } from './showShareholder.ts';
import { showThread } from './showThread.ts';
import { showTransaction } from './showTransaction.ts';
import { showValuation } from './showValuation.ts';

type Show<R> = (context: CommandContext, record: R) => Promise<Row>;

/** The route that finds a page by the resource's name gives it the record that the resource declares. */
const pageOf = <F extends Fields>({ name }: Resource<F>, show: Show<RecordOf<Resource<F>>>): [string, Show<Row>] => [
  name,
  show as Show<Row>,
];

export const recordPages: Readonly<Record<string, Show<Row>>> = Object.fromEntries([
  pageOf(shareholders, showShareholder),
  pageOf(shareClasses, showShareClass),
  pageOf(certificates, showCertificate),
  pageOf(equityPlans, showEquityPlan),
  pageOf(grants, showGrant),
  pageOf(convertibles, showConvertible),
  pageOf(warrants, async (context, record) => {
    const { issuance: _issuance, ...shown } = await showSecurity(context, record);
    return shown;
  }),
  pageOf(valuations, showValuation),
  pageOf(distributions, showDistribution),
  pageOf(payments, showPayment),
  pageOf(paymentBatches, showBatch),
  pageOf(joinRequests, showJoinRequest),
  pageOf(scenarios, showScenario),
  pageOf(drafts, showDraft),
  pageOf(documents, showDocument),
  pageOf(messages, showThread),
  pageOf(imports, showImport),
  pageOf(transactions, showTransaction),
]);
