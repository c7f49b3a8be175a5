// What a person owns in each of their companies: the portfolio screen, the statement of holdings, and OpenAPI.
import { z } from 'zod';
import { CLASS_PRICE_SOURCES } from '../domain/priceSource.ts';
import { missingDetail } from './missingDetails.ts';
import { PRICE_SOURCES, amount } from './figures.ts';
import { holderContact } from './holderContact.ts';

const day = z.iso.date();

export const portfolioHolding = z.object({
  kind: z.enum(['certificate', 'grant', 'convertible', 'warrant']),
  id: z.string(),
  label: z.string(),
  share_class_id: z.string().nullable(),
  share_class: z.string().nullable(),
  security_type: z.string().nullable().describe('The compensation type of a grant, the kind of a convertible.'),
  date: day.nullable().describe('When it was issued.'),
  quantity: amount.nullable().describe('Shares, or shares that it can become; null for a convertible.'),
  vested: amount.nullable().describe('Of the quantity; null where nothing vests.'),
  next_vesting: z.object({ date: day, quantity: amount }).nullable(),
  amount: amount.nullable().describe('Of a convertible.'),
  strike: amount.nullable().describe('What exercising costs for each share.'),
  price: amount
    .nullable()
    .describe(
      'For a share of the day; null where the class has none, or, with a source, where it is in another currency than the exercise price.',
    ),
  price_source: z.enum(CLASS_PRICE_SOURCES).nullable().describe(PRICE_SOURCES),
  is_issue_price: z
    .boolean()
    .describe('The class has no price; this one was entered for the holder’s own newest certificate.'),
  price_date: day.nullable(),
  value: amount
    .nullable()
    .describe(
      'Shares at the price; the vested part of a grant at the price less its strike. Null without a price, and for convertibles and warrants.',
    ),
  currency: z.string().nullable(),
  ended_on: day.nullable().describe('The last day on which it could be exercised, if it has passed.'),
  acknowledgement: z.enum(['agreed', 'disputed']).nullable(),
});
export type PortfolioHolding = z.infer<typeof portfolioHolding>;

const money = z.object({ currency: z.string(), value: amount });

const upcoming = z.object({
  date: day,
  kind: z.enum(['vesting', 'payment', 'expiry', 'maturity']),
  label: z.string(),
  resource: z.enum(['grants', 'certificates', 'convertibles', 'warrants', 'payments']),
  id: z.string(),
  quantity: amount.nullable(),
  amount: amount.nullable(),
  currency: z.string().nullable(),
});
export type Upcoming = z.infer<typeof upcoming>;

export const portfolioCompany = z.object({
  client_name: z.string(),
  client_display_name: z.string(),
  currency: z.string(),
  holder_contact: holderContact.nullable().describe('Whom the company’s shareholders ask.'),
  as_of: day.describe('Today at the company.'),
  holdings: z.array(portfolioHolding),
  value: amount.nullable().describe('The sum in the company’s currency; null when nothing has a value in it.'),
  value_is_whole: z.boolean().describe('True when every holding has a value in the company’s currency.'),
  values: z.array(money).describe('The sum in each currency, the company’s first. Nothing is converted.'),
  paid_this_year: amount,
  paid_total: amount,
  paid: z
    .array(z.object({ currency: z.string(), this_year: amount, total: amount }))
    .describe('Completed payments by currency, the company’s first.'),
  next_distribution: z
    .object({ id: z.string(), name: z.string(), payment_date: day, net: amount, currency: z.string() })
    .nullable(),
  open_tasks: z.number(),
  unread_threads: z.number(),
  shareholder_id: z.string().describe('The record of the holder.'),
  missing_details: z.array(missingDetail).describe('What payments wait for, or the company asked for.'),
  to_confirm: z.number().describe('Holdings that the holder has neither agreed to nor disputed.'),
  latest_document: z.object({ id: z.string(), name: z.string(), created_at: z.string() }).nullable(),
  upcoming: z.array(upcoming).describe('What vests, is paid, ends or matures in the next twelve months.'),
});
export type PortfolioCompany = z.infer<typeof portfolioCompany>;

export const portfolioAnswer = z.array(portfolioCompany);
