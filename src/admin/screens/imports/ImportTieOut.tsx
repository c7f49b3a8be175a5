// The totals with the package applied, beside the company's own figures: each difference is shown before anything is written.
import { dotted, figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { instrumentWords } from '#src/domain/captable/capTableBasis.ts';
import { useState } from 'react';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { formatDay, formatShares, groupDigits } from '#src/admin/kit/format.ts';
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { plainDecimal } from '#src/admin/kit/verbs/figures.ts';
import { convertibleWord, isZero } from '../capTable/capTableRules.ts';
import type { TieOut } from '#src/contract/imports.ts';
import styles from './imports.module.css';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';

interface TieOutCardProps {
  tieOut: TieOut | undefined;
  error: Error | null;
  retry: () => void;
  figures: Record<string, string>;
  onFigure: (key: string, value: string) => void;
}

interface Line {
  key: string;
  name: string;
  before: string;
  after: string;
}

const SHOWN = 200;

export function TieOutCard({ tieOut, error, retry, figures, onFigure }: TieOutCardProps) {
  const [by, setBy] = useState<'class' | 'holder'>('class');
  if (error) return <Failed what={say`The tie-out`} error={error} retry={retry} />;
  if (!tieOut) return <Loading />;
  const lines = by === 'class' ? classLines(tieOut) : holderLines(tieOut);
  const shown = lines.slice(0, SHOWN);
  return (
    <Card
      title={say`Tie out`}
      about={say`Outstanding shares, options, warrants and convertibles on ${formatDay(tieOut.as_of)}, without the package and with it. Enter your own totals to see where they differ. Leave a line empty to skip it.`}
      end={
        <button type="button" className="link" onClick={() => setBy(by === 'class' ? 'holder' : 'class')}>
          {by === 'class' ? say`By holder` : say`By class`}
        </button>
      }
      flush
    >
      <ScrollBox label={say`Tie out, table`}>
        <table className={`${styles.stacked} ${styles.tieOut}`}>
          <TableHead
            columns={[
              by === 'class' ? say`Class` : say`Holder`,
              [say`Without the package`, 'r'],
              [say`With the package`, 'r'],
              [say`Your figure`, 'r'],
              [say`Difference`, 'r'],
              say`Result`,
            ]}
          />
          <tbody>
            {shown.map((line) => (
              <TieOutLine
                key={line.key}
                line={line}
                figure={figures[line.key] ?? ''}
                onFigure={(value) => onFigure(line.key, value)}
              />
            ))}
            {lines.length === 0 && (
              <tr>
                <td colSpan={6} className="mut">
                  {say`Nobody holds anything on that day.`}
                </td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <td>{say`Total outstanding shares`}</td>
              <td className="r" data-head={say`Without the package`}>
                {formatShares(tieOut.total.before)}
              </td>
              <td className="r" data-head={say`With the package`}>
                {formatShares(tieOut.total.after)}
              </td>
              <td colSpan={3}>{''}</td>
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
      {lines.length > SHOWN && (
        <p className="note">
          {sayAround`The first ${SHOWN} of ${groupDigits(lines.length)} lines, the largest holders first.`}
        </p>
      )}
    </Card>
  );
}

/** Options, warrants and convertibles have their own lines: a package may hold nothing else. */
function classLines({ classes, instruments, convertibles }: TieOut): Line[] {
  return [
    ...classes.map((row) => ({ key: `class ${row.share_class_id}`, ...row })),
    ...instruments.map((each) => ({ key: each.kind, name: instrumentWords[each.kind], ...each })),
    ...convertibles.map(({ kind, currency, amount, before }) => ({
      key: `convertibles ${kind} ${currency ?? ''}`,
      name: [convertibleWord(kind), currency].filter(Boolean).join(', '),
      before,
      after: amount,
    })),
  ].filter(isThere);
}

function holderLines({ rows }: TieOut): Line[] {
  return rows.flatMap((row) => {
    const id = row.shareholder_id ?? '';
    const lines: Line[] = [
      { key: `holder ${id}`, name: row.name, before: row.before, after: row.after },
      { key: `options ${id}`, name: say`${row.name}, options`, before: row.options_before, after: row.options },
      { key: `warrants ${id}`, name: say`${row.name}, warrants`, before: row.warrants_before, after: row.warrants },
    ];
    return lines.filter(isThere);
  });
}

/** A class is listed even with zero shares: somebody may want to compare it. */
const isThere = ({ key, before, after }: Line) => key.startsWith('class ') || !isZero(before) || !isZero(after);

/** How many lines differ from the company's own figures. */
export function differingLines(tieOut: TieOut | undefined, figures: Record<string, string>): number {
  if (!tieOut) return 0;
  const after = new Map([...classLines(tieOut), ...holderLines(tieOut)].map((line) => [line.key, line.after]));
  return Object.entries(figures).filter(([key, figure]) => {
    const difference = differenceOf(after.get(key) ?? '0', figure);
    return difference !== null && difference !== '0';
  }).length;
}

interface TieOutLineProps {
  line: Line;
  figure: string;
  onFigure: (value: string) => void;
}

function TieOutLine({ line, figure, onFigure }: TieOutLineProps) {
  const difference = differenceOf(line.after, figure);
  return (
    <tr>
      <td>{line.name}</td>
      <td className="r" data-head={say`Without the package`}>
        {formatShares(line.before)}
      </td>
      <td className="r" data-head={say`With the package`}>
        {formatShares(line.after)}
      </td>
      <td className="r" data-head={say`Your figure`}>
        <input
          className={styles.figureInput}
          inputMode="decimal"
          aria-label={say`Your figure for ${line.name}`}
          aria-invalid={difference === 'unread'}
          value={figures(figure)}
          onChange={(event) => onFigure(dotted(event.target.value))}
        />
      </td>
      <td className="r" data-head={say`Difference`}>
        {difference === null || difference === 'unread' ? '' : signed(difference)}
      </td>
      <td>
        {difference === 'unread' && <ToneChip tone="error">{say`Not a number`}</ToneChip>}
        {difference === '0' && <ToneChip tone="success">{say`Agrees`}</ToneChip>}
        {difference !== null && difference !== '0' && difference !== 'unread' && (
          <ToneChip tone="warning">{say`Differs`}</ToneChip>
        )}
      </td>
    </tr>
  );
}

/** The total with the package minus the company's own figure; null if none was entered. */
export function differenceOf(after: string, figure: string): string | 'unread' | null {
  if (figure.trim() === '') return null;
  const [ours, own] = [parseDecimal(after), parseDecimal(plainDecimal(figure))];
  return ours === null || own === null ? 'unread' : formatDecimal(ours - own);
}

const signed = (difference: string) =>
  difference === '0'
    ? '0'
    : difference.startsWith('-')
      ? `−${formatShares(difference.slice(1))}`
      : `+${formatShares(difference)}`;
