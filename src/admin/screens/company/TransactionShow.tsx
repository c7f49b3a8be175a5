// A ledger entry: its text, its security, and the object itself with its seal.
import { say } from '#src/words/say.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { TransactionPage } from '#src/contract/recordPages.ts';
import { Card, Facts } from '#src/admin/kit/parts/Card.tsx';
import type { Fact } from '#src/admin/kit/parts/Card.tsx';
import { RecordLink } from '#src/admin/kit/parts/ReferenceName.tsx';
import { FactsCard, RecordHead, RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import styles from './company.module.css';

export default function TransactionShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<TransactionPage> resource={resource}>
      {(record) => (
        <div className="stack">
          <RecordHead resource={resource} record={record} />
          <FactsCard
            resource={resource}
            record={record}
            omit={['security_id']}
            extra={[...securityFact(record), ...reasonFact(record)]}
          />
          <Written record={record} />
        </div>
      )}
    </RecordScreen>
  );
}

/** A declared reference points to one resource; an entry's security may be of any kind. */
function securityFact({ security }: TransactionPage): Fact[] {
  if (typeof security !== 'object' || security === null) return [];
  const { id, number, resource } = security as { id: string; number: string; resource: string };
  const link = (
    <RecordLink to={resource} id={id}>
      {number}
    </RecordLink>
  );
  return [{ label: say`Security`, value: link }];
}

/** Shown for an entry that was undone, and for the entry that undoes it. */
const reasonFact = ({ void_reason: why }: TransactionPage): Fact[] =>
  typeof why === 'string' ? [{ label: say`Why it was undone`, value: why }] : [];

function Written({ record: { ocf, hash, prev_hash } }: { record: TransactionPage }) {
  if (typeof ocf !== 'object' || ocf === null) return null;
  const seal = (label: string, value: unknown) =>
    typeof value === 'string' && value !== '' ? [{ label, value: <code>{value}</code> }] : [];
  return (
    <Card>
      <details className={styles.written}>
        <summary className="btn text">{say`The entry as it was written`}</summary>
        <p className="mut small">
          {say`An object of the Open Cap Format. The seal is computed from it and the previous seal.`}
        </p>
        <pre>{JSON.stringify(ocf, null, 2)}</pre>
        <Facts one items={[...seal(say`Seal`, hash), ...seal(say`Previous seal`, prev_hash)]} />
      </details>
    </Card>
  );
}
