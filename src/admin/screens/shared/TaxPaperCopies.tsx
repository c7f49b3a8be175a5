// The copies of a holder's tax papers, the newest first; nothing where none was made.
import type { HolderTaxPapers, TaxPaper } from '#src/contract/taxPapers.ts';
import { DownloadButton } from '#src/admin/kit/parts/DownloadButton.tsx';
import { Failed } from '#src/admin/kit/parts/states.tsx';
import { useRead } from '#src/admin/session/useRead.ts';
import styles from './shared.module.css';

export function TaxPaperCopies({ holder }: { holder: string }) {
  const path = `/api/shareholders/${encodeURIComponent(holder)}/tax-papers`;
  const { data, error, refetch } = useRead<HolderTaxPapers>(path);
  if (error) return <Failed what="The tax papers" error={error} retry={() => void refetch()} />;
  if (!data || data.rows.length === 0) return null;
  return (
    <div className={styles.statement}>
      <p>Tax papers</p>
      {data.rows.map((paper) => (
        <DownloadButton
          key={paper.id}
          small
          label={labelOf(paper)}
          what="The copy"
          path={`/api/tax-papers/${paper.id}/pdf`}
          name={`${paper.form}-${paper.year}-${paper.number}.pdf`}
        />
      ))}
    </div>
  );
}

/** "2024: 1099-DIV, corrected" */
function labelOf({ year, form, corrects, is_current }: TaxPaper): string {
  const state = is_current ? (corrects === null ? '' : ', corrected') : ', replaced';
  return `${year}: ${form}${state}`;
}
