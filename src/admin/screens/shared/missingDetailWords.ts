// What a holder has not supplied, in words: in the dashboard, the portfolio and on the payment's page.
import type { MissingDetail } from '../../../contract/missingDetails.ts';
import { inPercent } from '../../../domain/distribution/percentInWords.ts';
import { formatMoney } from '../../kit/format.ts';

export interface MissingWords {
  title: string;
  text: string;
}

export function missingInWords({ detail, waiting, rate }: MissingDetail): MissingWords {
  const sums = waiting.map(({ currency, amount }) => formatMoney(amount, currency)).join(' and ');
  const waits =
    sums === '' ? 'The company asked for it, to pay you.' : `${sums} ${waiting.length > 1 ? 'wait' : 'waits'} for it.`;
  if (detail === 'bank_details')
    return { title: 'Enter your bank account', text: `${waits} Without it the company has no account to pay to.` };
  if (detail === 'country')
    return { title: 'Enter your country', text: `${waits} It decides about the tax that is withheld.` };
  const withheld =
    rate === null ? 'Tax is withheld as without a form until then.' : `${inPercent(rate)} is withheld without it.`;
  return { title: 'Sign a tax form', text: `${withheld} ${sums === '' ? waits : `${sums} is on its way to you.`}` };
}
