// Who owns the company on a day: by holder or by class, with the definition of what is counted beside the figures.
import { useSearchParams } from 'react-router-dom';
import { formatDay, formatMoney, today } from '../format.ts';
import { Icon } from '../icons.tsx';
import { Card } from '../parts/Card.tsx';
import { OwnershipBar } from '../parts/OwnershipBar.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { saveFile } from '../parts/saveFile.ts';
import { Blank, Failed, Loading } from '../parts/states.tsx';
import { membershipStatus, useMe, useRole } from '../session/useMe.ts';
import { useRead } from '../session/useRead.ts';
import { ByClass, ByHolder, OwnHoldings } from './CapTableGrids.tsx';
import { isWhole } from './capTableAnswer.ts';
import type { CapTable as Answer, WholeCapTable } from './capTableAnswer.ts';
import { capTableCsv, capTablePath, outstandingDefinition } from './capTableRules.ts';

type Rows = 'holder' | 'class';

export default function CapTable() {
  const { user } = useMe();
  const role = useRole();
  // Before admission there is nothing to see, and asking would only be refused.
  const isAdmitted = membershipStatus(user) === 'active';
  const [search, setSearch] = useSearchParams();
  const asOf = search.get('as_of') ?? '';
  const rows: Rows = search.get('rows') === 'class' ? 'class' : 'holder';
  const { data, error, isPending, refetch } = useRead<Answer>(isAdmitted ? capTablePath(asOf) : null);
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  };
  // A shareholder is told what is theirs: nothing of the whole, and so no part of it either.
  const isOwn = data ? !isWhole(data) : role === 'shareholder';
  const day = formatDay(data?.as_of ?? (asOf || today()));
  const company = user.client_display_name || 'the company';
  return (
    <>
      <PageHead
        title={isOwn ? 'What you own' : 'Cap table'}
        about={`${isOwn ? 'Your part of' : 'Who owns'} ${company} on ${day}.`}
      >
        {!isOwn && <CsvButton table={data && isWhole(data) ? data : undefined} />}
        <button type="button" className="btn" onClick={() => window.print()}>
          <Icon name="print" />
          Print
        </button>
      </PageHead>
      <Controls asOf={asOf} rows={isOwn ? null : rows} set={set} />
      {!isAdmitted ? (
        <div className="card">
          <Blank icon="capTable" title="Nothing to show yet">
            The cap table appears when your membership is active.
          </Blank>
        </div>
      ) : error ? (
        <div className="card">
          <Failed what="The cap table" error={error} retry={() => void refetch()} />
        </div>
      ) : isPending ? (
        <Loading />
      ) : isWhole(data) ? (
        <Table table={data} rows={rows} />
      ) : (
        <OwnTable table={data} />
      )}
    </>
  );
}

interface ControlsProps {
  asOf: string;
  /** Null: there is no choice of rows. */
  rows: Rows | null;
  set: (name: string, value: string) => void;
}

function Controls({ asOf, rows, set }: ControlsProps) {
  return (
    <section className="card controls" aria-label="What is shown">
      <div className="row">
        <div className="field">
          <label className="lab" htmlFor="as-of">
            As of
          </label>
          <input
            id="as-of"
            type="date"
            className="input"
            value={asOf || today()}
            onChange={(event) => set('as_of', event.target.value)}
          />
        </div>
        {rows && (
          <Segment
            label="Rows"
            value={rows}
            options={[
              { value: 'holder', label: 'By holder' },
              { value: 'class', label: 'By class' },
            ]}
            choose={(value) => set('rows', value)}
          />
        )}
      </div>
      {rows && (
        <p className="defn">
          <b>Outstanding</b> {outstandingDefinition}
        </p>
      )}
    </section>
  );
}

interface SegmentProps {
  label: string;
  value: string;
  options: ReadonlyArray<{ value: string; label: string }>;
  choose: (value: string) => void;
}

function Segment({ label, value, options, choose }: SegmentProps) {
  return (
    <fieldset className="field segment">
      <legend className="lab">{label}</legend>
      <div className="seg">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => choose(option.value)}
          >
            {option.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function Table({ table, rows }: { table: WholeCapTable; rows: Rows }) {
  if (table.rows.length === 0 && table.classes.length === 0) {
    return (
      <div className="card">
        <Blank icon="capTable" title="Nobody holds shares on this day">
          Create a share class and issue a certificate, or import a cap table. Then it is here.
        </Blank>
      </div>
    );
  }
  return (
    <div className="stack">
      <section className="card long" aria-label="Cap table">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrolls by keyboard. */}
        <div className="scroll" tabIndex={0} role="region" aria-label="Cap table, figures">
          {rows === 'holder' ? <ByHolder table={table} /> : <ByClass table={table} />}
        </div>
      </section>
      {table.convertibles.length > 0 && (
        <Convertibles table={table} about="Money that may become shares. Not in the percentages above." />
      )}
      <Card title="Ownership by class">
        <OwnershipBar classes={table.classes} />
      </Card>
    </div>
  );
}

function OwnTable({ table }: { table: Answer }) {
  if (table.rows.length === 0 && table.convertibles.length === 0) {
    return (
      <div className="card">
        <Blank icon="certificates" title="No holdings are recorded for you on this day">
          When the company issues or transfers shares to you, they are here.
        </Blank>
      </div>
    );
  }
  return (
    <div className="stack">
      {table.rows.length > 0 && (
        <section className="card long" aria-label="What you own">
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrolls by keyboard. */}
          <div className="scroll" tabIndex={0} role="region" aria-label="What you own, table">
            <OwnHoldings table={table} />
          </div>
        </section>
      )}
      {table.convertibles.length > 0 && <Convertibles table={table} about="Money that may become shares." />}
    </div>
  );
}

function Convertibles({ table, about }: { table: Answer; about: string }) {
  return (
    <Card title="Convertibles" about={about} flush className="padtop">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrolls by keyboard. */}
      <div className="scroll" tabIndex={0} role="region" aria-label="Convertibles, table">
        <table className="dense">
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col" className="r">
                Outstanding
              </th>
              <th scope="col" className="r">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {table.convertibles.map(({ kind, count, amount, currency }) => (
              <tr key={`${kind}-${currency}`}>
                <td>{kind === 'SAFE' ? 'SAFE' : kind.charAt(0) + kind.slice(1).toLowerCase().replaceAll('_', ' ')}</td>
                <td className="r">{count}</td>
                <td className="r">
                  {currency === 'USD' ? formatMoney(amount) : `${formatMoney(amount, '')} ${currency}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function CsvButton({ table }: { table: WholeCapTable | undefined }) {
  const download = () => {
    if (!table) return;
    // A byte order mark, so that spreadsheets read the names of people as they are written.
    const content = new Blob(['\uFEFF', capTableCsv(table)], { type: 'text/csv;charset=utf-8' });
    saveFile(content, `cap-table-${table.as_of}.csv`);
  };
  return (
    <button type="button" className="btn" disabled={!table} onClick={download}>
      <Icon name="download" />
      CSV
    </button>
  );
}
