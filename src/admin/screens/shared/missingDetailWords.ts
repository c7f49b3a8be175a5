// What a holder has not supplied, in words: in the dashboard, the portfolio and on the payment's page.
import { say } from '#src/words/say.ts';
import type { MissingDetail } from '#src/contract/missingDetails.ts';
import { inPercent } from '#src/domain/distribution/percentInWords.ts';
import { formatMoney } from '#src/admin/kit/format.ts';
import { showPath } from '#src/admin/paths.ts';

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
      ? say`The company needs it to pay you.`
      : say`${sums} of yours ${waiting.length > 1 ? say`wait` : say`waits`} for it.`;
  if (detail === 'bank_details')
    return {
      what: say`Your bank account is missing.`,
      title: say`Enter your bank account`,
      text: say`${waits} Without it the company has no account to pay to.`,
    };
  if (detail === 'country')
    return {
      what: say`Your country is missing.`,
      title: say`Enter your country`,
      text: say`${waits} It decides how much tax is withheld.`,
    };
  const withheld =
    rate === null
      ? say`Until then, tax is withheld as if there were no form.`
      : say`${inPercent(rate)} is withheld without it.`;
  return {
    what: say`Your tax form is missing.`,
    title: say`Sign a tax form`,
    text: `${withheld} ${sums === '' ? waits : say`${sums} ${waiting.length > 1 ? say`are` : say`is`} on the way to you.`}`,
  };
}
