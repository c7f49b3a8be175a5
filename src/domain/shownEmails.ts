// Texts with addresses in them, as people are shown them. Apart from `shownEmail`, which is all that the account's screens need.
import { shownEmail } from './shownEmail.ts';

const IN_ASCII = /^\p{ASCII}*$/u;

/** The domain of an address within a sentence, whose full stop is not the domain's. What a link follows stays. */
const IN_TEXT =
  /(?<=@)(?<!mailto:[^\s"<>@]{1,254}@)[\p{L}\p{M}\p{N}-]{1,63}(?:\.[\p{L}\p{M}\p{N}-]{1,63}){1,9}(?! \(xn--|[\p{L}\p{M}\p{N}-])/gu;

/** A text with every address in it as `shownEmail` shows it: mails and papers pass here whole. */
export const withShownEmails = (text: string): string =>
  IN_ASCII.test(text) ? text : text.replace(IN_TEXT, (domain) => shownEmail(`@${domain}`).slice(1));
