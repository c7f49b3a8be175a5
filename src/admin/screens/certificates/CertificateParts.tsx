// The cards of a certificate's page beside its facts: approvals, exemptions and legends, and vesting.
import { say } from '#src/words/say.ts';
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { CertificatePage } from '#src/contract/recordPages.ts';
import { formatDay, formatMoney, formatShares, today } from '#src/admin/kit/format.ts';
import { Card, Facts } from '#src/admin/kit/parts/Card.tsx';
import { VestingChart } from '#src/admin/kit/parts/VestingChart.tsx';
import { exemptionWords } from '../shared/exemptionWords.ts';
import { unvestedText, vestingOf } from './certificateFigures.ts';
import { issuanceWords } from '#src/resources/certificates.ts';
import styles from './certificates.module.css';

export function FiledCards({ record }: { record: CertificatePage }) {
  const { filed } = record;
  const items = [
    {
      label: say`Kind`,
      value: filed.issuance_type ? (issuanceWords[filed.issuance_type] ?? filed.issuance_type) : null,
    },
    { label: say`Total paid`, value: filed.cost_basis ? formatMoney(filed.cost_basis, record.currency) : null },
    { label: say`Consideration`, value: filed.consideration_text },
    { label: say`Board approval`, value: dayOf(filed.board_approval_date) },
    { label: say`Stockholder approval`, value: dayOf(filed.stockholder_approval_date) },
    {
      label: say`Securities exemption`,
      value: exemptionWords(filed.security_law_exemptions),
    },
  ].filter(({ value }) => value !== null && value !== '');
  return (
    <>
      {items.length > 0 && (
        <Card title={say`Approvals and exemptions`}>
          <Facts items={items} />
        </Card>
      )}
      {filed.legends.length > 0 && (
        <Card title={say`Legends`} about={say`The legends printed on this certificate.`}>
          <ul className={styles.legendTexts}>
            {filed.legends.map(({ id, name, text }) => (
              <li key={id}>
                <b>{name}</b>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

const dayOf = (value: string | null) => (value ? formatDay(value) : null);

export function VestingCard({ record }: { record: CertificatePage }) {
  const vesting = vestingOf(record);
  if (!vesting) return null;
  if (vesting.vested === null)
    return (
      <Card title={say`Vesting`}>
        <p className="mut">
          {say`The schedule it names is not among the company’s records, so what has vested is not known. Import it, or ask whoever issued the certificate.`}
        </p>
      </Card>
    );
  const sums = runningSums(vesting.tranches.map(({ quantity }) => parseDecimal(quantity) ?? 0n));
  const tranches = vesting.tranches.map((each, index) => ({ ...each, vested: formatDecimal(sums[index] ?? 0n) }));
  const isOpen = record.status === 'active' || record.status === 'upcoming';
  const about = vesting.vesting_start ? say`Started on ${formatDay(vesting.vesting_start)}.` : undefined;
  return (
    <Card title={say`Vesting`} about={about}>
      <Facts
        items={
          isOpen
            ? [
                { label: say`Vested today`, value: formatShares(vesting.vested) },
                { label: say`Unvested today`, value: unvestedText(record, today()) },
              ]
            : [{ label: say`Vested when it was closed`, value: formatShares(vesting.vested) }]
        }
      />
      <div className={styles.afterFacts}>
        <VestingChart tranches={tranches} total={record.quantity} />
      </div>
    </Card>
  );
}

function runningSums(values: bigint[]): bigint[] {
  const sums: bigint[] = [];
  for (const value of values) sums.push((sums.at(-1) ?? 0n) + value);
  return sums;
}
