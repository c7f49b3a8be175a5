// Bank statements: kept once, matched to payments at every read.
import type { Reconciliation, ReconciliationSummary } from '#src/contract/reconciliations.ts';
import { matchStatement, namesIn } from '#src/domain/reconciliation/matchStatement.ts';
import type { KnownPayment, MatchedLine, MatchedStatement } from '#src/domain/reconciliation/matchStatement.ts';
import type { Answers } from '#src/domain/reconciliation/questions.ts';
import { STATEMENT_EDITION } from '#src/domain/reconciliation/statement.ts';
import type { StatementLine, Unread } from '#src/domain/reconciliation/statement.ts';
import { orgOf } from '#server/auth/actor.ts';
import { notFound } from '#server/data/refusals.ts';
import { sha256 } from '#server/data/sha256.ts';
import type { ReadStatement } from '#server/sheets/statements/readStatement.ts';
import { today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

export interface NewStatement extends ReadStatement {
  name: string;
  bytes: Buffer;
}
interface Stored extends Omit<ReconciliationSummary, 'lines'> {
  lines: StatementLine[];
  answers: Answers;
  unread: Unread;
}

/** Keeps a statement; the same file again is the one that is kept. Out: what its lines are. */
export async function keepStatement(context: CommandContext, statement: NewStatement): Promise<Reconciliation> {
  const { tx, actor, deps } = context;
  const hash = sha256(statement.bytes).toString('hex');
  await tx.write(
    `insert into bank_statement (org_id, id, file_name, format, sha256, lines, created_by, created_at, edition, unread)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (org_id, sha256, edition) do nothing`,
    [
      orgOf(actor),
      deps.newId(),
      statement.name,
      statement.format,
      hash,
      JSON.stringify(statement.lines),
      actor.account_id,
      deps.now().toISOString(),
      STATEMENT_EDITION,
      JSON.stringify(statement.unread),
    ],
  );
  const kept = await tx.row<{ id: string }>(
    'select id from bank_statement where org_id = $1 and sha256 = $2 and edition = $3',
    [orgOf(actor), hash, STATEMENT_EDITION],
  );
  return reconciliationOf(context, kept!.id);
}

/** Newest first. */
export const listStatements = ({ tx, actor }: CommandContext): Promise<ReconciliationSummary[]> =>
  tx.rows<ReconciliationSummary>(
    `select id, file_name, format, created_at, jsonb_array_length(lines) as lines from bank_statement
     where org_id = $1 order by created_at desc, id desc limit 200`,
    [orgOf(actor)],
  );

/** Refuses: not_found (404). */
export async function reconciliationOf(context: CommandContext, id: string): Promise<Reconciliation> {
  const stored = await storedStatement(context, id);
  const { lines, answers: _, ...statement } = stored;
  const { lines: found, questions } = await matchedLines(context, stored);
  return {
    ...statement,
    lines: lines.length,
    questions,
    matches: found.flatMap((each) => (each.why === null ? { ...shown(each), payment: paymentOf(each.payment!) } : [])),
    completed: found.flatMap((each) =>
      each.why === 'already_completed'
        ? [{ ...shown(each), payment: paymentOf(each.payment!), completed_on: each.payment!.completed_on }]
        : [],
    ),
    unmatched: found.flatMap((each) =>
      each.why === null || each.why === 'already_completed'
        ? []
        : [{ ...shown(each), why: each.why, detail: each.detail ?? '', is_return: each.isReturn }],
    ),
  };
}

const READ_ANEW = 'This statement was read before Sharebook read directions. Choose its file again.';

/** One that was read by an earlier edition is shown, and none of its lines can be acted on. Refuses: not_found (404). */
export async function storedStatement({ tx, actor }: CommandContext, id: string): Promise<Stored> {
  const row = await tx.row<Omit<Stored, 'answers'> & { edition: number }>(
    'select id, file_name, format, created_at, lines, unread, edition from bank_statement where org_id = $1 and id::text = $2',
    [orgOf(actor), id],
  );
  if (!row) throw notFound();
  const { edition, ...statement } = row;
  const answers = await tx.rows<{ question: string; answer: Answers[string] }>(
    `select distinct on (question) question, answer from bank_statement_answer
     where org_id = $1 and statement_id = $2 order by question, answered_at desc, id desc`,
    [orgOf(actor), row.id],
  );
  return {
    ...statement,
    lines: edition === STATEMENT_EDITION ? row.lines : row.lines.map((line) => ({ ...line, fault: READ_ANEW })),
    answers: Object.fromEntries(answers.map(({ question, answer }) => [question, answer])),
  };
}

/** What each line is now, by one query for all payments that any of them may name. */
export async function matchedLines(
  context: CommandContext,
  { lines, answers }: Pick<Stored, 'lines' | 'answers'>,
): Promise<MatchedStatement> {
  const { tx, actor } = context;
  const names = lines.map(({ reference }) => namesIn(reference));
  const payments = await tx.rows<KnownPayment>(
    `select p.id, p.reference, round(p.amount::numeric, 2)::text as amount, d.currency::text as currency, p.status, d.record_date::text as record_date,
            (p.completed_at at time zone 'UTC')::date::text as completed_on, h.name as shareholder, d.name as distribution,
            d.brought_in_by is not null as is_brought_in,
            (select max((e.at at time zone 'UTC')::date)::text from payment_event e
             where e.org_id = p.org_id and e.payment_id = p.id and e.verb = 'retried') as retried_on
     from payment p join distribution d on d.org_id = p.org_id and d.id = p.distribution_id
     join shareholder h on h.org_id = p.org_id and h.id = p.shareholder_id
     where p.org_id = $1 and (p.id = any ($2::uuid[])
       or right(replace(p.id::text, '-', ''), 15) = any ($3::text[])
       or (p.reference is not null and lower(regexp_replace(p.reference, '[^A-Za-z0-9]', '', 'g')) = any ($3::text[])))`,
    [
      orgOf(actor),
      [...new Set(names.flatMap(({ ids }) => ids))],
      [...new Set(names.flatMap(({ references }) => references))],
    ],
  );
  return matchStatement(lines, payments, today(context), answers);
}

const shown = ({ line, payment }: MatchedLine) => ({
  line: line.number,
  date: line.date,
  amount: line.amount,
  currency: line.currency,
  reference: line.reference,
  payment: payment && paymentOf(payment),
});

const paymentOf = ({ id, shareholder, distribution, amount, currency, status }: KnownPayment) => ({
  id,
  shareholder,
  distribution,
  amount,
  currency,
  status,
});
