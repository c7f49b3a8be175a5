// The copies of a holder's tax forms, the newest first; nothing where none was made.
import { say } from '#src/words/say.ts';
import type { HolderYearlyTaxForms, YearlyTaxForm } from '#src/contract/yearlyTaxForms.ts';
import { DownloadButton } from '#src/admin/kit/parts/DownloadButton.tsx';
import { Failed } from '#src/admin/kit/parts/states.tsx';
import { useRead } from '#src/admin/session/useRead.ts';
import styles from './shared.module.css';

export function YearlyTaxFormCopies({ holder }: { holder: string }) {
  const path = `/api/shareholders/${encodeURIComponent(holder)}/yearly-tax-forms`;
  const { data, error, refetch } = useRead<HolderYearlyTaxForms>(path);
  if (error) return <Failed what={say`The tax forms`} error={error} retry={() => void refetch()} />;
  if (!data || data.rows.length === 0) return null;
  return (
    <div className={styles.statement}>
      <p>{say`Tax forms`}</p>
      {data.rows.map((paper) => (
        <DownloadButton
          key={paper.id}
          small
          label={labelOf(paper)}
          what={say`The copy`}
          path={`/api/yearly-tax-forms/${paper.id}/pdf`}
          name={`${paper.form}-${paper.year}-${paper.number}.pdf`}
        />
      ))}
    </div>
  );
}

/** "2024: 1099-DIV, corrected" */
function labelOf({ year, form, corrects, is_current }: YearlyTaxForm): string {
  const state = is_current ? (corrects === null ? '' : say`, corrected`) : say`, replaced`;
  return `${year}: ${form}${state}`;
}
