// A certificate: its facts, where it came from and what became of it, and every entry of the ledger about it.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { CertificatePage } from '#src/contract/recordPages.ts';
import { endingInWords } from '#src/domain/ledger/core/endingWords.ts';
import { ONE, formatDecimal } from '#src/domain/figures/decimal.ts';
import { countOf, countShares } from '#src/admin/kit/counts.ts';
import { formatDay, formatMoney } from '#src/admin/kit/format.ts';
import { DownloadButton } from '#src/admin/kit/parts/DownloadButton.tsx';
import { isSameValue } from '#src/admin/kit/form/sameValue.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { RecordLink } from '#src/admin/kit/parts/ReferenceName.tsx';
import { FactsCard, RecordHead, RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import { typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import { CertificateChain } from './CertificateChain.tsx';
import { Acknowledgement } from '../shared/Acknowledgement.tsx';
import { AttachedDocuments } from '../documents/AttachedDocuments.tsx';
import { FiledCards, VestingCard } from './CertificateParts.tsx';
import { SecurityHistory } from '../shared/SecurityParts.tsx';
import styles from './certificates.module.css';
import { HolderName } from '../shared/HolderName.tsx';

export default function CertificateShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<CertificatePage> resource={resource}>
      {(record) => (
        <>
          <RecordHead
            resource={resource}
            record={record}
            about={<HeldBy record={record} />}
            extra={<PdfButton record={record} />}
          />
          <Acknowledgement resource={resource} record={record} />
          <div className="cols side">
            <div className="stack">
              <EndsLater record={record} />
              <FactsCard
                resource={resource}
                record={record}
                omit={[
                  ...(isSameValue(record.num_shares, record.quantity) ? ['num_shares'] : []),
                  ...(record.is_price_entered ? [] : ['price_per_share']),
                ]}
                extra={[...classPrice(record), ...acquired(record), ...recordedBy(record), ...whyItEnded(record)]}
              />
              <Cost record={record} />
              <VestingCard record={record} />
              <CertificateChain record={record} />
              <FiledCards record={record} />
              <AttachedDocuments resource={resource} record={record} />
            </div>
            <SecurityHistory record={record} />
          </div>
        </>
      )}
    </RecordScreen>
  );
}

/** The entry must name a price: if nobody entered one, it is the class's, not what was paid. Par is not a price. */
function classPrice({ is_price_entered, price_per_share, currency }: CertificatePage) {
  if (is_price_entered) return [];
  if (price_per_share === null) return [{ label: say`Price per share`, value: say`No price is on record` }];
  return [
    { label: say`Price of the class`, value: say`${formatMoney(price_per_share, currency)} a share; none was entered` },
  ];
}

/** The day its holder acquired the shares, where the certificate carries one. */
function acquired({ acquired_on, issue_date }: CertificatePage) {
  const about = acquired_on === issue_date ? '' : say`, carried over from an earlier certificate`;
  return [{ label: say`Acquired`, value: `${formatDay(acquired_on)}${about}` }];
}

/** The entry that it came from: what is wrong with the certificate is taken back there. */
function recordedBy({ recorded_by: entry }: CertificatePage) {
  if (!entry) return [];
  const link = (
    <RecordLink to="transactions" id={entry.id}>
      {entry.summary}
    </RecordLink>
  );
  return [{ label: say`Came from`, value: link }];
}

/** The reason in the entry: of a repurchase, or of a split with the payment for a fraction. */
function whyItEnded({ ended }: CertificatePage) {
  return ended?.reason ? [{ label: say`Why it ended`, value: ended.reason }] : [];
}

/** An ending recorded for a later day blocks every other entry about the certificate until then. */
function EndsLater({ record }: { record: CertificatePage }) {
  const { ended } = record;
  const isOpen = record.status === 'active' || record.status === 'upcoming';
  if (!isOpen || !ended) return null;
  return (
    <output className="alert info">
      <Icon name="info" />
      <p>
        {sayAround`${record.certificate_number} will be ${endingInWords(ended.verb)} on ${formatDay(ended.date)}: the ledger already has that entry. Nothing else can be recorded for this certificate unless that entry is undone.`}
      </p>
    </output>
  );
}

function HeldBy({ record }: { record: CertificatePage }) {
  const shares = countOf(record.quantity, say`${record.share_class} shares`, say`${record.share_class} share`);
  if (record.status === 'active') return <>{sayAround`${shares} held by ${(<HolderName record={record} />)}`}</>;
  if (record.status === 'upcoming')
    return <>{sayAround`${shares} will be held by ${(<HolderName record={record} />)}`}</>;
  if (record.quantity === '1') return <>{sayAround`${shares} was held by ${(<HolderName record={record} />)}`}</>;
  return <>{sayAround`${shares} were held by ${(<HolderName record={record} />)}`}</>;
}

/** The total paid if it was filed, else price times shares: the server decides, to the last decimal. */
function Cost({ record }: { record: CertificatePage }) {
  const quantity = typedDecimal(record.quantity);
  const price = typedDecimal(record.price_per_share);
  const cost = typedDecimal(record.cost);
  if (quantity === null) return null;
  if (cost === null)
    return record.is_price_entered || record.status === 'upcoming' ? null : (
      <p className={`card ${styles.cost}`}>
        {sayAround`Cost ${(<b>{say`unknown`}</b>)}${(<span className="mut">{say`The amount paid was not entered.`}</span>)}`}
      </p>
    );
  const isPriced = price !== null && price * quantity === cost * ONE;
  return (
    <p className={`card ${styles.cost}`}>
      {sayAround`Cost ${(<b className="tn">{formatMoney(formatDecimal(cost), record.currency)}</b>)}${(
        <span className="mut">
          {countShares(record.quantity)}
          {isPriced && say` at ${formatMoney(formatDecimal(price), record.currency)}`}
        </span>
      )}`}
    </p>
  );
}

function PdfButton({ record }: { record: CertificatePage }) {
  return (
    <DownloadButton
      path={`/api/certificates/${record.id}/pdf`}
      name={`${record.certificate_number}.pdf`}
      what={say`The certificate`}
    />
  );
}
