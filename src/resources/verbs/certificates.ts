// The verbs of a certificate: it changes hands, ends, or is reissued. It is never edited.
import { say } from '#src/words/say.ts';
import { certificates } from '../certificates.ts';
import type { Certificate } from '../certificates.ts';
import { editors } from '../kit/access.ts';
import { boolean, money, reference, shares } from '../kit/fields.ts';
import { defineVerbs } from '../kit/verb.ts';
import type { Answers, Shown, Writer } from '../kit/verb.ts';
import { holderAnswers } from './acknowledgements.ts';
import { effectiveDay, quantityOrAll, reason, remark } from './asked.ts';
import { retraction } from './retraction.ts';

const nameOf = ({ certificate_number }: Shown) => String(certificate_number);
const heldBy = (record: Shown, write: Writer) =>
  say`${write.count(record.quantity, say`${record.share_class} shares`, say`${record.share_class} share`)} of ${record.shareholder}`;
/** "1 share" of it, or all shares if no number was entered. */
const moved = (record: Shown, write: Writer, { quantity }: Answers) => write.count(quantity ?? record.quantity);
/** The certificates chosen in addition to the one whose dialog is open. */
const chosenOf = ({ certificate_ids: ids }: Answers) => (Array.isArray(ids) ? ids.length : 0);
/** An ending recorded for a later day: nothing else can be recorded before it. Lists do not tell it. */
const hasNoEnding = ({ ended }: Shown) => !ended;
const wholeOf = (record: Certificate) => ({ quantity: record.quantity });

export const certificateVerbs = defineVerbs(certificates, {
  ...holderAnswers({ singular: say`certificate`, open: 'active', nameOf }),
  transfer: {
    label: say`Transfer`,
    summary: 'Transfer a certificate, whole, in part or to several',
    roles: editors,
    from: ['active'],
    when: hasNoEnding,
    fields: {
      to_shareholder_id: reference('shareholders', { label: say`To` }),
      quantity: shares({ positive: true, label: say`Shares` }),
      date: effectiveDay(),
      price_per_share: money({ scale: 10, label: say`Price per share` }),
      consideration: remark({ help: say`What is paid, in words, such as "Sale for cash".` }),
    },
    more: {
      approves_unvested: boolean({
        definition: say`The board allows the transfer of unvested shares. They keep vesting for the buyer while the original holder’s service continues.`,
      }),
    },
    starts: wholeOf,
    title: (record) => say`Transfer ${nameOf(record)}`,
    text: (record, write) =>
      say`${heldBy(record, write)}. Each buyer gets a new certificate; shares that are not transferred stay with the holder on another.`,
    submit: say`Transfer shares`,
    done: (record, write, answers) => say`${moved(record, write, answers)} of ${nameOf(record)} transferred`,
    answers: 'moved',
    stepUp: true,
  },
  repurchase: {
    label: say`Repurchase`,
    summary: 'Repurchase a certificate, whole or in part',
    roles: editors,
    from: ['active'],
    when: hasNoEnding,
    fields: {
      quantity: quantityOrAll(say`Needed, unless nothing has vested: then all of them.`),
      price_per_share: money({ required: true, scale: 10, label: say`Price per share` }),
      date: effectiveDay(),
      reason: remark({ label: say`Reason`, help: say`Such as "Left the company on 3 March 2026".` }),
    },
    starts: wholeOf,
    title: (record) => say`Repurchase ${nameOf(record)}`,
    text: (record, write) =>
      say`The company buys back ${heldBy(record, write)}. Repurchased shares are no longer outstanding. Unvested shares are repurchased first.`,
    submit: (record, write, answers) =>
      answers.quantity ? say`Repurchase ${moved(record, write, answers)}` : say`Repurchase`,
    done: (record, write, answers) => say`${moved(record, write, answers)} of ${nameOf(record)} repurchased`,
    answers: 'moved',
  },
  convert: {
    label: say`Convert`,
    summary: 'Convert into another class at the ratio of the day',
    roles: editors,
    from: ['active'],
    // Only the certificate's page knows the class's conversion rights; a list does not.
    when: (record) => hasNoEnding(record) && Array.isArray(record.converts_to) && record.converts_to.length > 0,
    fields: {
      to_share_class_id: reference('share-classes', { required: true, label: say`Into` }),
      quantity: quantityOrAll(),
      date: effectiveDay(),
    },
    starts: wholeOf,
    title: (record) => say`Convert ${nameOf(record)}`,
    text: (record, write) => say`${heldBy(record, write)} become shares of another class, at their conversion ratio.`,
    submit: (record, write, answers) => say`Convert ${moved(record, write, answers)}`,
    done: (record, write, answers) => say`${moved(record, write, answers)} of ${nameOf(record)} converted`,
    answers: 'moved',
  },
  consolidate: {
    label: say`Consolidate`,
    summary: 'Combine several certificates of one holder and class into one',
    roles: editors,
    from: ['active'],
    when: hasNoEnding,
    isOfSeveral: true,
    joins: ([first, ...others]) => {
      if (!first || others.length === 0) return say`Choose a second certificate of the same holder and class.`;
      const isOne = others.every(
        ({ shareholder_id, share_class_id }) =>
          shareholder_id === first.shareholder_id && share_class_id === first.share_class_id,
      );
      return isOne ? null : say`Only certificates of the same holder and class can be consolidated.`;
    },
    fields: { date: effectiveDay() },
    title: (record) => say`Consolidate ${nameOf(record)} with others`,
    text: (record) =>
      say`Certificates of ${record.share_class} held by ${record.shareholder} become one. The number of shares stays the same.`,
    submit: (_, write, answers) =>
      chosenOf(answers) === 0
        ? say`Consolidate`
        : say`Consolidate ${write.count(chosenOf(answers) + 1, say`certificates`, say`certificate`)}`,
    done: (record, write, answers) =>
      say`${write.count(chosenOf(answers) + 1, say`certificates`, say`certificate`)} of ${record.shareholder} consolidated`,
    answers: 'moved',
  },
  reissue: {
    label: say`Reissue`,
    summary: 'Put the same holding on a new certificate',
    roles: editors,
    from: ['active'],
    when: hasNoEnding,
    fields: { reason: reason({ help: say`Such as "Name changed by marriage".` }), date: effectiveDay() },
    title: (record) => say`Reissue ${nameOf(record)}`,
    text: (record, write) =>
      say`${heldBy(record, write)}, on a new certificate with the next number. Nothing else changes.`,
    submit: (record) => say`Reissue ${nameOf(record)}`,
    done: (record) => say`${nameOf(record)} reissued on a new certificate`,
    answers: 'moved',
  },
  replace: {
    label: say`Replace a lost one`,
    summary: 'Replace a lost certificate',
    roles: editors,
    from: ['active'],
    when: hasNoEnding,
    fields: {
      reason: reason({ label: say`What happened to it`, help: say`Such as "Lost in a move".` }),
      date: effectiveDay(),
    },
    title: (record) => say`Replace ${nameOf(record)}`,
    text: (record, write) =>
      say`For a lost or destroyed certificate: ${heldBy(record, write)} on a new one. The old number is void and never used.`,
    submit: (record) => say`Replace ${nameOf(record)}`,
    done: (record) => say`${nameOf(record)} replaced`,
    answers: 'moved',
  },
  ...retraction({
    summary: 'Take back a certificate that was issued on its own and not accepted',
    from: ['active', 'upcoming'],
    nameOf,
    text: (record, write) =>
      say`${heldBy(record, write)} are taken back as if they had not been issued. Only a certificate that was issued on its own, and that its holder has not accepted, can be retracted.`,
    keep: say`Keep certificate`,
  }),
  cancel: {
    label: say`Cancel certificate`,
    summary: 'Cancel a certificate, whole or in part',
    roles: editors,
    from: ['active', 'upcoming'],
    when: hasNoEnding,
    destructive: true,
    fields: { quantity: quantityOrAll(), reason: reason(), date: effectiveDay() },
    starts: wholeOf,
    title: (record) => say`Cancel certificate ${nameOf(record)}?`,
    text: (record, write) =>
      say`${heldBy(record, write)}, issued ${write.day(record.issue_date)}, stop being outstanding. The entry stays in the ledger.`,
    submit: (record, write, answers) => say`Cancel ${moved(record, write, answers)}`,
    keep: say`Keep certificate`,
    done: (record, write, answers) => say`${moved(record, write, answers)} of ${nameOf(record)} cancelled`,
    answers: 'moved',
  },
});
