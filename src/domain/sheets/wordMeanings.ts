// What the statuses and events of a file mean. A word that is not known is asked once, whatever its table, and counts as nothing
// until then.
import type { GridRow } from './grid.ts';
import type { Column } from './meanings/columns.ts';
import { EVENT_MEANINGS, EVENT_WORDS, eventKey, eventOf } from './meanings/eventWords.ts';
import type { EventMeaning } from './meanings/eventWords.ts';
import { STATUS_MEANINGS, STATUS_WORDS, statusKey, statusOf } from './meanings/statusWords.ts';
import type { StatusMeaning } from './meanings/statusWords.ts';
import type { Question, Role } from './reading.ts';
import type { MeantTable } from './records/table.ts';
import { isNothing, textAt } from './values/cells.ts';

const PAID: ReadonlySet<string> = new Set(
  'paid|paid out|completed|complete|settled|cleared|sent|processed|executed|cashed|done|yes|bezahlt|ausgezahlt|überwiesen|ausgeführt|payé|payée|versé|réglé|exécuté|pagado|pagada|abonado|liquidado|pago|pagato|eseguito|betaald|uitbetaald|betalt|utbetalt|betald|utbetald'.split(
    '|',
  ),
);
const UNPAID: ReadonlySet<string> = new Set(
  'pending|failed|returned|rejected|reversed|bounced|uncashed|unclaimed|unpaid|not paid|not yet paid|cancelled|canceled|void|voided|stopped|on hold|held|scheduled|open|processing|in progress|draft|declined|ausstehend|offen|fehlgeschlagen|zurückgegeben|zurückgewiesen|storniert|nicht bezahlt|en attente|échoué|rejeté|retourné|annulé|impayé|pendiente|fallido|devuelto|rechazado|anulado|cancelado|in attesa|fallito|respinto|stornato|annullato|in behandeling|mislukt|teruggeboekt|geannuleerd|venter|feilet|returnert|avvist|väntar|misslyckad|avvisad|pendente|falhado|devolvido|rejeitado'.split(
    '|',
  ),
);

const PAYMENT_CHOICES = [
  { value: 'paid', label: 'It was paid' },
  { value: 'not_paid', label: 'It was not paid' },
];

/** So many are open at a time: the next ones are asked once these are answered. */
const ASKED_MAX = 50;

interface Where {
  tab: string | null;
  column: Column;
  row: number;
}

export class WordMeanings {
  private readonly asked = new Map<string, Question>();
  private readonly answers: Readonly<Record<string, string>>;
  private open = 0;

  constructor(answers: Readonly<Record<string, string>>) {
    this.answers = answers;
  }

  get questions(): Question[] {
    return [...this.asked.values()];
  }

  /** Null for a word that nobody has explained yet. */
  statusOf = (text: string): StatusMeaning | null => {
    const known = statusOf(text);
    if (known !== null) return known;
    const answer = this.answers[`status_meaning:${statusKey(text)}`];
    return STATUS_MEANINGS.find((each) => each === answer) ?? null;
  };

  /** As statusOf; what is not known is asked. */
  readStatus(text: string, where: Where): StatusMeaning | null {
    if (statusOf(text) === null)
      this.ask(
        'status_meaning',
        statusKey(text),
        text,
        where,
        STATUS_MEANINGS.map((value) => ({ value, label: STATUS_WORDS[value] })),
      );
    return this.statusOf(text);
  }

  /** Null for an event that nobody has explained yet. */
  eventOf = (text: string): EventMeaning | null => {
    const known = eventOf(text);
    if (known !== null) return known;
    const answer = this.answers[`event_meaning:${eventKey(text)}`];
    return EVENT_MEANINGS.find((each) => each === answer) ?? null;
  };

  /** As eventOf; what is not known is asked. */
  readEvent(text: string, where: Where): EventMeaning | null {
    if (eventOf(text) === null)
      this.ask(
        'event_meaning',
        eventKey(text),
        text,
        where,
        EVENT_MEANINGS.map((value) => ({ value, label: EVENT_WORDS[value] })),
      );
    return this.eventOf(text);
  }

  /** Whether a payment with that status was paid; null where it is open. */
  isPaid(text: string, where: Where): boolean | null {
    const key = statusKey(text);
    if (PAID.has(key)) return true;
    if (UNPAID.has(key)) return false;
    this.ask('status_meaning', `payment ${key}`, text, where, PAYMENT_CHOICES);
    const answer = this.answers[`status_meaning:payment ${key}`];
    return answer === 'paid' ? true : answer === 'not_paid' ? false : null;
  }

  private ask(
    code: 'status_meaning' | 'event_meaning',
    key: string,
    text: string,
    { tab, column, row }: Where,
    choices: Question['choices'],
  ): void {
    const id = `${code}:${key}`;
    const known = this.asked.get(id);
    if (known) {
      if (known.rows.length < ROWS_MAX) known.rows.push(row);
      return;
    }
    const answer = choices.find(({ value }) => value === this.answers[id])?.value ?? null;
    if (answer === null && this.open >= ASKED_MAX) return;
    if (answer === null) this.open += 1;
    const shown = `“${text.slice(0, 60)}”`;
    this.asked.set(id, {
      id,
      code,
      text: `In “${column.heading}”, what does ${shown} mean?`,
      tab,
      column: column.letters,
      rows: [row],
      choices,
      answer,
    });
  }
}

/** So many rows are named in one question. */
const ROWS_MAX = 100;

const READ: ReadonlySet<Role> = new Set([
  'snapshot',
  'certificates',
  'options',
  'convertibles',
  'warrants',
  'transactions',
  'payments',
]);

/** Why a row with its status is no record of its table. An end of a security in a ledger is told by the row itself. */
export function statusKinds(
  role: Role,
  tab: string | null,
  columns: readonly Column[],
  words: WordMeanings,
): (row: GridRow) => 'ended' | 'not_issued' | null {
  const column = columns.find(({ field }) => field === 'status');
  if (!column || !READ.has(role)) return () => null;
  return (row) => {
    const text = textAt(row, column.column);
    if (isNothing(text)) return null;
    const where = { tab, column, row: row.number };
    if (role === 'payments') return words.isPaid(text, where) === false ? 'not_issued' : null;
    const meaning = words.readStatus(text, where);
    if (meaning === null || meaning === 'outstanding') return null;
    if (meaning === 'not_issued') return 'not_issued';
    if (role === 'snapshot') return 'ended';
    // A line of a journal that was cancelled did not happen.
    return role === 'transactions' && meaning === 'cancelled' ? 'not_issued' : null;
  };
}

/** Asks what the rows of a journal record, where their word for it is not known. */
export function readEvents(
  { role, tab, columns, kinds }: Pick<MeantTable, 'role' | 'tab' | 'columns' | 'kinds'>,
  words: WordMeanings,
): void {
  const column = role === 'transactions' ? columns.find(({ part }) => part === 'event') : undefined;
  if (!column) return;
  for (const { row, kind } of kinds) {
    const text = kind === 'record' ? textAt(row, column.column) : '';
    if (!isNothing(text)) words.readEvent(text, { tab, column, row: row.number });
  }
}
