// What a holder has not supplied, in words: in the dashboard, the portfolio and on the payment's page.
import type { MissingDetail } from '#src/contract/missingDetails.ts';
import { inPercent } from '#src/domain/distribution/percentInWords.ts';
import { formatMoney } from '#src/admin/kit/format.ts';
import { showPath } from '#src/admin/kit/paths.ts';

/** In the address of a holder's page: what is entered or signed there at once. */
export const ENTER = 'enter';

/** Where it is supplied. */
export const missingPath = (shareholder: string, detail: MissingDetail['detail']): string =>
  `${showPath('shareholders', shareholder)}${detail === 'country' ? '' : `?${ENTER}=${detail}`}`;

export interface MissingWords {
  /** What is missing, before the text where the title is a link behind it. */
  what: string;
  title: string;
  text: string;
}

export function missingInWords({ detail, waiting, rate }: MissingDetail): MissingWords {
  const sums = waiting.map(({ currency, amount }) => formatMoney(amount, currency)).join(' and ');
  const waits =
    sums === ''
      ? 'The company needs it to pay you.'
      : `${sums} of yours ${waiting.length > 1 ? 'wait' : 'waits'} for it.`;
  if (detail === 'bank_details')
    return {
      what: 'Your bank account is missing.',
      title: 'Enter your bank account',
      text: `${waits} Without it the company has no account to pay to.`,
    };
  if (detail === 'country')
    return {
      what: 'Your country is missing.',
      title: 'Enter your country',
      text: `${waits} It decides how much tax is withheld.`,
    };
  const withheld =
    rate === null
      ? 'Until then, tax is withheld as if there were no form.'
      : `${inPercent(rate)} is withheld without it.`;
  return {
    what: 'Your tax form is missing.',
    title: 'Sign a tax form',
    text: `${withheld} ${sums === '' ? waits : `${sums} ${waiting.length > 1 ? 'are' : 'is'} on the way to you.`}`,
  };
}
