// One figure of a cap table. Pressing it shows the entries behind it. A blank cell means none.
import { say } from '#src/words/say.ts';
import { formatShares } from '#src/admin/kit/format.ts';
import { isZero } from './capTableRules.ts';
import type { Figure } from './capTableRules.ts';
import styles from './capTable.module.css';

interface FigureCellProps {
  value: string | null;
  /** Shown instead of the number. */
  text?: string;
  isQuiet?: boolean;
  /** Null: there are no entries behind it. */
  figure: Figure | null;
  /** Without it, the figures are plain text. */
  open: ((figure: Figure) => void) | undefined;
}

export function FigureCell({ value, text, isQuiet = false, figure, open }: FigureCellProps) {
  const shown = text || (value && !isZero(value) ? formatShares(value) : '');
  const className = ['r', isQuiet && styles.quiet, text && styles.words].filter(Boolean).join(' ');
  if (shown === '' || !figure || !open) return <td className={className}>{shown}</td>;
  return (
    <td className={className}>
      <button
        type="button"
        className={styles.fig}
        title={say`${text ? `${text}. ` : ''}Entries behind: ${figure.title}`}
        onClick={() => open(figure)}
      >
        {shown}
      </button>
    </td>
  );
}
