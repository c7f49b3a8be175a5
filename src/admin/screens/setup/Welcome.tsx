// The first page of a new company: a few questions, and the ways to bring in its cap table.
import { say } from '#src/words/say.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useLogout, useNotify } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import type { PublicConfig } from '#src/auth/authApi.ts';
import { companyTypes, tablePlaces } from '#src/contract/setup.ts';
import type { Setup, SetupAnswers, TablePlace } from '#src/contract/setup.ts';
import { administrators } from '#src/resources/kit/access.ts';
import { boolean, choice } from '#src/resources/kit/fields.ts';
import { organization } from '#src/resources/organization.ts';
import { CommandForm } from '#src/admin/kit/form/CommandForm.tsx';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import { Icon } from '#src/admin/kit/icons.tsx';
import type { IconName } from '#src/admin/kit/icons.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Denied, Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { dashboardPath, listPath, welcomePath } from '#src/admin/paths.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { useOrganization } from '#src/admin/session/useOrganization.ts';
import { putAnswer, useConsoleData, useRead } from '#src/admin/session/useRead.ts';
import styles from './setup.module.css';

const fields = {
  country: { ...organization.fields.country, required: true },
  company_type: choice(companyTypes, {
    required: true,
    label: say`What kind of company is it?`,
    labels: {
      corporation: say`Corporation (Inc., AG, SA, AS)`,
      limited: say`Private limited company (Ltd, GmbH, SARL, BV)`,
      llc: say`LLC or partnership, with units`,
      other: say`Something else`,
    },
  }),
  has_raised: boolean({ required: true, label: say`Has it raised money?`, words: [say`Yes`, say`Not yet`] }),
  has_plan: boolean({ required: true, label: say`Does it have an option plan?`, words: [say`Yes`, say`Not yet`] }),
  table_is: choice(tablePlaces, {
    required: true,
    label: say`Where is the cap table today?`,
    labels: {
      nowhere: say`Nowhere yet, or only in papers`,
      spreadsheet: say`In a spreadsheet`,
      vendor: say`In another product`,
      ocf: say`In an Open Cap Format package`,
    },
  }),
};

interface Start {
  to: string;
  icon: IconName;
  title: string;
  text: string;
  suits: readonly TablePlace[];
}

const STARTS: readonly Start[] = [
  {
    to: `${welcomePath}/start`,
    icon: 'edit',
    title: say`Type it in`,
    text: say`Classes, founders with vesting, and a plan, on one screen. Best for up to ten holders.`,
    suits: ['nowhere'],
  },
  {
    to: listPath('imports'),
    icon: 'upload',
    title: say`Spreadsheet or another product’s export`,
    text: say`Imports what you have: a workbook, a CSV or a pasted table. What is not clear is asked, and the totals are compared.`,
    suits: ['spreadsheet', 'vendor'],
  },
  {
    to: listPath('imports'),
    icon: 'imports',
    title: say`Open Cap Format package`,
    text: say`Imports the whole history. Every finding and the totals are shown before anything is written.`,
    suits: ['ocf'],
  },
];

export default function Welcome() {
  const role = useRole();
  const { data, error, isPending, refetch } = useRead<Setup>('/api/setup');
  if (!administrators.includes(role)) return <Denied what={say`the start of a company`} />;
  return (
    <>
      <PageHead
        title={say`Set up your company`}
        about={say`A few questions, then the quickest way to a correct cap table. Everything can be changed later.`}
        back={{ to: dashboardPath, label: say`Dashboard` }}
      />
      {error ? (
        <div className="card">
          <Failed what={say`The questions`} error={error} retry={() => void refetch()} />
        </div>
      ) : isPending ? (
        <Loading />
      ) : (
        <>
          <div className={styles.questions}>
            <Questions setup={data} />
          </div>
          <Starts chosen={data.answers?.table_is} />
        </>
      )}
    </>
  );
}

function Questions({ setup }: { setup: Setup }) {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const { data: company, isLoading } = useOrganization();
  const save = async (values: Values) => {
    const answers = Object.fromEntries(Object.keys(fields).map((name) => [name, values[name]])) as SetupAnswers;
    const saved = await runCommand({ answers }, (options) =>
      dataProvider.send<Setup>('PUT', '/api/setup', { answers }, options),
    );
    // What comes next follows from the answers, not from what was read before them.
    putAnswer(queryClient, '/api/setup', saved);
    notify(say`Answers saved`, { type: 'success' });
    void navigate(startFor(answers.table_is).to);
  };
  if (isLoading) return <Loading />;
  return (
    <CommandForm
      fields={() => fields}
      rows={() => [['country', 'company_type'], ['has_raised', 'has_plan'], ['table_is']]}
      defaults={{ has_raised: false, has_plan: false, country: company?.country || ownRegion(), ...setup.answers }}
      draftKey="setup/answers"
      inputOf={(name) => name.split('.').at(-1)}
      onSubmit={save}
      failed={say`Nothing was saved.`}
      submitLabel={(values) => nextLabel(values.table_is)}
      cancelTo={dashboardPath}
    />
  );
}

const startFor = (place: TablePlace): Start => STARTS.find(({ suits }) => suits.includes(place))!;

const nextLabel = (place: unknown): string =>
  tablePlaces.includes(place as TablePlace) ? say`Continue: ${startFor(place as TablePlace).title}` : say`Continue`;

/** The region of the browser's language, such as US; most people found a company where they are. */
const ownRegion = (): string => new Intl.Locale(navigator.language).region ?? '';

function Starts({ chosen }: { chosen: TablePlace | undefined }) {
  return (
    <section aria-label={say`Ways to start`}>
      <h2 className={styles.ways}>{say`Or start at once`}</h2>
      <div className={styles.starts}>
        {STARTS.map((start) => (
          <Link key={start.title} className={`card ${styles.start}`} to={start.to}>
            <b>
              <Icon name={start.icon} />
              {start.title}
              {chosen && startFor(chosen) === start && <span className="chip info">{say`Suggested`}</span>}
            </b>
            <span className="t13 mut">{start.text}</span>
          </Link>
        ))}
        <SampleStart />
      </div>
      <details className={`card ${styles.exports}`}>
        <summary>{say`How to get the table out of Carta, Pulley, Ledgy, Shareworks, Excel or Google Sheets`}</summary>
        <dl>
          {EXPORTS.map(({ from, how }) => (
            <div key={from}>
              <dt>{from}</dt>
              <dd>{how}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

/** Looking around first, where this installation has a sample company: its people have a sign-in of their own. */
function SampleStart() {
  const logout = useLogout();
  const { data } = useRead<PublicConfig>('/api/config');
  if (!data?.demo) return null;
  const leave = async () => {
    await logout({}, '/login', false);
    window.location.assign('/login');
  };
  return (
    <button type="button" className={`card ${styles.start}`} onClick={() => void leave()}>
      <b>
        <Icon name="dashboard" />
        {say`Look around in the sample company`}
      </b>
      <span className="t13 mut">
        {say`Signs you out and leads to its sign-in. Your own company stays as it is; sign in again to go on.`}
      </span>
    </button>
  );
}

const EXPORTS: readonly { from: string; how: string }[] = [
  {
    from: say`Carta`,
    how: say`Export the cap table as Excel, and include the securities ledgers by type and class, so that each certificate comes with its date. Leave drafts out.`,
  },
  {
    from: say`Pulley`,
    how: say`Download the cap table, and the lists of shares, options and SAFEs, as spreadsheets. Import them one after the other.`,
  },
  {
    from: say`Ledgy`,
    how: say`Export the stakeholders, the transactions and the grants as Excel or CSV. Import the stakeholders first.`,
  },
  {
    from: say`Shareworks`,
    how: say`Run the reports of outstanding shares, options and convertibles, with one row for each certificate or grant, and save each as Excel or CSV.`,
  },
  { from: say`Excel`, how: say`Save the workbook as .xlsx. An older .xls has to be saved as .xlsx first.` },
  { from: say`Google Sheets`, how: say`File, Download, Microsoft Excel (.xlsx). Or copy the cells and paste them.` },
];
