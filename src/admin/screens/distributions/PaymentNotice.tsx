// Why a payment did not arrive, and the way to where its reader can do something about it.
import { say } from '#src/words/say.ts';
import { Link } from 'react-router-dom';
import type { PaymentPage } from '#src/contract/recordPages.ts';
import type { HoldReason } from '#src/domain/distribution/holdReasons.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { formatDay } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { showPath } from '#src/admin/paths.ts';
import { messagePath } from '../shared/screenPaths.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { missingInWords, missingPath } from '../shared/missingDetailWords.ts';
import { troubleOf } from './paymentTrouble.ts';
import type { Trouble as TroubleWords } from './paymentTrouble.ts';

/** What is supplied or settled on the holder's own page. */
const ON_DETAILS: ReadonlySet<HoldReason> = new Set(['no_bank_details', 'no_tax_form', 'bank_change']);

export function PaymentNotice({ payment }: { payment: PaymentPage }) {
  const isOwn = isHolder(useRole());
  const missing = isOwn ? payment.missing : [];
  const trouble = troubleOf(payment, isOwn, missing.length > 0);
  if (!trouble && missing.length === 0) return null;
  return (
    <>
      {missing.map((each) => {
        const { what, title, text } = missingInWords(each);
        return (
          <div key={each.detail} className="alert above warning">
            <Icon name="alert" />
            <p>
              <b>{what}</b> {text}{' '}
              <Link className="link" to={missingPath(payment.shareholder_id, each.detail)}>
                {title}
              </Link>
            </p>
          </div>
        );
      })}
      {trouble && <Trouble payment={payment} trouble={trouble} isOwn={isOwn} />}
    </>
  );
}

function Trouble({ payment, trouble, isOwn }: { payment: PaymentPage; trouble: TroubleWords; isOwn: boolean }) {
  return (
    <div className={`alert above ${trouble.tone}`}>
      <Icon name="alert" />
      <p>
        <b>{trouble.what}</b> {trouble.todo}{' '}
        {isSettledOnDetails(payment) && (
          <>
            <Link className="link" to={showPath('shareholders', payment.shareholder_id)}>
              {isOwn ? say`Open your details` : say`Open the holder’s page`}
            </Link>{' '}
          </>
        )}
        {isOwn && trouble.tone !== 'info' && (
          <Link className="link" to={messagePath(aboutOf(payment))}>
            {say`Write to the company`}
          </Link>
        )}
      </p>
    </div>
  );
}

function isSettledOnDetails({ status, hold_reasons }: PaymentPage): boolean {
  if (status !== 'pending' || !Array.isArray(hold_reasons)) return false;
  return (hold_reasons as HoldReason[]).some((reason) => ON_DETAILS.has(reason));
}

/** The subject of a message about the payment: date and distribution tell it from the holder's other payments. */
function aboutOf({ scheduled_date: due, distribution }: PaymentPage): string {
  const day = typeof due === 'string' ? say` of ${formatDay(due)}` : '';
  return say`Payment${day} from ${String(distribution)}`;
}
