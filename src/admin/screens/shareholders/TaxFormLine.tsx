// The tax form in force, in words, with its paper for who may read it and the signature for who may sign.
import { say } from '#src/words/say.ts';
import { Link } from 'react-router-dom';
import type { TaxProfile } from '#src/contract/holderDetails.ts';
import type { ShareholderPage } from '#src/contract/recordPages.ts';
import { countryName } from '#src/domain/countries.ts';
import { formatDay, today } from '#src/admin/kit/format.ts';
import { inPercent } from '#src/domain/distribution/percentInWords.ts';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { Unknown } from '#src/admin/kit/parts/Card.tsx';
import { showPath } from '#src/admin/paths.ts';
import styles from './shareholders.module.css';

interface TaxFormLineProps {
  record: ShareholderPage;
  /** Of the company, which enters what it got on paper. */
  mayEnter: boolean;
  onSign: () => void;
  onEnter: () => void;
}

export function TaxFormLine({ record, mayEnter, onSign, onEnter }: TaxFormLineProps) {
  const { tax_profile: profile, may_sign_tax_form: maySign } = record;
  return (
    <div className={styles.long}>
      <dt>{say`Tax form`}</dt>
      <dd>{profile ? <InForce profile={profile} /> : <Unknown why={say`None is signed`} />}</dd>
      <dd className={styles.detailActs}>
        {profile?.document_id && (
          <Link
            className="btn small"
            to={showPath('documents', profile.document_id)}
            aria-label={say`Open the signed tax form`}
          >
            {say`Open`}
          </Link>
        )}
        {mayEnter && (
          <button
            type="button"
            className="btn small"
            aria-label={profile ? say`Change the tax profile` : say`Enter the tax profile`}
            onClick={onEnter}
          >
            {profile ? say`Change` : say`Enter`}
          </button>
        )}
        {maySign && (
          <button
            type="button"
            className="btn small"
            aria-label={profile ? say`Sign a new tax form` : say`Sign a tax form`}
            onClick={onSign}
          >
            {profile ? say`Sign again` : say`Sign`}
          </button>
        )}
      </dd>
    </div>
  );
}

/** "W-8BEN, Norway, signed 25 November 2026, 15% is withheld" */
export function profileInWords({ form, country, form_signed_on, withholding_rate }: TaxProfile): string {
  const what = form === null ? say`No form` : form === 'other' ? say`Another form` : form;
  return [
    what,
    countryName(country),
    ...(form_signed_on === null ? [] : [say`signed ${formatDay(form_signed_on)}`]),
    ...(withholding_rate === null ? [] : [say`${inPercent(withholding_rate)} is withheld`]),
  ].join(', ');
}

function InForce({ profile }: { profile: TaxProfile }) {
  const { form, form_valid_until, confirmed_at } = profile;
  const isExpired = form_valid_until !== null && form_valid_until < today();
  return (
    <>
      {profileInWords(profile)}
      {form_valid_until !== null && !isExpired && say`, valid until ${formatDay(form_valid_until)}`}
      {form !== null && confirmed_at === null && (
        <>
          {' '}
          <ToneChip tone="warning">{say`Not confirmed`}</ToneChip>
        </>
      )}
      {isExpired && (
        <>
          {' '}
          <ToneChip tone="warning">{say`Expired ${formatDay(form_valid_until)}`}</ToneChip>
        </>
      )}
    </>
  );
}
