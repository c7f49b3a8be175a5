// The detail page of any declared resource: its name, its status, the verbs that are allowed now, and its facts.
import { say } from '#src/words/say.ts';
import { ShowBase, useShowContext } from 'react-admin';
import { lazy } from 'react';
import type { ReactNode } from 'react';
import { editors } from '#src/resources/kit/access.ts';
import type { Role } from '#src/resources/kit/access.ts';
import { labelOf, manyOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { FactValue, RecordStatus } from '../fieldKinds.tsx';
import type { AnyRecord } from '../fieldKinds.tsx';
import { fieldOf } from '../list/Cell.tsx';
import { Card, Facts } from '../parts/Card.tsx';
import type { Fact } from '../parts/Card.tsx';
import { LazyPart } from '../parts/LazyPart.tsx';
import { StatusChip } from '../parts/ToneChip.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { Denied } from '../parts/states.tsx';
import { homePath, listPath } from '#src/admin/paths.ts';
import { hasForm, isListed, isOpenTo } from '#src/resources/kit/recordState.ts';
import { useMay, useRole } from '#src/admin/session/useMe.ts';
import { titleOf } from '../titleOf.ts';

import { BesideHistory } from './RecordHistory.tsx';
import type { WithHistory } from './RecordHistory.tsx';
import { LoadedRecord, wholeRecordOf } from './LoadedRecord.tsx';

const OthersEditing = lazy(() => import('../parts/OthersEditing.tsx'));
const RecordActions = lazy(() => import('./RecordActions.tsx'));

interface RecordScreenProps<R> {
  resource: Resource;
  children: (record: R) => ReactNode;
}

/** Loads the record, and shows its loading, failed or absent state. `R`: as the page of this resource has it. */
export function RecordScreen<R extends AnyRecord = AnyRecord>({ resource, children }: RecordScreenProps<R>) {
  const may = useMay();
  const role = useRole();
  if (!may('read', resource) || !isOpenTo(role, resource)) return <Denied what={manyOf(resource)} />;
  return (
    <ShowBase resource={resource.name} queryOptions={wholeRecordOf(resource)}>
      <Loaded resource={resource}>{children}</Loaded>
    </ShowBase>
  );
}

function Loaded<R extends AnyRecord>({ resource, children }: RecordScreenProps<R>) {
  return (
    <LoadedRecord resource={resource} read={useShowContext<R>()}>
      {children}
    </LoadedRecord>
  );
}

interface RecordHeadProps {
  resource: Resource;
  record: AnyRecord;
  title?: string;
  about?: ReactNode;
  extra?: ReactNode;
  /** Verbs that stand elsewhere on the page. */
  without?: readonly string[];
}

export function RecordHead({ resource, record, title, about, extra, without }: RecordHeadProps) {
  const { status, origin } = resource.fields;
  const role = useRole();
  return (
    <>
      <PageHead
        title={title ?? titleOf(resource, record)}
        about={about}
        back={backOf(resource, role)}
        chip={
          status && record.status ? (
            <>
              <RecordStatus field={status} record={record} />
              {origin?.kind === 'choice' && typeof record.origin === 'string' && (
                <StatusChip field={origin} value={record.origin} />
              )}
            </>
          ) : undefined
        }
      >
        {extra}
        <LazyPart what={say`The actions menu`}>
          <RecordActions resource={resource} record={record} {...(without && { without })} />
        </LazyPart>
      </PageHead>
      <WhoEdits resource={resource} record={record} />
    </>
  );
}

/** For the company's people: who has the record open in its form. */
export function WhoEdits({ resource, record }: { resource: Resource; record: AnyRecord }) {
  const role = useRole();
  const may = useMay();
  if (!editors.includes(role) || !may('update', resource) || !hasForm(resource, record, role)) return null;
  return (
    <LazyPart what={say`Who is editing`}>
      <OthersEditing resource={resource.name} id={record.id} />
    </LazyPart>
  );
}

/** Links to the list, or to the dashboard for users who may not open the list. */
export function backOf(resource: Resource, role: Role): { to: string; label: string } {
  return isListed(role, resource)
    ? { to: listPath(resource.name), label: resource.label }
    : { to: homePath, label: say`Dashboard` };
}

export function ResourceShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<AnyRecord & WithHistory> resource={resource}>
      {(record) => (
        <>
          <RecordHead resource={resource} record={record} />
          <BesideHistory record={record}>
            <FactsCard resource={resource} record={record} />
          </BesideHistory>
        </>
      )}
    </RecordScreen>
  );
}

interface FactsCardProps {
  resource: Resource;
  record: AnyRecord;
  one?: boolean;
  /** Shown elsewhere on the page. */
  omit?: readonly string[];
  /** Facts that are not declared fields. */
  extra?: readonly Fact[];
  children?: ReactNode;
}

/** More letters than two columns hold in a line or two. */
const LONG_TEXT = 90;
/** More letters without a blank than half a phone holds. */
const LONG_WORD = 20;

export function FactsCard({ resource, record, one = false, omit = [], extra = [], children }: FactsCardProps) {
  const names = factNames(resource, record).filter((name) => !omit.includes(name));
  const items = names.map((name) => ({
    label: labelOf(resource, name),
    value: <FactValue name={name} field={fieldOf(resource, name)} record={record} />,
    isLong: String(record[name]).length > LONG_TEXT || (one && isLongWord(String(record[name]))),
  }));
  return (
    <Card title={say`Facts`}>
      <Facts items={[...items.slice(0, -1), ...extra, ...items.slice(-1)]} one={one} />
      {children}
    </Card>
  );
}

const isLongWord = (text: string) => text.length > LONG_WORD && !/\s/.test(text);

/** Every filled field once: a reference shows its name, and empty optional fields are left out. */
function factNames(resource: Resource, record: AnyRecord): string[] {
  const shown = new Set(
    Object.values(resource.fields).flatMap((field) => {
      // The user's name already says whose account it was.
      if (field.kind === 'text' && field.person) return [field.person];
      return field.kind === 'reference' && field.shows ? [field.shows] : [];
    }),
  );
  const labels = new Set<string>();
  // The id comes last: people look for it only to quote it.
  const names = [...Object.keys(resource.fields).filter((name) => name !== 'id'), 'id'];
  return names.filter((name) => {
    if (name === 'version' || name === 'status' || shown.has(name)) return false;
    if (name === resource.title && name !== 'id') return false;
    const value = record[name];
    if (value === null || value === undefined || value === '') return false;
    // "Current terms since" is useful only for a record that replaced another.
    if (name === resource.asOf?.since && resource.asOf.first && value === record[resource.asOf.first]) return false;
    const label = labelOf(resource, name);
    if (labels.has(label)) return false;
    labels.add(label);
    return true;
  });
}
