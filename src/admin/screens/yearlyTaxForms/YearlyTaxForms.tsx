// The yearly tax forms: what each holder's form says, what is missing, making them, and the files for a filing service.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { TaxYear, TaxYearRow } from '#src/contract/yearlyTaxForms.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import { distributions } from '#src/resources/distributions.ts';
import { administrators } from '#src/resources/kit/access.ts';
import { formatMoney, groupDigits, plural, today } from '#src/admin/kit/format.ts';
import { Card, Strip } from '#src/admin/kit/parts/Card.tsx';
import { DownloadButton } from '#src/admin/kit/parts/DownloadButton.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { Blank, Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { showPath } from '#src/admin/paths.ts';
import { useMe, useRole } from '#src/admin/session/useMe.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { MakeYearlyTaxForms } from './MakeYearlyTaxForms.tsx';
import { LACKING, STATES, UNREPORTED } from './yearlyTaxFormWords.ts';
import styles from './yearlyTaxForms.module.css';

/** Rows drawn at once; the files have all of them. */
const SHOWN = 500;

export default function YearlyTaxForms() {
  const [search, setSearch] = useSearchParams();
  const year = Number(search.get('year') ?? Number(today().slice(0, 4)) - 1);
  const { data, error, isPending, refetch } = useRead<TaxYear>(`/api/yearly-tax-forms?year=${year}`);
  const choose = (chosen: number) => setSearch({ year: String(chosen) }, { replace: true });
  return (
    <>
      <PageHead
        title={say`Tax forms`}
        about={say`The completed payments of a year as reported on US forms 1099-DIV, 1099-INT and 1042-S.`}
      >
        <YearSelect year={year} years={data?.years ?? []} choose={choose} />
        {data && <MakeYearlyTaxForms year={data} />}
      </PageHead>
      {error ? (
        <Failed what={say`The tax forms`} error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : (
        <Content year={data} />
      )}
    </>
  );
}

function YearSelect({ year, years, choose }: { year: number; years: number[]; choose: (year: number) => void }) {
  const id = useId();
  const known = [...new Set([year, ...years])].toSorted((one, other) => other - one);
  return (
    <span className={styles.year}>
      <label htmlFor={id}>{say`Year`}</label>
      <select id={id} className="input" value={year} onChange={({ target }) => choose(Number(target.value))}>
        {known.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </span>
  );
}

function Content({ year }: { year: TaxYear }) {
  if (year.rows.length === 0 && year.unreported.length === 0)
    return (
      <Blank icon="yearlyTaxForms" title={say`Nothing was paid in ${year.year}`}>
        {say`A completed payment is on the forms of the year in which its money arrived.`}
      </Blank>
    );
  const dollars = (value: string) => formatMoney(value, 'USD');
  return (
    <div className="stack">
      <Strip
        items={[
          {
            label: say`Gross on forms`,
            figure: dollars(year.total_gross),
            context: plural(year.counts.forms, say`form`, say`forms`),
          },
          { label: say`Withheld`, figure: dollars(year.total_tax) },
          { label: say`Net, as paid`, figure: dollars(year.total_net) },
        ]}
      />
      {year.rows.length > 0 && <Forms year={year} />}
      {year.unreported.length > 0 && <Unreported rows={year.unreported} />}
    </div>
  );
}

function Forms({ year }: { year: TaxYear }) {
  const isAdministrator = administrators.includes(useRole());
  const { user } = useMe();
  const { made_forms: made, counts, rows } = year;
  const shown = Math.min(SHOWN, rows.length);
  return (
    <Card
      title={say`Forms`}
      about={say`One for each holder and form, by name${counts.forms > shown ? say`; the first ${shown} of ${groupDigits(counts.forms)}` : ''}`}
      end={
        isAdministrator && (
          <span className={styles.files}>
            {made.map((form) => (
              <DownloadButton
                key={form}
                small
                label={say`${form} as CSV`}
                what={say`The file`}
                path={`/api/yearly-tax-forms/export.csv?year=${year.year}&form=${form}`}
                name={`${user.client_name ?? ''}-${form}-${year.year}.csv`}
              />
            ))}
          </span>
        )
      }
      flush
      className="padtop"
    >
      <ScrollBox label={say`Forms, table`}>
        <table className="dense roomy as-cards">
          <TableHead
            columns={[
              say`Shareholder`,
              say`Form`,
              [say`Gross, $`, 'r'],
              [say`Withheld, $`, 'r'],
              say`State`,
              say`Missing`,
              say`Copy`,
            ]}
          />
          <tbody>
            {rows.slice(0, SHOWN).map((row) => (
              <FormRow key={`${row.shareholder_id} ${row.form} ${row.part}`} row={row} year={year.year} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {isAdministrator && made.length > 0 && (
        <p className="note">
          {say`The CSV files are for a filing service and have tax numbers in full. Each download is noted in the audit trail.`}
        </p>
      )}
    </Card>
  );
}

function FormRow({ row, year }: { row: TaxYearRow; year: number }) {
  const { label, tone } = STATES[row.state];
  return (
    <tr>
      <td>
        <Link className="link" to={showPath('shareholders', row.shareholder_id)}>
          {row.shareholder}
        </Link>
      </td>
      <td data-label={say`Form`}>
        {row.form}
        {row.part !== '' && <small>{partInWords(row.part)}</small>}
      </td>
      <td className="r" data-label={say`Gross, $`}>
        {groupDigits(row.gross)}
      </td>
      <td className="r" data-label={say`Withheld, $`}>
        {groupDigits(row.tax)}
      </td>
      <td data-label={say`State`}>
        <ToneChip tone={tone}>{label}</ToneChip>
        {row.paper && (
          <small>
            {sayAround`No. ${row.paper.number}`}
            {row.paper.corrects !== null && say`, corrects no. ${row.paper.corrects}`}
          </small>
        )}
      </td>
      <td data-label={say`Missing`}>{row.lacking.map((name) => LACKING[name]).join(', ') || '–'}</td>
      <td data-label={say`Copy`}>
        {row.paper ? (
          <DownloadButton
            small
            label={say`PDF`}
            what={say`The copy`}
            path={`/api/yearly-tax-forms/${row.paper.id}/pdf`}
            name={`${row.form}-${year}-${row.paper.number}.pdf`}
          />
        ) : (
          '–'
        )}
      </td>
    </tr>
  );
}

/** "06 15.00" -> "Income code 06, 15.00%" */
function partInWords(part: string): string {
  const [code, rate] = part.split(' ');
  return say`Income code ${code}, ${figures(rate!)}%`;
}

function Unreported({ rows }: { rows: TaxYear['unreported'] }) {
  return (
    <Card
      title={say`Not on a form`}
      about={say`Completed payments that these forms do not have a place for`}
      flush
      className="padtop"
    >
      <ScrollBox label={say`Not on a form, table`}>
        <table className="dense roomy as-cards">
          <TableHead columns={[say`Shareholder`, say`Kind`, [say`Gross`, 'r'], [say`Withheld`, 'r'], say`Why`]} />
          <tbody>
            {rows.slice(0, SHOWN).map((row) => (
              <tr key={`${row.shareholder_id} ${row.type} ${row.currency} ${row.gross} ${row.tax}`}>
                <td>
                  <Link className="link" to={showPath('shareholders', row.shareholder_id)}>
                    {row.shareholder}
                  </Link>
                </td>
                <td data-label={say`Kind`}>{wordOf(distributions.fields.type, row.type)}</td>
                <td className="r" data-label={say`Gross`}>
                  {formatMoney(row.gross, row.currency)}
                </td>
                <td className="r" data-label={say`Withheld`}>
                  {formatMoney(row.tax, row.currency)}
                </td>
                <td data-label={say`Why`}>{UNREPORTED[row.reason]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}
