// In the steps of a distribution: makes a batch of its payments, and saves its file: the format, the day, who pays, and what goes in.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useEffect, useState } from 'react';
import { useGetList, useNotify } from 'react-admin';
import type { BatchPreview } from '#src/contract/paymentBatches.ts';
import type { DistributionPage } from '#src/contract/recordPages.ts';
import { compactNumber, debtorFaults } from '#src/domain/payouts/accounts.ts';
import type { Debtor, FileFormat } from '#src/domain/payouts/accounts.ts';
import { isIsoDate } from '#src/domain/dates.ts';
import { boolean, choice, date, text } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { companyBankAccounts } from '#src/resources/companyBankAccounts.ts';
import type { CompanyBankAccount } from '#src/resources/companyBankAccounts.ts';
import { BATCH_FORMATS, paymentBatches } from '#src/resources/paymentBatches.ts';
import { FieldInputs, FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { formatMoney, plural, today, withDays } from '#src/admin/kit/format.ts';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useDownload } from '#src/admin/kit/parts/useDownload.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { fileOf } from './BatchFile.tsx';
import type { ShownBatch } from './BatchFile.tsx';
import { useBatchPreview } from './useBatchPreview.ts';
import styles from './batches.module.css';

type Values = Record<string, unknown>;

const ALL = { pagination: { page: 1, perPage: 100 }, sort: { field: 'label', order: 'ASC' } } as const;
/** Chosen instead of an account: its numbers are typed for this batch alone. */
const ANOTHER = 'another';

const always: Fields = {
  format: choice(BATCH_FORMATS, {
    required: true,
    default: 'nacha',
    label: say`Format`,
    labels: {
      nacha: say`NACHA: banks in the United States`,
      'pain.001': say`ISO 20022 pain.001: banks elsewhere, and international`,
      csv: say`CSV: any other service`,
    },
  }),
  execution_date: date({ required: true, label: say`Execution date`, help: say`The day on which the bank pays.` }),
};
const payer: Fields = {
  name: text({ required: true, max: 140, label: say`Who pays`, help: say`As the bank knows the company.` }),
};
const prenotes: Fields = {
  prenotes: boolean({
    default: false,
    label: say`Send prenotes to new accounts first`,
    help: say`A prenote is a zero-dollar entry that tests the account. Its payments can go out three banking days later.`,
  }),
};
const routing = text({ max: 40, label: say`Routing number`, help: say`Of the bank that pays: nine digits.` });
const byFormat: Record<FileFormat, Fields> = {
  csv: {},
  nacha: {
    routing_number: { ...routing, required: true },
    company_id: text({
      max: 20,
      label: say`Company identification`,
      help: say`The ten characters that the bank gave the company. Without it, 9 and the routing number.`,
    }),
  },
  'pain.001': {
    iban: text({ max: 60, label: 'IBAN', help: say`Of the account that pays; or its number and its bank below.` }),
    bic: text({ max: 20, label: say`BIC` }),
    account_number: text({ max: 40, label: say`Account number` }),
    routing_number: routing,
  },
};

const formatOf = (values: Values) => (values.format ?? 'nacha') as FileFormat;

/** "Operating account, •••• 6789" */
function inWords({ label, account_number, iban, routing_number }: CompanyBankAccount): string {
  const number = iban ?? account_number ?? routing_number;
  return number ? `${label}, ${number}` : label;
}

const accountChoice = (accounts: readonly CompanyBankAccount[]): Fields => ({
  bank_account_id: choice([...accounts.map(({ id }) => id), ANOTHER], {
    required: true,
    label: say`Pay from`,
    labels: {
      ...Object.fromEntries(accounts.map((account) => [account.id, inWords(account)])),
      [ANOTHER]: say`Another account`,
    },
  }),
});

/** What the account lacks for the format. */
function lackOf(account: CompanyBankAccount | undefined, format: FileFormat): string | null {
  if (!account || format === 'csv') return null;
  if (format === 'nacha')
    return account.routing_number ? null : say`NACHA needs a routing number, which this account lacks.`;
  return account.iban || account.account_number
    ? null
    : say`pain.001 needs an IBAN or an account number, which this account lacks.`;
}

/** The account that pays; undefined where its numbers are typed. */
const accountOf = (accounts: readonly CompanyBankAccount[], { bank_account_id }: Values) =>
  accounts.find(({ id }) => id === bank_account_id);

const fieldsOf =
  (accounts: readonly CompanyBankAccount[]) =>
  (values: Values): Fields => ({
    ...always,
    ...(accounts.length > 0 && accountChoice(accounts)),
    ...(!accountOf(accounts, values) && { ...payer, ...byFormat[formatOf(values)] }),
    ...(formatOf(values) === 'nacha' && prenotes),
  });

/** The numbers without blanks, and only those that the format asks for. */
function debtorOf(values: Values): Debtor {
  const numbers = Object.keys(byFormat[formatOf(values)]).flatMap((name) => {
    const number = compactNumber(String(values[name] ?? ''));
    return number === '' ? [] : [[name, number]];
  });
  return { name: String(values.name ?? ''), ...Object.fromEntries(numbers) };
}

const prenotesOf = (values: Values) =>
  formatOf(values) === 'nacha' && values.prenotes === true ? { prenotes: true } : {};

/** `onDone`: it was made, and its file saved. */
export default function MakeBatch({ distribution, onDone }: { distribution: DistributionPage; onDone: () => void }) {
  const data = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const { download } = useDownload();
  const me = useMe();
  const { data: accounts = [], isPending } = useGetList<CompanyBankAccount>(companyBankAccounts.name, ALL, {
    retry: false,
    onError: (error: Error) => console.error('Loading the bank accounts failed', error),
  });
  const filter = { distribution_id: distribution.id };
  const make = async (values: Values) => {
    const body = {
      format: formatOf(values),
      execution_date: values.execution_date,
      filter,
      ...(accountOf(accounts, values) ? { bank_account_id: values.bank_account_id } : { debtor: debtorOf(values) }),
      ...prenotesOf(values),
    };
    const made = await runCommand([body], (options) =>
      data.send<ShownBatch>('POST', paymentBatches.path.replace(/\/$/, ''), body, options),
    );
    const { path, name } = fileOf(made);
    const saved = await download(path, name, say`${made.name} was made, but its file could not be saved.`);
    if (saved.isDone) notify(say`${made.name} was made. Give its file, ${name}, to the bank.`, { type: 'success' });
    onDone();
  };
  /** How many payments go in, once that is known. */
  const [ahead, setAhead] = useState<BatchPreview | null>(null);
  const count = ahead?.count ?? 0;
  if (isPending) return <Loading />;
  const format = distribution.currency === 'USD' ? 'nacha' : 'pain.001';
  return (
    <FormDialog
      title={say`Make the bank file`}
      fields={fieldsOf(accounts)}
      starts={{
        format,
        bank_account_id: accounts.find((account) => lackOf(account, format) === null)?.id ?? ANOTHER,
        execution_date: [String(distribution.payment_date), today()].toSorted().at(-1),
        name: me.user.client_display_name,
        prenotes: false,
      }}
      check={(values) => {
        const account = accountOf(accounts, values);
        if (!account) return debtorFaults(formatOf(values), debtorOf(values));
        const lack = lackOf(account, formatOf(values));
        return lack === null ? {} : { bank_account_id: lack };
      }}
      isCheckedAsTyped
      // The server names the members of the debtor under it: debtor.iban.
      under="debtor"
      submit={
        count > 0 ? say`Make the bank file: ${plural(count, say`payment`, say`payments`)}` : say`Make the bank file`
      }
      busy={say`Making the file…`}
      isReady={count + (ahead?.prenotes ?? 0) > 0}
      nothing={say`No batch was made.`}
      isInPage
      onSubmit={make}
      onClose={onDone}
    >
      {({ values, fields }) => (
        <div className={styles.making}>
          <FieldInputs fields={fields} />
          <Preview values={values} filter={filter} onChange={setAhead} />
        </div>
      )}
    </FormDialog>
  );
}

interface PreviewProps {
  values: Values;
  filter: Record<string, unknown>;
  onChange: (ahead: BatchPreview | null) => void;
}

function Preview({ values, filter, onChange }: PreviewProps) {
  const execution_date = String(values.execution_date ?? '');
  const preview = useBatchPreview(
    isIsoDate(execution_date) ? { format: formatOf(values), execution_date, filter, ...prenotesOf(values) } : null,
  );
  const ahead = preview.data ?? null;
  useEffect(() => onChange(ahead), [ahead, onChange]);
  return (
    <section className={styles.preview} aria-label={say`What goes in`} aria-live="polite">
      {preview.error ? (
        <Failed what={say`What goes in`} error={preview.error} retry={() => void preview.refetch()} />
      ) : ahead ? (
        <WhatGoesIn format={formatOf(values)} preview={ahead} />
      ) : (
        preview.isFetching && <Loading />
      )}
    </section>
  );
}

const SHOWN = 10;

function WhatGoesIn({ format, preview }: { format: FileFormat; preview: BatchPreview }) {
  const { count, total, currency, prenotes, left_out, written_names, warnings } = preview;
  return (
    <>
      <p className="ttl">
        {count === 0
          ? say`No payment can go in.`
          : `${plural(count, say`payment`, say`payments`)}, ${formatMoney(total, currency)}.`}
      </p>
      {prenotes > 0 && <p>{sayAround`${plural(prenotes, say`prenote`, say`prenotes`)} to test new accounts.`}</p>}
      {warnings.map(({ code, message }) => (
        <p key={code}>{withDays(message)}</p>
      ))}
      {written_names.length > 0 && (
        <>
          <p>
            {sayAround`${format === 'csv' ? say`The file is protected against formulas` : say`The format allows few characters`}, and writes ${plural(written_names.length, say`name`, say`names`)} differently:`}
          </p>
          <ul className={styles.lines}>
            {written_names.slice(0, SHOWN).map(({ payment_id, shareholder, written }) => (
              <li key={payment_id}>{sayAround`${shareholder} as ${written === '' ? say`no name at all` : written}`}</li>
            ))}
            {written_names.length > SHOWN && <li>{sayAround`And ${written_names.length - SHOWN} more`}</li>}
          </ul>
        </>
      )}
      {left_out.length > 0 && (
        <>
          <p>{sayAround`${plural(left_out.length, say`payment`, say`payments`)} left out, pending as before:`}</p>
          <ul className={styles.lines}>
            {left_out.slice(0, SHOWN).map(({ payment_id, shareholder, amount, text: why }) => (
              <li key={payment_id}>
                {shareholder}, {formatMoney(amount, currency ?? undefined)}: {why}
              </li>
            ))}
            {left_out.length > SHOWN && <li>{sayAround`And ${left_out.length - SHOWN} more`}</li>}
          </ul>
        </>
      )}
    </>
  );
}
