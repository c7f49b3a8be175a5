// Where a certificate came from and what became of it, as links. Read left to right; on phones top to bottom.
import { Link } from 'react-router-dom';
import { certificates } from '../../resources/certificates.ts';
import { wordOf } from '../../resources/kit/defineResource.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { formatDay, formatShares } from '../format.ts';
import { Icon } from '../icons.tsx';
import { Card } from '../parts/Card.tsx';
import { showPath } from '../paths.ts';

/** A neighbour in the chain, as GET /api/certificates/:id may send it beside the record. */
interface Neighbour {
  id: string;
  certificate_number: string;
  quantity?: string;
  shareholder?: string;
  status?: string;
}

export function CertificateChain({ record }: { record: AnyRecord }) {
  const from = neighbours(record.came_from);
  const became = neighbours(record.became);
  const status = wordOf(certificates.fields.status, String(record.status));
  return (
    <Card title="Where it came from, what became of it" about="Each box is a certificate or an event.">
      <ol className="chain">
        <li>
          {from.length > 0 ? (
            from.map((one) => <Box key={one.id} one={one} />)
          ) : (
            <div className="box event">
              <b>Issue</b>
              <span>{formatShares(String(record.quantity))} new shares</span>
            </div>
          )}
        </li>
        <li>
          <Icon name="right" small />
          <div className="box current" aria-current="true">
            <b>{String(record.certificate_number)}, this certificate</b>
            <span>{formatShares(String(record.quantity))} shares</span>
            <span>{String(record.shareholder ?? '')}</span>
            <span>{status}</span>
          </div>
        </li>
        <li>
          <Icon name="right" small />
          {became.length > 0 ? (
            <div className="boxes">
              {became.map((one) => (
                <Box key={one.id} one={one} />
              ))}
            </div>
          ) : (
            <div className="box event">
              <b>{record.status === 'active' ? 'Today' : status}</b>
              <span>{record.status === 'active' ? 'Nothing since' : endedLine(record, status)}</span>
            </div>
          )}
        </li>
      </ol>
    </Card>
  );
}

/** "on 16 Aug 2024", where the record says when it ended. */
function endedLine(record: AnyRecord, status: string): string {
  const ended = record.ended as { date?: unknown; quantity?: unknown } | null | undefined;
  if (typeof ended?.date !== 'string') return status;
  const shares = typeof ended.quantity === 'string' ? `${formatShares(ended.quantity)} shares, ` : '';
  return `${shares}${formatDay(ended.date)}`;
}

function Box({ one }: { one: Neighbour }) {
  return (
    <Link className="box" to={showPath('certificates', one.id)}>
      <b>{one.certificate_number}</b>
      {one.quantity && <span>{formatShares(one.quantity)} shares</span>}
      {one.shareholder && <span>{one.shareholder}</span>}
      {one.status && <span>{wordOf(certificates.fields.status, one.status)}</span>}
    </Link>
  );
}

function neighbours(value: unknown): Neighbour[] {
  return Array.isArray(value) ? (value as Neighbour[]) : [];
}
