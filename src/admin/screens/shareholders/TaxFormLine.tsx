// The tax form in force, in words, with its paper for who may read it and the signature for who may sign.
import { Link } from 'react-router-dom';
import type { TaxProfile } from '#src/contract/holderDetails.ts';
import type { ShareholderPage } from '#src/contract/recordPages.ts';
import { countryName } from '#src/domain/countries.ts';
import { formatDay, today } from '#src/admin/kit/format.ts';
import { inPercent } from '#src/domain/distribution/percentInWords.ts';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { Unknown } from '#src/admin/kit/parts/Card.tsx';
import { showPath } from '#src/admin/kit/paths.ts';
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
      <dt>Tax form</dt>
      <dd>{profile ? <InForce profile={profile} /> : <Unknown why="None is signed" />}</dd>
      <dd className={styles.detailActs}>
        {profile?.document_id && (
          <Link
            className="btn small"
            to={showPath('documents', profile.document_id)}
            aria-label="Open the signed tax form"
          >
            Open
          </Link>
        )}
        {mayEnter && (
          <button
            type="button"
            className="btn small"
            aria-label={profile ? 'Change the tax profile' : 'Enter the tax profile'}
            onClick={onEnter}
          >
            {profile ? 'Change' : 'Enter'}
          </button>
        )}
        {maySign && (
          <button
            type="button"
            className="btn small"
            aria-label={profile ? 'Sign a new tax form' : 'Sign a tax form'}
            onClick={onSign}
          >
            {profile ? 'Sign again' : 'Sign'}
          </button>
        )}
      </dd>
    </div>
  );
}

/** "W-8BEN, Norway, signed 25 November 2026, 15% is withheld" */
export function profileInWords({ form, country, form_signed_on, withholding_rate }: TaxProfile): string {
  const what = form === null ? 'No form' : form === 'other' ? 'Another form' : form;
  return [
    what,
    countryName(country),
    ...(form_signed_on === null ? [] : [`signed ${formatDay(form_signed_on)}`]),
    ...(withholding_rate === null ? [] : [`${inPercent(withholding_rate)} is withheld`]),
  ].join(', ');
}

function InForce({ profile }: { profile: TaxProfile }) {
  const { form, form_valid_until, confirmed_at } = profile;
  const isExpired = form_valid_until !== null && form_valid_until < today();
  return (
    <>
      {profileInWords(profile)}
      {form_valid_until !== null && !isExpired && `, valid until ${formatDay(form_valid_until)}`}
      {form !== null && confirmed_at === null && (
        <>
          {' '}
          <ToneChip tone="warning">Not confirmed</ToneChip>
        </>
      )}
      {isExpired && (
        <>
          {' '}
          <ToneChip tone="warning">{`Expired ${formatDay(form_valid_until)}`}</ToneChip>
        </>
      )}
    </>
  );
}
