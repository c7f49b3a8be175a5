// What people are told of, in the bell and by mail: one line for each kind. A command writes them with server/data/notices.ts.

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
    label: 'A distribution that pays you was approved',
    waits: true,
    text: ({ distribution }) => `${distribution} was approved, and you are paid from it.`,
  },
  payment_sent: {
    for: 'holders',
    label: 'A payment to you was sent',
    waits: true,
    text: ({ distribution }) => `Your payment from ${distribution} was sent.`,
  },
  payment_failed: {
    for: 'holders',
    label: 'A payment to you failed',
    waits: false,
    text: ({ distribution }) => `Your payment from ${distribution} did not arrive.`,
    advice: 'Check the bank account in your record, and tell the company if it is right.',
  },
  payment_held: {
    for: 'holders',
    label: 'A payment to you is on hold',
    waits: false,
    text: ({ distribution }) =>
      `Your payment from ${distribution} is on hold, because your bank account is being changed.`,
    advice: 'You need to do nothing if you asked for the change. If you did not, tell the company at once.',
  },
  details_asked: {
    for: 'holders',
    label: 'The company needs something to pay you',
    waits: false,
    text: ({ details }) => `The company needs ${details} to pay you.`,
    advice: 'Enter it on your details page.',
  },
  tax_change_rejected: {
    for: 'holders',
    label: 'A tax form or tax profile of yours was not accepted',
    waits: false,
    text: ({ reason }) => `The company did not accept your change of your tax profile: ${unchecked(reason)}`,
    subject: 'Your tax profile',
    advice: 'What was confirmed before still counts. You can sign a tax form again on your details page.',
  },
  document_shown: {
    for: 'holders',
    label: 'A document for you',
    waits: true,
    text: ({ document, more }) => `You can read a new document: ${document}${more ? `, and ${more} more` : ''}.`,
  },
  holding_recorded: {
    for: 'holders',
    label: 'A holding of yours was recorded',
    waits: true,
    text: ({ number, more }) =>
      more ? `${number} and ${more} more were recorded as yours.` : `${number} was recorded as yours.`,
    advice: 'Open it, and say whether it is right.',
  },
  holding_changed: {
    for: 'holders',
    label: 'A holding of yours changed',
    waits: true,
    text: ({ number, more }) =>
      more ? `Your holdings ${number} and ${more} more changed.` : `Your holding ${number} changed.`,
  },
  // Without the subject: who is linked to a record later does not see what another person asked.
  message_from_company: {
    for: 'holders',
    label: 'A message to you',
    waits: true,
    text: () => 'You have a new message.',
  },
  task_assigned: {
    for: 'anybody',
    label: 'A task for you',
    waits: true,
    text: ({ task }) => `You have a new task: ${task}.`,
  },
  join_requested: {
    for: 'company',
    label: 'Somebody asks to join',
    waits: true,
    text: ({ person }) => `${unchecked(person)} asks to join the company.`,
    subject: 'Somebody asks to join',
    advice: 'Choose the shareholder they are, or reject the request.',
  },
  holding_disputed: {
    for: 'company',
    label: 'A holder disputes a holding',
    waits: true,
    text: ({ shareholder, number }) => `${shareholder} says that something is wrong with ${number}.`,
    advice: 'Answer in the conversation that it started.',
  },
  holders_payment_failed: {
    for: 'company',
    label: 'A payment failed',
    waits: true,
    text: ({ distribution, shareholder }) => `The payment from ${distribution} to ${shareholder} failed.`,
    advice: 'Check the bank account with the holder, then retry the payment.',
  },
  tax_form_signed: {
    for: 'company',
    label: 'A holder signed a tax form',
    waits: true,
    text: ({ shareholder, form }) => `${shareholder} signed form ${form}.`,
    advice: 'Check it and confirm it: it counts from then on, and payments that wait for it are released.',
  },
  tax_profile_changed: {
    for: 'company',
    label: 'A holder changed what decides about their taxes',
    waits: true,
    text: ({ shareholder, detail }) => `${shareholder} changed their ${detail}.`,
    advice: 'Check it and confirm it: until then, what the company recorded or confirmed counts.',
  },
  message_from_holder: {
    for: 'company',
    label: 'A message from a holder',
    waits: true,
    text: ({ person, subject }) => `${unchecked(person)} wrote in “${subject}”.`,
    subject: 'A message from a holder',
  },
});

export type NoticeKindName = keyof typeof noticeKinds;
export const noticeKindNames = Object.keys(noticeKinds) as NoticeKindName[];

/** Null for a kind of a newer version. */
export const noticeKindOf = (name: string): NoticeKind | null =>
  Object.hasOwn(noticeKinds, name) ? noticeKinds[name as NoticeKindName] : null;
