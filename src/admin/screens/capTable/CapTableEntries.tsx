// The side panel behind a figure: every entry that added to it or took from it, with the sum that is the figure.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { basisWords } from '#src/domain/captable/capTableBasis.ts';
import { formatDay, formatShares, plural } from '#src/admin/kit/format.ts';
import { showPath } from '#src/admin/paths.ts';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useRead } from '#src/admin/session/useRead.ts';
import type { FigureEntries, FigureEntry } from './capTableAnswer.ts';
import { countOfUnit, entriesPath, moneyText, signed } from './capTableRules.ts';
import type { Asked, Figure } from './capTableRules.ts';
import { PanelEntry, PanelList, SidePanel } from './SidePanel.tsx';

interface EntriesProps {
  figure: Figure;
  asked: Asked;
  onClose: () => void;
}

const PAGE = 100;

export default function CapTableEntries({ figure, asked, onClose }: EntriesProps) {
  const [from, setFrom] = useState(0);
  const { data, error, isPending, refetch } = useRead<FigureEntries>(entriesPath(figure, asked, from, PAGE));
  return (
    <SidePanel
      title={figure.title}
      about={say`${basisWords[asked.basis].label} on ${formatDay(asked.as_of)}${asked.known_at === null ? '' : say`, as known after entry No. ${asked.known_at}`}`}
      onClose={onClose}
    >
      {error ? (
        <Failed what={say`The entries`} error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : (
        <Entries figure={figure} answer={data} from={from} setFrom={setFrom} />
      )}
    </SidePanel>
  );
}

interface ListProps {
  figure: Figure;
  answer: FigureEntries;
  from: number;
  setFrom: (from: number) => void;
}

function Entries({ figure, answer, from, setFrom }: ListProps) {
  const isMoney = figure.kind === 'convertibles';
  const sum = answer[figure.of];
  const to = Math.min(from + PAGE, answer.count);
  return (
    <>
      <PanelList
        figure={figure.unit === '' ? undefined : isMoney ? moneyText(sum, figure.unit) : countOfUnit(sum, figure.unit)}
        sum={
          figure.unit === ''
            ? plural(answer.count, say`entry`, say`entries`)
            : say`is the sum of ${plural(answer.count, say`entry`, say`entries`)}:`
        }
      >
        {answer.entries.map((entry, index) => (
          <Entry key={`${entry.seq}-${index}`} entry={entry} figure={figure} />
        ))}
      </PanelList>
      {answer.count > PAGE && (
        <nav className="acts" aria-label={say`Pages of entries`}>
          <button type="button" className="btn sm" disabled={from === 0} onClick={() => setFrom(from - PAGE)}>
            {say`Earlier`}
          </button>
          <span className="dim tn">
            {sayAround`${formatShares(from + 1)}–${formatShares(to)} of ${formatShares(answer.count)}`}
          </span>
          <button type="button" className="btn sm" disabled={to >= answer.count} onClick={() => setFrom(from + PAGE)}>
            {say`Later`}
          </button>
        </nav>
      )}
    </>
  );
}

function Entry({ entry, figure }: { entry: FigureEntry; figure: Figure }) {
  const isMoney = figure.kind === 'convertibles';
  const change = entry[figure.of];
  // If a share does not count as one, both numbers are needed to follow the sum.
  const isOther = figure.of === 'counted' && entry.counted !== entry.quantity;
  return (
    <PanelEntry
      told={[entry.date && formatDay(entry.date), entry.certificate_number, entry.seq && say`No. ${entry.seq}`]}
      change={
        <>
          {isMoney ? `${change.startsWith('-') ? '' : '+'}${moneyText(change, figure.unit || null)}` : signed(change)}
          {isOther && (
            <span className="dim">
              {sayAround`for ${signed(entry.quantity)} ${/^-?1$/.test(entry.quantity) ? say`share` : say`shares`}`}
            </span>
          )}
        </>
      }
    >
      {entry.transaction_id ? (
        <Link className="link" to={showPath('transactions', entry.transaction_id)}>
          {entry.summary}
        </Link>
      ) : (
        entry.summary
      )}
    </PanelEntry>
  );
}
