// The audit trail: who did what to which record and when, day by day, with the state of its chain.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import type { AuditEntry } from '#src/resources/audit.ts';
import { useListContext } from 'react-admin';
import type { AuditChain } from '#src/contract/auditChain.ts';
import { actionWords, plainActions } from '#src/resources/audit.ts';
import { resources } from '#src/resources/index.ts';
import { verbs } from '#src/resources/verbs/index.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { formatCompanyDay, groupDigits, plural, zoneNote } from '#src/admin/kit/format.ts';
import { ChoiceChip } from '#src/admin/kit/list/FilterChip.tsx';
import { ResourceList } from '#src/admin/kit/list/ResourceList.tsx';
import { useRead } from '#src/admin/session/useRead.ts';
import { AuditRow } from './AuditRow.tsx';
import styles from './audit.module.css';

const KINDS = [...new Set([...Object.keys(plainActions), ...verbs.map(({ name }) => name).toSorted()])].map(
  (action): [string, string] => [action, actionWords(action)],
);
const RECORDS = [
  ...resources.filter(({ menu }) => menu !== 'hidden').map(({ name, label }): [string, string] => [name, label]),
  ['organization', say`The company`] satisfies [string, string],
  ['account', say`Accounts`] satisfies [string, string],
];

export function AuditList({ resource }: { resource: Resource }) {
  const { data: chain } = useRead<AuditChain>('/api/audit/chain');
  return (
    <ResourceList
      resource={resource}
      chips={
        <>
          <ChoiceChip
            name="account_id"
            label={say`Person`}
            options={(chain?.people ?? []).map(({ id, name }) => [id, name])}
          />
          <ChoiceChip name="action" label={say`Kind`} options={KINDS} />
          <ChoiceChip name="resource" label={say`Records`} options={RECORDS} />
          <OneRecord />
        </>
      }
      rows={<Days />}
    >
      {chain && <ChainState chain={chain} />}
    </ResourceList>
  );
}

/** After the link on a record's page: the trail is of that record alone. */
function OneRecord() {
  const { filterValues, setFilters } = useListContext();
  if (!filterValues.resource_id) return null;
  const { resource_id: _record, ...others } = filterValues as Record<string, unknown>;
  return (
    <button type="button" className="btn sm" onClick={() => setFilters(others)}>
      {say`Of one record. Show all`}
    </button>
  );
}

function ChainState({ chain: { rows, hash, checked_from, first_bad } }: { chain: AuditChain }) {
  if (first_bad !== null)
    return (
      <p className={`${styles.state} ${styles.bad}`} role="alert">
        {sayAround`Row ${groupDigits(first_bad)} was changed after it was written. Ask the operator of Sharebook to run a verification.`}
      </p>
    );
  if (hash === null) return null;
  const checked =
    checked_from <= 1
      ? plural(rows, say`row`, say`rows`)
      : say`The last ${groupDigits(rows - checked_from + 1)} of ${plural(rows, say`row`, say`rows`)}`;
  return (
    <p className={styles.state}>
      {sayAround`${checked} checked: none was changed or removed. ${zoneNote()}. Last seal ${(<code title={hash}>{hash.slice(0, 12)}</code>)}`}
    </p>
  );
}

function Days() {
  const { data = [] } = useListContext<AuditEntry>();
  const days = Map.groupBy(data, ({ at }) => formatCompanyDay(String(at)));
  return (
    <div className={styles.days}>
      {[...days].map(([day, entries]) => (
        <section key={day} aria-label={day}>
          <h2>{day}</h2>
          <ol>
            {entries.map((entry) => (
              <AuditRow key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
