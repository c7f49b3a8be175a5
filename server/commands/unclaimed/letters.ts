// Reminder letters to holders whose money is unclaimed: one for each holder, with all of their payments.
import type { z } from 'zod';
import type { lettersBody } from '#src/contract/unclaimed.ts';
import { addDays } from '#src/domain/dates.ts';
import { AppError } from '#src/domain/errors.ts';
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { dormancyOf, ruleOf } from '#src/domain/unclaimed/dormancy.ts';
import type { DormancyTable } from '#src/domain/unclaimed/dormancy.ts';
import { countryName } from '#src/domain/countries.ts';
import { orgOf } from '#server/auth/actor.ts';
import { dormancyRules } from '#server/data/dormancy/rules.ts';
import type { Letter, LettersPaper } from '#server/paper/letterPdf.ts';
import { makePaper } from '#server/paper/makePaper.ts';
import { logoOf } from '../company/logo.ts';
import { recordActivity, today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { addContacts, refuseFuture } from './contacts.ts';

interface Owed {
  id: string;
  shareholder_id: string;
  name: string;
  street_1: string | null;
  street_2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
  distribution: string;
  amount: string;
  currency: string;
  unpaid_days: number;
}

const LETTERS_MAX = 1000;

/**
 * Out: a PDF. With `sent_on`, the contact log of each payment says that the letter went out. Refuses: nothing_unclaimed,
 * too_many (422), a day to come (422).
 */
export async function reminderLetters(
  context: CommandContext,
  { payment_ids, unpaid_days_gte = 0, state, sent_on }: z.infer<typeof lettersBody>,
): Promise<Buffer> {
  const { tx, actor, deps } = context;
  if (sent_on) refuseFuture(context, sent_on);
  const table = dormancyRules(deps.config.dataDir);
  const found = await tx.rows<Owed>(
    `select v.id, v.shareholder_id, h.name, h.street_1, h.street_2, h.city, h.state, h.postal_code, h.country,
            v.distribution, round(v.amount, 2)::text as amount, v.currency, v.unpaid_days
     from payment_view v join shareholder h on h.org_id = v.org_id and h.id = v.shareholder_id
     where v.org_id = $1 and v.unpaid_days >= $2 and ($3::text[] is null or v.id::text = any ($3)) order by h.name, h.id, v.unpaid_days desc, v.id`,
    [orgOf(actor), unpaid_days_gte, payment_ids ?? null],
  );
  const owed = state ? found.filter((each) => ruleOf(table, each)?.state === state) : found;
  const holders = Map.groupBy(owed, ({ shareholder_id }) => shareholder_id);
  if (holders.size === 0)
    throw new AppError(
      'nothing_unclaimed',
      'None of these payments is due and unpaid, so there is nobody to write to.',
      {
        status: 422,
      },
    );
  if (holders.size > LETTERS_MAX)
    throw new AppError(
      'too_many',
      `These are ${holders.size} letters, and at most ${LETTERS_MAX} are made at once. Choose fewer.`,
      {
        status: 422,
      },
    );
  const date = sent_on ?? today(context);
  const paper = await companyPaper(context, date);
  const letters = [...holders.values()].map((payments) => letterTo(payments, table, paper, today(context)));
  if (sent_on) {
    const note = 'Reminder that money is unclaimed.';
    await addContacts(
      context,
      owed.map(({ id }) => id),
      { date: sent_on, channel: 'letter', note },
    );
    for (const [shareholder_id, [first]] of holders)
      recordActivity(context, {
        text: `wrote to ${first!.name} about unclaimed money`,
        resource: 'payments',
        id: first!.id,
        shareholder_id,
      });
  }
  return makePaper({ format: 'letters', now: deps.now(), letters: { ...paper, letters } });
}

async function companyPaper({ tx, actor }: CommandContext, date: string): Promise<LettersPaper> {
  const row = (await tx.row<Record<'company' | 'name' | 'email' | 'phone', string | null>>(
    `select coalesce(legal_name, client_display_name) as company, holder_contact_name as name, holder_contact_email as email, holder_contact_phone as phone
     from organization where id = $1`,
    [orgOf(actor)],
  ))!;
  const contact = [row.name, row.email, row.phone].filter(Boolean).join(', ');
  return {
    company: row.company!,
    logo: (await logoOf({ tx, actor })) ?? null,
    contact,
    date: written(date),
    letters: [],
  };
}

function letterTo(
  payments: readonly Owed[],
  table: DormancyTable,
  { company, contact }: LettersPaper,
  today: string,
): Letter {
  const [holder] = payments as [Owed];
  const sums = Object.entries(Object.groupBy(payments, ({ currency }) => currency)).map(([currency, some]) =>
    writtenMoney(
      toFixed(
        some!.reduce((sum, { amount }) => sum + decimal(amount), 0n),
        2,
      ),
      currency,
    ),
  );
  const rule = ruleOf(table, holder);
  const oldest = addDays(today, -holder.unpaid_days);
  const dormancy = rule && dormancyOf(table, rule, oldest);
  const isAhead = dormancy !== null && dormancy.dormant_on > today;
  return {
    address: addressOf(holder),
    subject: `We hold ${sums.join(' and ')} for you`,
    before: [
      `${company} owes you the money below, and it has not reached you. These are the amounts after any tax that was withheld.`,
    ],
    rows: payments.map(({ unpaid_days, distribution, amount, currency }) => [
      written(addDays(today, -unpaid_days)),
      distribution,
      writtenMoney(amount, currency),
    ]),
    after: [
      'What to do: sign in to your shareholder account and check your bank account, your address and your tax form, or write to us. We then pay you.',
      ...(isAhead
        ? [
            `${dormancy.letters_from <= today && today <= dormancy.letters_to ? `Please answer by ${written(dormancy.letters_to)}.` : 'Please answer soon.'} If nobody claims it, the law of ${dormancy.state_name} has us hand the oldest amount over to the state after ${written(dormancy.dormant_on)}; you would then have to claim it there.`,
          ]
        : dormancy
          ? [
              `Please answer soon: under the law of ${dormancy.state_name}, we have to hand the oldest amount over to the state. You would then have to claim it there.`,
            ]
          : []),
      contact === '' ? `${company}` : `${company}: ${contact}`,
    ],
  };
}

function addressOf({ name, street_1, street_2, city, state, postal_code, country }: Owed): string[] {
  const place = [[city, state].filter(Boolean).join(', '), postal_code].filter(Boolean).join(' ');
  const abroad = country !== null && country !== '' && country !== 'US' ? countryName(country).toUpperCase() : null;
  return [name, street_1, street_2, place, abroad].filter((line): line is string => Boolean(line));
}

/** "15 July 2024" */
const written = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
