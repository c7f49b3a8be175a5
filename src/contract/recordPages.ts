// What the page of a record carries beside its declared fields (GET /api/<resource>/:id). The server's queries, the screens
// and OpenAPI read the same. Figures that only the company may know are null for a shareholder.
import { z } from 'zod';
import type { Certificate } from '../resources/certificates.ts';
import type { Convertible } from '../resources/convertibles.ts';
import type { Distribution } from '../resources/distributions.ts';
import type { Document } from '../resources/documents.ts';
import type { EquityPlan } from '../resources/equityPlans.ts';
import type { Grant } from '../resources/grants.ts';
import type { Import } from '../resources/imports.ts';
import type { Thread } from '../resources/messages.ts';
import type { Payment } from '../resources/payments.ts';
import type { ShareClass } from '../resources/shareClasses.ts';
import type { Shareholder } from '../resources/shareholders.ts';
import type { Transaction } from '../resources/transactions.ts';
import type { Valuation } from '../resources/valuations.ts';
import type { Warrant } from '../resources/warrants.ts';
import { amount } from './figures.ts';

const day = z.iso.date();
const instant = z.string();

/** What people did about a record, newest first; of the ledger's entries also the day each takes effect. */
const historyLine = z.object({
  id: z.string().nullable().optional().describe('The entry of the ledger; null where the reader has no page of it.'),
  at: instant,
  actor: z.string().nullable(),
  text: z.string(),
  date: day.optional(),
  details: z.array(z.string()).optional().describe('The entries that were written with it.'),
});
export type HistoryLine = z.infer<typeof historyLine>;
const history = z.array(historyLine);

const exemption = z.object({ description: z.string().nullable(), jurisdiction: z.string().nullable() });

/** What a holder answered for a holding, and what counts now. */
const acknowledged = {
  acknowledgement: z
    .object({
      state: z.enum(['agreed', 'disputed']),
      at: instant,
      by: z.string(),
      reason: z.string().nullable(),
      thread_id: z.string().nullable(),
    })
    .nullable(),
  acknowledgements: z.array(
    z.object({
      state: z.enum(['agreed', 'disputed', 'settled']),
      at: instant,
      actor: z.string(),
      text: z.string(),
    }),
  ),
  last_entry: z.union([z.number(), z.string()]).nullable().describe('The number of the last entry about it.'),
};
export const acknowledgements = z.object(acknowledged);
export type Acknowledgements = z.infer<typeof acknowledgements>;

const ending = z.object({
  verb: z.string(),
  date: day,
  quantity: amount.nullable(),
  transaction_id: z.string(),
  reason: z.string().nullable(),
});

const neighbour = z.object({
  id: z.string(),
  resource: z.string().optional(),
  number: z.string(),
  shareholder: z.string().nullable(),
  quantity: amount.nullable(),
  date: day,
});
export type Neighbour = z.infer<typeof neighbour>;

/** Of a grant, a convertible and a warrant. */
const security = {
  before: z
    .array(neighbour.extend({ ended: z.string().nullable() }))
    .describe('What it replaces, the first of them first.'),
  earlier_documents: z.array(z.string()),
  came_from: z.array(neighbour.extend({ is_balance: z.boolean() })),
  became: z.array(neighbour.extend({ is_balance: z.boolean() })),
  ended: ending.nullable(),
  reductions: z.array(z.object({ why: z.string(), date: day, quantity: amount })),
  consideration_text: z.string().nullable(),
  board_approval_date: z.string().nullable(),
  stockholder_approval_date: z.string().nullable(),
  security_law_exemptions: z.array(exemption),
  ...acknowledged,
  history,
};
const securityDetails = z.object(security);
export type SecurityDetails = z.infer<typeof securityDetails>;

const tranche = z.object({ date: day, quantity: amount });
const milestone = z.object({ id: z.string(), words: z.string().nullable(), reached_on: day.nullable() });
const schedule = z.object({
  is_known: z.boolean(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  stopped_on: day.nullable(),
  tranches: z.array(tranche.extend({ vested: amount })),
  milestones: z.array(milestone),
});
export type ShownSchedule = z.infer<typeof schedule>;
export type Milestone = z.infer<typeof milestone>;

const grant = securityDetails.extend({
  price_warnings: z.array(z.string()),
  schedule: schedule.nullable(),
  exercise_price_today: amount.nullable().describe('For a share of today, where splits came since it was closed.'),
  termination_exercise_windows: z.array(z.looseObject({})).describe('As the Open Cap Format has them.'),
});

const convertible = securityDetails.extend({
  mechanism: z.looseObject({}).nullable().describe('The first conversion mechanism, as the Open Cap Format has it.'),
  triggers: z.array(z.object({ id: z.string().nullable(), name: z.string().nullable(), words: z.string().nullable() })),
});

const chainNode = neighbour.extend({ status: z.string(), ended_on: day.nullable() });
const chainLink = z.object({ from: z.string(), to: z.string(), is_balance: z.boolean() });
const chain = z.object({ nodes: z.array(chainNode), links: z.array(chainLink), is_cut: z.boolean() });
export type Chain = z.infer<typeof chain>;
export type ChainNode = z.infer<typeof chainNode>;
export type ChainLink = z.infer<typeof chainLink>;

const conversion = z.object({
  share_class_id: z.string(),
  share_class: z.string(),
  numerator: amount,
  denominator: amount,
  rounding: z.string(),
});
export type Conversion = z.infer<typeof conversion>;

const vesting = z.object({
  vesting_start: day.nullable(),
  vested: amount.nullable().describe('By today; null where the schedule it names is not among the company’s records.'),
  tranches: z.array(tranche),
});
export type ShownVesting = z.infer<typeof vesting>;

const filed = z.object({
  consideration_text: z.string().nullable(),
  board_approval_date: z.string().nullable(),
  stockholder_approval_date: z.string().nullable(),
  security_law_exemptions: z.array(z.looseObject({})),
  issuance_type: z.string().nullable(),
  cost_basis: amount.nullable(),
  legends: z.array(z.object({ id: z.string(), name: z.string(), text: z.string() })),
});
export type Filed = z.infer<typeof filed>;

const relative = z.object({
  id: z.string(),
  certificate_number: z.string(),
  shareholder: z.string().nullable(),
  quantity: amount,
  status: z.string(),
});

const certificate = acknowledgements.extend({
  came_from: z.array(relative),
  became: z.array(relative.extend({ is_balance: z.boolean() })),
  chain,
  converts_to: z.array(conversion),
  ended: ending.nullable(),
  acquired_on: day,
  accepted_on: day.nullable().describe('Null while its holder has not accepted it.'),
  vesting: vesting.nullable().describe('Null where nothing vests.'),
  filed,
  history,
  cost: amount.nullable().describe('At its issue; null where nobody said what was paid.'),
  is_price_entered: z.boolean(),
  currency: z.string().nullable(),
});

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
});

const finding = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  object_type: z.string().nullable(),
  object_id: z.string().nullable(),
  message: z.string(),
  times: z
    .int()
    .describe('How many it stands for: more than one of the last of a rule that was met too often to list.'),
});
export type Finding = z.infer<typeof finding>;

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
  ocf: z.looseObject({}),
  prev_hash: z.string(),
  hash: z.string(),
});

const message = z.object({
  id: z.string(),
  author: z.string().nullable(),
  body: z.string(),
  at: instant,
  on_behalf_of: z.string().nullable().describe('The company’s name, where the author wrote for it.'),
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
});

const payment = z.object({
  events: z.array(
    z.object({ at: instant, verb: z.string(), note: z.string().nullable(), actor: z.string().nullable() }),
  ),
});

const document = z.object({ shareholder_ids: z.array(z.string()), share_class_ids: z.array(z.string()) });

const valuation = z.object({ document_ids: z.array(z.string()) });

export type CertificateDetails = z.infer<typeof certificate>;
export type GrantDetails = z.infer<typeof grant>;
export type ConvertibleDetails = z.infer<typeof convertible>;
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
export type DocumentPage = Page<Document, DocumentDetails>;
export type ValuationPage = Page<Valuation, ValuationDetails>;

/** As a list or its page has it: what a list does not carry is absent. */
type Shown<R, D> = R & Partial<D>;
export type ShownCertificate = Shown<Certificate, CertificateDetails>;
export type ShownGrant = Shown<Grant, GrantDetails>;
export type ShownConvertible = Shown<Convertible, ConvertibleDetails>;
export type ShownWarrant = Shown<Warrant, SecurityDetails>;
export type ShownShareClass = Shown<ShareClass, ShareClassDetails>;
export type ShownShareholder = Shown<Shareholder, ShareholderDetails>;
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
  documents: document,
  valuations: valuation,
};

/** Out: what GET /api/<resource>/:id answers beside the declared fields. */
export const pageSchema = (resource: string): z.ZodObject => (details[resource] ?? z.object({})).extend({ history });
