// What people are told of, in the bell and by mail: one line for each kind. A command writes them with server/data/notices.ts.
import { said } from '../words/said.ts';
import { say } from '../words/say.ts';

/** The names that a sentence needs, as its reader may see them. */
export type NoticeWords = Record<string, string>;

export interface NoticeKind {
  /** Whom it tells: holders of their own, the people who keep the books, or anybody whom it names. */
  for: 'holders' | 'company' | 'anybody';
  /** In Settings. */
  label: string;
  /** Mailed with others, at most once an hour; otherwise at once. */
  waits: boolean;
  /** The sentence; the company is named beside it. */
  text: (words: NoticeWords) => string;
  /** The mail's subject, where the sentence repeats what people outside the company wrote. */
  subject?: string;
  /** What to do about it. */
  advice?: string;
}

/** What a payment may lack. A notice keeps the names, so that each reads them in their language. */
const DETAILS: Readonly<Record<string, string>> = {
  bank_details: say`your bank account`,
  tax_form: say`a tax form`,
  country: say`your country`,
};
const inWords = (detail: string): string => said(DETAILS[detail] ?? detail);

/** Tasks that Sharebook makes, each a sentence of its own: a title that a person wrote stays as it is. */
const MADE_TASKS: Readonly<Record<string, () => string>> = {
  bank_details: () => say`You have a new task: Enter your bank account.`,
  tax_form: () => say`You have a new task: Sign a tax form.`,
};

const NAME_MAX = 80;
/** A text that nobody checked, cut. No word of a notice has an address in it: sentencesOf takes them apart. */
function unchecked(text = ''): string {
  const characters = [...text];
  return characters.length > NAME_MAX ? `${characters.slice(0, NAME_MAX - 1).join('')}…` : text;
}

const kind = <N extends string>(declared: Record<N, NoticeKind>): Record<N, NoticeKind> => declared;

/**
 * The resources of whose records people are told. `notice_is_shown` (server/db/functions/notices.sql) has a rule for each: until when
 * its reader may see the record.
 */
export const noticedResources = [
  'certificates',
  'grants',
  'convertibles',
  'warrants',
  'payments',
  'documents',
  'tasks',
  'messages',
  'join-requests',
  'shareholders',
] as const;
export type NoticedResource = (typeof noticedResources)[number];

export const noticeKinds = kind({
  distribution_approved: {
    for: 'holders',
    label: say`A distribution that pays you was approved`,
    waits: true,
    text: ({ distribution }) => say`${distribution} was approved, and you are paid from it.`,
  },
  payment_sent: {
    for: 'holders',
    label: say`A payment to you was sent`,
    waits: true,
    text: ({ distribution }) => say`Your payment from ${distribution} was sent.`,
  },
  payment_failed: {
    for: 'holders',
    label: say`A payment to you failed`,
    waits: false,
    text: ({ distribution }) => say`Your payment from ${distribution} did not arrive.`,
    advice: say`Check the bank account in your record, and tell the company if it is right.`,
  },
  payment_held: {
    for: 'holders',
    label: say`A payment to you is on hold`,
    waits: false,
    text: ({ distribution }) =>
      say`Your payment from ${distribution} is on hold, because your bank account is being changed.`,
    advice: say`You need to do nothing if you asked for the change. If you did not, tell the company at once.`,
  },
  details_asked: {
    for: 'holders',
    label: say`The company needs something to pay you`,
    waits: false,
    text: ({ details = '' }) => say`The company needs ${details.split(', ').map(inWords).join(', ')} to pay you.`,
    advice: say`Enter it on your details page.`,
  },
  tax_change_rejected: {
    for: 'holders',
    label: say`A tax form or tax profile of yours was not accepted`,
    waits: false,
    text: ({ reason }) => say`The company did not accept your change of your tax profile: ${unchecked(reason)}`,
    subject: say`Your tax profile`,
    advice: say`What was confirmed before still counts. You can sign a tax form again on your details page.`,
  },
  document_shown: {
    for: 'holders',
    label: say`A document for you`,
    waits: true,
    text: ({ document, more }) => say`You can read a new document: ${document}${more ? say`, and ${more} more` : ''}.`,
  },
  holding_recorded: {
    for: 'holders',
    label: say`A holding of yours was recorded`,
    waits: true,
    text: ({ number, more }) =>
      more ? say`${number} and ${more} more were recorded as yours.` : say`${number} was recorded as yours.`,
    advice: say`Open it, and say whether it is right.`,
  },
  holding_changed: {
    for: 'holders',
    label: say`A holding of yours changed`,
    waits: true,
    text: ({ number, more }) =>
      more ? say`Your holdings ${number} and ${more} more changed.` : say`Your holding ${number} changed.`,
  },
  // Without the subject: who is linked to a record later does not see what another person asked.
  message_from_company: {
    for: 'holders',
    label: say`A message to you`,
    waits: true,
    text: () => say`You have a new message.`,
  },
  task_assigned: {
    for: 'anybody',
    label: say`A task for you`,
    waits: true,
    text: ({ task, cause = '' }) => MADE_TASKS[cause]?.() ?? say`You have a new task: ${task}.`,
  },
  join_requested: {
    for: 'company',
    label: say`Somebody asks to join`,
    waits: true,
    text: ({ person }) => say`${unchecked(person)} asks to join the company.`,
    subject: say`Somebody asks to join`,
    advice: say`Choose the shareholder they are, or reject the request.`,
  },
  holding_disputed: {
    for: 'company',
    label: say`A holder disputes a holding`,
    waits: true,
    text: ({ shareholder, number }) => say`${shareholder} says that something is wrong with ${number}.`,
    advice: say`Answer in the conversation that it started.`,
  },
  holders_payment_failed: {
    for: 'company',
    label: say`A payment failed`,
    waits: true,
    text: ({ distribution, shareholder }) => say`The payment from ${distribution} to ${shareholder} failed.`,
    advice: say`Check the bank account with the holder, then retry the payment.`,
  },
  tax_form_signed: {
    for: 'company',
    label: say`A holder signed a tax form`,
    waits: true,
    text: ({ shareholder, form }) => say`${shareholder} signed form ${form}.`,
    advice: say`Check it and confirm it: it counts from then on, and payments that wait for it are released.`,
  },
  tax_profile_changed: {
    for: 'company',
    label: say`A holder changed what decides about their taxes`,
    waits: true,
    text: ({ shareholder, detail }) => say`${shareholder} changed their ${detail}.`,
    advice: say`Check it and confirm it: until then, what the company recorded or confirmed counts.`,
  },
  message_from_holder: {
    for: 'company',
    label: say`A message from a holder`,
    waits: true,
    text: ({ person, subject }) => say`${unchecked(person)} wrote in “${subject}”.`,
    subject: say`A message from a holder`,
  },
});

export type NoticeKindName = keyof typeof noticeKinds;
export const noticeKindNames = Object.keys(noticeKinds) as NoticeKindName[];

/** Null for a kind of a newer version. */
export const noticeKindOf = (name: string): NoticeKind | null =>
  Object.hasOwn(noticeKinds, name) ? noticeKinds[name as NoticeKindName] : null;
