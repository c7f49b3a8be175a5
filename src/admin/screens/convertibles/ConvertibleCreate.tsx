// Issuing a SAFE or a note: its terms, and their effect.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { useGetOne } from 'react-admin';
import { divide, formatDecimal, toFixed } from '#src/domain/figures/decimal.ts';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import type { Shareholder } from '#src/resources/shareholders.ts';
import { formatMoney } from '#src/admin/kit/format.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import { convertibleIssuance } from '#src/resources/issuances/convertibles.ts';
import { IssuanceForm } from '../shared/IssuanceForm.tsx';
import { PreviewCard } from '#src/admin/kit/parts/PreviewCard.tsx';

export default function ConvertibleCreate() {
  return <IssuanceForm issuance={convertibleIssuance} Aside={Preview} />;
}

function Preview({ values }: { values: Values }) {
  const id = typeof values.shareholder_id === 'string' ? values.shareholder_id : '';
  const { data: holder } = useGetOne<Shareholder>('shareholders', { id }, { enabled: id !== '', retry: false });
  const [amount, cap] = [typedDecimal(values.amount), typedDecimal(values.cap)];
  const hasCap = values.cap_kind !== 'none' && amount !== null && cap !== null && cap > amount;
  // Interest converts too; its amount is not known before the conversion date.
  const bearsInterest = values.kind === 'NOTE';
  return (
    <PreviewCard title={say`If you issue this`}>
      <div className="sect">
        <h3>{holder && id !== '' ? holder.name : say`The investor`}</h3>
        <KeyValues
          items={[
            [say`Invests`, amount === null ? '–' : formatMoney(formatDecimal(amount))],
            ...(hasCap && values.cap_kind === 'post_money'
              ? ([
                  [
                    say`Owns at the cap, before new money${bearsInterest ? say` and interest` : ''}`,
                    `${figures(percentOf(amount, cap))}%`,
                  ],
                ] as [string, string][])
              : []),
            [say`Counts as shares now`, say`no, until it converts`],
          ]}
        />
        {hasCap && values.cap_kind === 'post_money' && (
          <p className="small mut">
            {bearsInterest
              ? say`The amount divided by the post-money cap. Interest until conversion is added.`
              : say`The amount divided by the post-money cap: exact when the cap applies, whatever else converts.`}
          </p>
        )}
      </div>
    </PreviewCard>
  );
}

const percentOf = (part: bigint, whole: bigint) => toFixed(divide(part * 100n, whole, 2, 'HALF_UP'), 2);
