// The side panel behind a point of a chart.
import { say } from '#src/words/say.ts';
import { Link } from 'react-router-dom';
import { basisWords } from '#src/domain/captable/capTableBasis.ts';
import { formatDay, plural } from '#src/admin/kit/format.ts';
import { showPath } from '#src/admin/paths.ts';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useRead } from '#src/admin/session/useRead.ts';
import type { CapTableDiff } from '../capTable/capTableAnswer.ts';
import CapTableEntries from '../capTable/CapTableEntries.tsx';
import { diffPath, unitOf } from '../capTable/capTableRules.ts';
import { PanelEntry, PanelList, SidePanel } from '../capTable/SidePanel.tsx';
import type { Behind } from './behind.ts';

export default function EntriesBehind({ behind, onClose }: { behind: Behind; onClose: () => void }) {
  if (behind.kind === 'between') return <Between {...behind} onClose={onClose} />;
  const { as_of, basis, title, instrument, share_class_id, shareholder_id } = behind;
  const narrowed = {
    ...(instrument && { kind: instrument }),
    ...(share_class_id && { share_class_id, kind: 'stock' as const }),
    ...(shareholder_id && { shareholder_id }),
  };
  return (
    <CapTableEntries
      figure={{ title, ...narrowed, of: 'counted', unit: unitOf(basis) }}
      asked={{ as_of, basis, known_at: null }}
      onClose={onClose}
    />
  );
}

function Between({ from, to, basis, onClose }: Extract<Behind, { kind: 'between' }> & { onClose: () => void }) {
  const path = diffPath(from, { as_of: to, basis, known_at: null });
  const { data, error, isPending, refetch } = useRead<CapTableDiff>(path);
  return (
    <SidePanel
      title={say`From ${formatDay(from)} to ${formatDay(to)}`}
      about={say`Entries that changed what “${basisWords[basis].label}” counts`}
      onClose={onClose}
    >
      {error ? (
        <Failed what={say`The entries`} error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : (
        <PanelList sum={plural(data.transactions_count, say`entry`, say`entries`)}>
          {data.transactions.map(({ id, summary, date, seq }) => (
            <PanelEntry key={id} told={[date && formatDay(date), seq && say`No. ${seq}`]}>
              <Link className="link" to={showPath('transactions', id)}>
                {summary}
              </Link>
            </PanelEntry>
          ))}
        </PanelList>
      )}
    </SidePanel>
  );
}
