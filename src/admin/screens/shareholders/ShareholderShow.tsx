// A holder: their details, holdings, payments and documents. The open tab is in the address.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import { Link, useSearchParams } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import { certificates } from '#src/resources/certificates.ts';
import { convertibles } from '#src/resources/convertibles.ts';
import { documents } from '#src/resources/documents.ts';
import { grants } from '#src/resources/grants.ts';
import { payments } from '#src/resources/payments.ts';
import { warrants } from '#src/resources/warrants.ts';
import type { ShareholderPage } from '#src/contract/recordPages.ts';
import { formatCompanyDay, formatDay, today } from '#src/admin/kit/format.ts';
import type { Fact } from '#src/admin/kit/parts/Card.tsx';
import { ToneChip, toneOf } from '#src/admin/kit/parts/ToneChip.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { seeAsPath } from '../shared/screenPaths.ts';
import { isStaff, useMe, useRole } from '#src/admin/session/useMe.ts';
import { backOf, FactsCard, RecordScreen, WhoEdits } from '#src/admin/kit/show/ResourceShow.tsx';
import { RecordHistory } from '#src/admin/kit/show/RecordHistory.tsx';
import RecordActions from '#src/admin/kit/show/RecordActions.tsx';
import { portalOf } from '#src/resources/shareholders.ts';
import type { Portal } from '#src/resources/shareholders.ts';
import { HoldingsStatement } from '../shared/HoldingsStatement.tsx';
import { PaymentStatement } from '../shared/PaymentStatement.tsx';
import { YearlyTaxFormCopies } from '../shared/YearlyTaxFormCopies.tsx';
import { portalWords } from './portal.ts';
import { RelatedTable, useOpenOfAll, useRelatedCount } from '#src/admin/kit/list/RelatedTable.tsx';
import { Holdings, HoldingFigures } from './ShareholderHoldings.tsx';
import TaxAndBank from './TaxAndBank.tsx';
import styles from './shareholders.module.css';

const tabs = ['stock', 'certificates', 'grants', 'convertibles', 'warrants', 'payments', 'documents'] as const;
/** Tabs shown only if they have records: most holders have none. */
const rare: ReadonlySet<string> = new Set(['grants', 'convertibles', 'warrants']);
type Tab = (typeof tabs)[number];

export default function ShareholderShow({ resource }: { resource: Resource }) {
  const role = useRole();
  return (
    <RecordScreen<ShareholderPage> resource={resource}>
      {(record) => (
        <>
          <PageHead
            title={record.name}
            back={backOf(resource, role)}
            chip={
              <>
                <ToneChip tone={record.is_active ? 'success' : 'neutral'}>
                  {record.is_active ? say`Active` : say`Inactive`}
                </ToneChip>
                <Service resource={resource} record={record} />
              </>
            }
            about={aboutOf(resource, record)}
          >
            {isStaff(role) && (
              <Link className="btn" to={seeAsPath(record.id)}>
                {say`See as this holder`}
              </Link>
            )}
            <RecordActions resource={resource} record={record} />
          </PageHead>
          <WhoEdits resource={resource} record={record} />
          <div className="cols left">
            <div className="stack">
              <FactsCard
                resource={resource}
                record={record}
                one
                omit={inHeadOrAddress}
                extra={record.portal ? portalFacts(portalOf(record)) : []}
              >
                <Address record={record} />
              </FactsCard>
              {/* A viewer's answer has none of it. */}
              {record.tax_id_last4 !== undefined && <TaxAndBank resource={resource} record={record} />}
            </div>
            <div className="stack">
              <HoldingFigures record={record} />
              <Tabs record={record} />
              <RecordHistory record={record} />
            </div>
          </div>
        </>
      )}
    </RecordScreen>
  );
}

const addressParts = ['street_1', 'street_2', 'city', 'state', 'postal_code', 'country'] as const;
const inHeadOrAddress = [
  ...addressParts,
  'first_name',
  'last_name',
  'entity_name',
  'is_active',
  'type',
  'relationship',
  'holdings',
  'shares',
  'percent',
  'fully_diluted_percent',
  'service',
  'portal_state',
  'portal_invited_at',
  'portal_linked_at',
  'portal_seen_at',
];

function portalFacts(portal: Portal): Fact[] {
  // A visit is recorded at most once an hour, so only the day is certain.
  const seen = portal.seen_at ? formatCompanyDay(portal.seen_at) : say`Not yet`;
  return [
    { label: say`Portal`, value: portalWords(portal) },
    ...(portal.state === 'linked' ? [{ label: say`Last seen in the portal`, value: seen }] : []),
  ];
}

/** A holder who left, is away or is about to leave has a chip beside the name. */
function Service({ resource, record }: { resource: Resource; record: ShareholderPage }) {
  const { service, service_ended_on: day } = record;
  if (!service || service === 'serving') return null;
  const word = wordOf(resource.fields.service, String(service));
  return (
    <ToneChip tone={toneOf(resource.fields.service!, String(service))}>
      {day ? `${word} ${formatDay(day)}` : word}
    </ToneChip>
  );
}

function Address({ record }: { record: ShareholderPage }) {
  const part = (name: (typeof addressParts)[number]) => String(record[name] ?? '');
  const lines = [
    part('street_1'),
    part('street_2'),
    [part('city'), [part('state'), part('postal_code')].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    part('country'),
  ].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <dl className={`facts one ${styles.address}`}>
      <div>
        <dt>{say`Address`}</dt>
        {lines.map((line) => (
          <dd key={line}>{line}</dd>
        ))}
      </div>
    </dl>
  );
}

function aboutOf(resource: Resource, record: ShareholderPage): string {
  const type = wordOf(resource.fields.type, record.type);
  if (!record.relationship) return `${type}.`;
  const relationship = wordOf(resource.fields.relationship, record.relationship);
  return `${type}, ${inSentence(relationship.charAt(0))}${relationship.slice(1)}.`;
}

function Tabs({ record }: { record: ShareholderPage }) {
  const { user } = useMe();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const filter = { shareholder_id: record.id };
  // Includes documents for an audience that the holder belongs to.
  const papers = { id: record.document_ids };
  // Open ones of all: the same figures as in the text above.
  const counts: Partial<Record<Tab, string | number | undefined>> = {
    certificates: useOpenOfAll(certificates, filter),
    grants: useOpenOfAll(grants, filter),
    convertibles: useOpenOfAll(convertibles, filter),
    warrants: useOpenOfAll(warrants, filter),
    payments: useRelatedCount(payments, filter),
    documents: useRelatedCount(documents, papers),
  };
  const shown = tabs.filter((name) => !rare.has(name) || (counts[name] ?? '0') !== '0');
  const tab: Tab = shown.find((name) => name === asked) ?? 'stock';
  return (
    <section className="card" aria-label={say`Related records`}>
      <div className={styles.tabs} role="tablist" aria-label={say`Related records`}>
        {shown.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={tab === name}
            aria-controls="tab-panel"
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setSearch({ tab: name }, { replace: true })}
            onKeyDown={(event) => moveTab(event.key, shown, tab, (next) => setSearch({ tab: next }, { replace: true }))}
          >
            {wordOf(null, name)}
            {counts[name] !== undefined && <i>{counts[name]}</i>}
          </button>
        ))}
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'stock' && (
          <>
            <Holdings record={record} />
            <HoldingsStatement holder={record.id} clientName={user.client_name ?? ''} today={today()} />
          </>
        )}
        {tab === 'certificates' && (
          <RelatedTable
            resource={certificates}
            filter={filter}
            columns={['certificate_number', 'share_class', 'num_shares', 'issue_date', 'status']}
          />
        )}
        {tab === 'grants' && (
          <RelatedTable
            resource={grants}
            filter={filter}
            columns={['grant_number', 'compensation_type', 'granted', 'outstanding', 'vested_outstanding', 'status']}
          />
        )}
        {tab === 'convertibles' && (
          <RelatedTable
            resource={convertibles}
            filter={filter}
            columns={['convertible_number', 'kind', 'amount', 'valuation_cap', 'date', 'status']}
          />
        )}
        {tab === 'warrants' && (
          <RelatedTable
            resource={warrants}
            filter={filter}
            columns={['warrant_number', 'share_class', 'quantity', 'exercise_price', 'expiration_date', 'status']}
          />
        )}
        {tab === 'payments' && (
          <>
            <RelatedTable
              resource={payments}
              filter={filter}
              columns={['id', 'distribution_id', 'share_class_id', 'amount', 'status', 'scheduled_date']}
            />
            <PaymentStatement holder={record.id} clientName={user.client_name ?? ''} today={today()} />
            <YearlyTaxFormCopies holder={record.id} />
          </>
        )}
        {tab === 'documents' && (
          <RelatedTable resource={documents} filter={papers} columns={['name', 'type', 'visible_to', 'created_at']} />
        )}
      </div>
    </section>
  );
}

/** Arrow keys move between tabs, by convention. */
function moveTab(key: string, shown: readonly Tab[], current: Tab, go: (tab: Tab) => void): void {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const next = shown[(shown.indexOf(current) + step + shown.length) % shown.length];
  if (!next) return;
  go(next);
  document.getElementById(`tab-${next}`)?.focus();
}
