// What the pages of certificates, grants, convertibles and warrants carry beside their declared fields, and the history that
// every record's page carries.
import { z } from 'zod';
import { roundingModes } from '../domain/figures/decimal.ts';
import { shownWindows, windowWarnings } from './exerciseWindows.ts';
import { amount } from './figures.ts';

const day = z.iso.date();
const instant = z.string();

/** An entry of the ledger, as lists name it. */
export const listedEntry = z.object({
  id: z.string(),
  seq: z.string(),
  summary: z.string(),
  date: day.nullable(),
});
export type ListedEntry = z.infer<typeof listedEntry>;

/** On the pages of securities and of holders. */
export const undo = listedEntry
  .nullable()
  .describe(
    'The entry that POST /api/transactions/:id/void takes back here: the latest of the record, of a holder the latest end of service. Null once something depends on it, and for those who may not take it back.',
  );

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
export const history = z.array(historyLine);

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
  dispute_would_hold: z
    .array(z.object({ payment_id: z.string(), distribution: z.string(), amount, currency: z.string() }))
    .describe('For the holder: the pending payments that a dispute of this holding would hold.'),
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

/** Whether it may be retracted. */
const retractable = {
  accepted_on: day.nullable().describe('Null while its holder has not accepted it.'),
  recorded_by: listedEntry
    .nullable()
    .describe(
      'The entry that it came from, such as a transfer, or the conversion that it came with in a round: it is taken back with that entry, and cannot be retracted. Null where it was issued by itself, and for holders.',
    ),
};

const neighbour = z.object({
  id: z.string(),
  resource: z.string(),
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
  ...retractable,
  reductions: z.array(z.object({ why: z.string(), date: day, quantity: amount })),
  consideration_text: z.string().nullable(),
  board_approval_date: z.string().nullable(),
  stockholder_approval_date: z.string().nullable(),
  security_law_exemptions: z.array(exemption),
  ...acknowledged,
  history,
};
export const securityDetails = z.object(security);
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

export const grant = securityDetails.extend({
  price_warnings: z.array(z.string()),
  schedule: schedule.nullable(),
  exercise_price_today: amount.nullable().describe('For a share of today, where splits came since it was closed.'),
  termination_exercise_windows: z.array(z.looseObject({})).describe('As the Open Cap Format has them.'),
  exercise_windows: shownWindows,
  window_warnings: windowWarnings,
});

export const convertible = securityDetails.extend({
  mechanism: z.looseObject({}).nullable().describe('The first conversion mechanism, as the Open Cap Format has it.'),
  triggers: z.array(z.object({ id: z.string().nullable(), name: z.string(), words: z.string().nullable() })),
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
  rounding: z.enum(roundingModes),
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
  security_law_exemptions: z.array(exemption),
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

export const certificate = acknowledgements.extend({
  came_from: z.array(relative),
  became: z.array(relative.extend({ is_balance: z.boolean() })),
  chain,
  converts_to: z.array(conversion),
  ended: ending.nullable(),
  acquired_on: day,
  ...retractable,
  vesting: vesting.nullable().describe('Null where nothing vests.'),
  filed,
  history,
  cost: amount.nullable().describe('At its issue; null where nobody said what was paid.'),
  is_price_entered: z.boolean(),
  currency: z.string().nullable(),
});
export type CertificateDetails = z.infer<typeof certificate>;
export type GrantDetails = z.infer<typeof grant>;
export type ConvertibleDetails = z.infer<typeof convertible>;
