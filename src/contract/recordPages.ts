// What the page of a record carries beside its declared fields (GET /api/<resource>/:id). The server's queries, the screens
// and OpenAPI read the same. Figures that only the company may know are null for a shareholder.
import { z } from 'zod';
import { missingDetail } from './missingDetails.ts';
import type { Certificate } from '../resources/certificates.ts';
import type { Convertible } from '../resources/convertibles.ts';
import type { Distribution } from '../resources/distributions.ts';
import type { Document } from '../resources/documents.ts';
import type { Draft } from '../resources/drafts.ts';
import type { EquityPlan } from '../resources/equityPlans.ts';
import type { Grant } from '../resources/grants.ts';
import type { Import } from '../resources/imports.ts';
import type { Thread } from '../resources/messages.ts';
import type { PaymentBatch } from '../resources/paymentBatches.ts';
import type { Payment } from '../resources/payments.ts';
import type { Scenario } from '../resources/scenarios.ts';
import type { ShareClass } from '../resources/shareClasses.ts';
import type { Shareholder } from '../resources/shareholders.ts';
import type { Transaction } from '../resources/transactions.ts';
import type { Valuation } from '../resources/valuations.ts';
import type { Warrant } from '../resources/warrants.ts';
import { shownWindows, windowWarnings } from './exerciseWindows.ts';
import { amount } from './figures.ts';
import type { DraftDetails } from './scenarios/scenarioDrafts.ts';
import { draftPage } from './scenarios/scenarioDrafts.ts';
import type { ScenarioDetails } from './scenarios/scenarios.ts';
import { scenarioPage } from './scenarios/scenarios.ts';
import type { PaymentBatchDetails } from './paymentBatches.ts';
import { paymentBatchPage } from './paymentBatches.ts';
import { messageFile } from './messages.ts';
import { holderDetails } from './holderDetails.ts';
import { finding } from './imports.ts';
import { certificate, convertible, grant, history, listedEntry, securityDetails, undo } from './securityPages.ts';
import type {
  CertificateDetails,
  ConvertibleDetails,
  GrantDetails,
  HistoryLine,
  SecurityDetails,
} from './securityPages.ts';

const day = z.iso.date();
const instant = z.string();

const portal = z.object({
  state: z.enum(['none', 'invited', 'linked']),
  email: z.string().nullable(),
  invited_at: instant.nullable(),
  expires_at: instant.nullable(),
  linked_at: instant.nullable(),
  seen_at: instant.nullable(),
});

const shareholder = z.object({
  can_delete: z.boolean(),
  document_ids: z.array(z.string()),
  portal: portal.optional().describe('Only for the people of the company.'),
  ...holderDetails.partial().shape,
});

const shareClass = z.object({
  kept_for_conversion: amount.nullable(),
  unnamed_conversions: z.array(z.string()).nullable(),
  kept_for_options: amount.nullable(),
  kept_for_warrants: amount.nullable(),
  kept_in_pool: amount.nullable(),
  kept: amount.nullable(),
  free: amount.nullable(),
  short: amount.nullable(),
  holder_count: z.int(),
  holders: z.array(z.object({ shareholder_id: z.string(), shareholder: z.string(), shares: amount })),
  history,
  can_delete: z.boolean(),
});

const equityPlan = z.object({
  share_class_ids: z.array(z.string()),
  reserve: z
    .array(z.object({ date: day.nullable(), reserved: amount, reason: z.string() }))
    .describe('The newest change first, the adoption last.'),
  history,
  cancellation_fixed: z.boolean().describe('Something came of its rule for cancelled shares, which stays as it is.'),
  can_delete: z.boolean(),
  exercise_windows: shownWindows,
  window_warnings: windowWarnings,
});

const importStep = z.object({
  step: z.enum(['applied', 'undone']),
  accepted_findings: z.boolean(),
  choices: z.unknown(),
  entries: z.int(),
  actor: z.string(),
  at: instant,
});
export type ImportStep = z.infer<typeof importStep>;

const ocfImport = z.object({
  counts: z.record(z.string(), z.int()),
  sha256: z.string(),
  accepted_findings: z.boolean(),
  findings: z.array(finding),
  steps: z.array(importStep),
  brought: z.record(z.string(), z.int()).describe('What it added beside entries: holders, classes, plans, texts.'),
});

const transaction = z.object({
  security: z.object({ id: z.string(), number: z.string(), resource: z.string() }).nullable(),
  void_reason: z.string().nullable().describe('Why it was taken back.'),
  together: z
    .object({
      count: z.int(),
      entries: z.array(listedEntry).describe('In the order of writing, at most 200.'),
      stays: z
        .array(z.object({ resource: z.string(), id: z.string(), name: z.string() }))
        .describe('Holders, classes and plans that were added with them. They are no entries, and stay.'),
    })
    .nullable()
    .describe(
      'What is taken back with this entry, itself included: everything recorded as one unit. Null where it was taken back, takes another back, or came with an import.',
    ),
  ocf: z.looseObject({}),
  prev_hash: z.string(),
  hash: z.string(),
});

const message = z.object({
  id: z.string(),
  author: z.string().nullable(),
  body: z.string(),
  at: instant,
  on_behalf_of: z.string().nullable().describe('The company’s name, if the author wrote on its behalf.'),
  files: z.array(messageFile),
  read_by: z
    .object({ count: z.int(), of: z.int() })
    .nullable()
    .describe('Of a message of the company, for its people: how many of the addressees have read it.'),
  read_by_company: z
    .boolean()
    .describe('Of the reader’s own message to the company: whether somebody there has read it.'),
});
export type Message = z.infer<typeof message>;

const dispute = z.object({ resource: z.string(), id: z.string(), number: z.string(), is_open: z.boolean() });
export type Dispute = z.infer<typeof dispute>;

const thread = z.object({
  messages: z.array(message),
  participants: z.array(z.object({ id: z.string(), name: z.string() })),
  dispute: dispute.nullable().describe('The holding that the conversation is about.'),
});

const distribution = z.object({
  share_class_ids: z.array(z.string()),
  payment_sums: z.array(z.object({ status: z.string(), count: z.int(), amount })),
  can_cancel: z.boolean(),
  import_id: z.string().nullable().describe('The import that brought it in; null for shareholders.'),
});

const payment = z.object({
  how: z.array(z.string()).describe('How the amount was calculated, in sentences.'),
  missing: z.array(missingDetail).describe('For the holder, of a pending payment: what payments to them wait for.'),
  events: z.array(
    z.object({ at: instant, verb: z.string(), note: z.string().nullable(), actor: z.string().nullable() }),
  ),
});

const document = z.object({ shareholder_ids: z.array(z.string()), share_class_ids: z.array(z.string()) });

const valuation = z.object({ document_ids: z.array(z.string()) });

export type ShareholderDetails = z.infer<typeof shareholder>;
export type ShareClassDetails = z.infer<typeof shareClass>;
export type EquityPlanDetails = z.infer<typeof equityPlan>;
export type ImportDetails = z.infer<typeof ocfImport>;
export type TransactionDetails = z.infer<typeof transaction>;
export type ThreadDetails = z.infer<typeof thread>;
export type DistributionDetails = z.infer<typeof distribution>;
export type PaymentDetails = z.infer<typeof payment>;
export type DocumentDetails = z.infer<typeof document>;
export type ValuationDetails = z.infer<typeof valuation>;

/** As its page has it. */
type Page<R, D> = R & D & { history: HistoryLine[] };
export type CertificatePage = Page<Certificate, CertificateDetails>;
export type GrantPage = Page<Grant, GrantDetails>;
export type ConvertiblePage = Page<Convertible, ConvertibleDetails>;
export type WarrantPage = Page<Warrant, SecurityDetails>;
export type ShareholderPage = Page<Shareholder, ShareholderDetails>;
export type ShareClassPage = Page<ShareClass, ShareClassDetails>;
export type EquityPlanPage = Page<EquityPlan, EquityPlanDetails>;
export type ImportPage = Page<Import, ImportDetails>;
export type TransactionPage = Page<Transaction, TransactionDetails>;
export type ThreadPage = Page<Thread, ThreadDetails>;
export type DistributionPage = Page<Distribution, DistributionDetails>;
export type PaymentPage = Page<Payment, PaymentDetails>;
export type PaymentBatchPage = Page<PaymentBatch, PaymentBatchDetails>;
export type DocumentPage = Page<Document, DocumentDetails>;
export type ValuationPage = Page<Valuation, ValuationDetails>;
export type DraftPage = Page<Draft, DraftDetails>;
export type ScenarioPage = Page<Scenario, ScenarioDetails>;

export interface RecordPages {
  certificates: CertificatePage;
  grants: GrantPage;
  convertibles: ConvertiblePage;
  warrants: WarrantPage;
  shareholders: ShareholderPage;
  'share-classes': ShareClassPage;
  'equity-plans': EquityPlanPage;
  imports: ImportPage;
  transactions: TransactionPage;
  messages: ThreadPage;
  distributions: DistributionPage;
  payments: PaymentPage;
  'payment-batches': PaymentBatchPage;
  documents: DocumentPage;
  valuations: ValuationPage;
  scenarios: ScenarioPage;
  drafts: DraftPage;
}

/** As a list or its page has it: what a list does not carry is absent. */
type Shown<R, D> = R & Partial<D>;
export type ShownCertificate = Shown<Certificate, CertificateDetails>;
export type ShownGrant = Shown<Grant, GrantDetails>;
export type ShownConvertible = Shown<Convertible, ConvertibleDetails>;
export type ShownWarrant = Shown<Warrant, SecurityDetails>;
export type ShownShareClass = Shown<ShareClass, ShareClassDetails>;
export type ShownEquityPlan = Shown<EquityPlan, EquityPlanDetails>;

const details: Readonly<Record<string, z.ZodObject | undefined>> = {
  certificates: certificate,
  grants: grant,
  convertibles: convertible,
  warrants: securityDetails,
  shareholders: shareholder,
  'share-classes': shareClass,
  'equity-plans': equityPlan,
  imports: ocfImport,
  transactions: transaction,
  messages: thread,
  distributions: distribution,
  payments: payment,
  'payment-batches': paymentBatchPage,
  documents: document,
  valuations: valuation,
  scenarios: scenarioPage,
  drafts: draftPage,
};

/** What is recorded of these can be taken back on their pages. */
const UNDONE_HERE: ReadonlySet<string> = new Set([
  'certificates',
  'grants',
  'convertibles',
  'warrants',
  'shareholders',
]);

/** Out: what GET /api/<resource>/:id answers beside the declared fields. */
export const pageSchema = (resource: string): z.ZodObject =>
  (details[resource] ?? z.object({})).extend({ history, ...(UNDONE_HERE.has(resource) ? { undo } : {}) });
