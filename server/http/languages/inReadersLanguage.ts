// What the server says in its answers, in the reader's language: refusals, history, notices, findings. `detail` stays English, for
// programs; beside it stands `said`.
import type { FastifyInstance } from 'fastify';
import { countsReworded, lineReworded, reworded } from '#server/words/reworded.ts';
import { QUESTION_CODES } from '#src/domain/sheets/reading.ts';
import {
  addresseesReworded,
  choiceReworded,
  formulaReworded,
  scheduleReworded,
  subjectReworded,
  taskReworded,
  versionReworded,
} from './composed.ts';
import { ofYou } from '#src/words/ofYou.ts';
import { inLocale } from '#server/words/inLocale.ts';
import { withWait } from '../whenToTry.ts';
import { localeOf } from './locale.ts';

/** Fields in which only the server writes: a sentence, or a list of them. */
const SAID: ReadonlySet<string> = new Set([
  'summary',
  'advice',
  'message',
  'withholding_reason',
  'how',
  'price_warnings',
  'visible_to',
]);
/** Fields that are put together of words, names and figures: what a shareholder holds, to whom a thread is. */
const COMPOSED: Readonly<Record<string, (text: string, locale: string) => string>> = {
  holdings: countsReworded,
  addressed_to: addresseesReworded,
  subject: subjectReworded,
  formula: formulaReworded,
  // Of the versions of a scenario. A person may write a text in a field of the same name.
  'versions.what': versionReworded,
  'schedule.name': scheduleReworded,
};
/** Fields in which it writes a list of sentences; a person may write a text in a field of the same name. */
const SAID_IN_ROWS: ReadonlySet<string> = new Set(['notes']);
/** Fields in which it writes where one of these stands beside them. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  text: ['advice', 'code', 'hold_reasons', 'is_same'],
  detail: ['code', 'why', 'outcome'],
  label: ['by_mail'],
  description: ['allocation_type'],
};
/** Fields in which it writes in the rows of these lists. */
const line = ['text', 'details', 'actor'];
const IN_LISTS: Readonly<Record<string, readonly string[]>> = {
  history: line,
  acknowledgements: ['text'],
  steps: line,
  recent_activity: line,
  explanation: line,
  reserve: ['reason'],
  schedule: ['description'],
  triggers: ['words'],
};

/** Questions about a spreadsheet whose answers are ours, with names in them; others offer names of plans and classes alone. */
const OWN_CHOICES: ReadonlySet<unknown> = new Set(
  QUESTION_CODES.filter((code) => code !== 'plan_choice' && code !== 'plan_class'),
);

export function sayInReadersLanguage(server: FastifyInstance, isProduction: boolean): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (typeof payload !== 'string' || !type.startsWith('application/json') || !request.url.startsWith('/api/'))
      return payload;
    const locale = localeOf(request, isProduction);
    if (locale === 'en') return payload;
    const answer = inLanguage(JSON.parse(payload), locale, null);
    const { detail } = answer as { detail?: unknown };
    if (typeof detail !== 'string') return JSON.stringify(answer);
    const wait = Number(reply.getHeader('retry-after') ?? 0);
    return JSON.stringify({ ...(answer as object), said: inWords(detail, locale, wait) });
  });
}

/** A refusal, with the time of the next try in its place. */
function inWords(detail: string, locale: string, wait: number): string {
  const sentence = reworded(detail.replace(/try again in [\w ]+\.$/, 'try again later.'), locale);
  return wait > 0 ? inLocale(locale, () => withWait(sentence, wait)) : sentence;
}

/** `list`: the name of the list in which the value stands. A refusal's own `detail` stays English, for programs. */
function inLanguage(value: unknown, locale: string, list: string | null): unknown {
  if (Array.isArray(value)) return value.map((each) => inLanguage(each, locale, list ?? ''));
  if (typeof value !== 'object' || value === null) return value;
  const kind = 'allocation_type' in value ? 'schedule' : list;
  const composed = (name: string) => COMPOSED[`${kind}.${name}`] ?? COMPOSED[name];
  const isSaid = (name: string) =>
    (SAID_IN_ROWS.has(name) && Array.isArray((value as Record<string, unknown>)[name])) ||
    composed(name) !== undefined ||
    SAID.has(name) ||
    (list !== null && IN_LISTS[list]?.includes(name)) ||
    ((name !== 'detail' || list !== null) && BESIDE[name]?.some((other) => other in value));
  const said = Object.entries(value).map(([name, each]): [string, unknown] => [
    name,
    isSaid(name) ? inWordsOf(each, locale, name, composed(name)) : inLanguage(each, locale, name),
  ]);
  const own = withOwnTask(withChoices(Object.fromEntries(said), locale), locale);
  if (!('actor' in value) || value.actor !== 'You') return own;
  // Of what the reader did: "You added …". A history says it without its "You".
  const line = list === 'recent_activity' ? 'text' : 'summary';
  return typeof own[line] === 'string' ? { ...own, [line]: ofYou(own[line], locale) } : own;
}

/** A question with what may be answered to it. */
function withChoices(question: Record<string, unknown>, locale: string): Record<string, unknown> {
  const { code, choices } = question as { code?: unknown; choices?: { label: string }[] };
  if (!OWN_CHOICES.has(code) || !Array.isArray(choices)) return question;
  return { ...question, choices: choices.map((each) => ({ ...each, label: choiceReworded(each.label, locale) })) };
}

function withOwnTask(record: Record<string, unknown>, locale: string): Record<string, unknown> {
  const { title, description } = record;
  if (typeof title !== 'string' || typeof description !== 'string') return record;
  return { ...record, ...taskReworded({ title, description }, locale) };
}

function inWordsOf(value: unknown, locale: string, name: string, composed = lineReworded): unknown {
  if (typeof value === 'string') return composed(value, locale);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.map((each) => composed(each, locale));
  return inLanguage(value, locale, name);
}
