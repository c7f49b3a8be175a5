// Typing in a first cap table: classes, the shareholders with their shares, and a plan, with the table as it will be beside
// them. It is written as one unit.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useNotify } from 'react-admin';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Setup } from '#src/contract/setup.ts';
import { administrators } from '#src/resources/kit/access.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import { AddAndRemove } from '#src/admin/kit/form/AddAndRemove.tsx';
import { CommandForm } from '#src/admin/kit/form/CommandForm.tsx';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatShares, plural } from '#src/admin/kit/format.ts';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { PreviewCard } from '#src/admin/kit/parts/PreviewCard.tsx';
import { Denied, Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { basename, welcomePath } from '#src/admin/paths.ts';
import { shownPercents } from '#src/admin/kit/percents.ts';
import { typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { useConsoleData, useRead } from '#src/admin/session/useRead.ts';
import * as form from './startForm.ts';
import styles from './setup.module.css';

export default function StartCompany() {
  const role = useRole();
  const { data, error, isPending, refetch } = useRead<Setup>('/api/setup');
  if (!administrators.includes(role)) return <Denied what={say`the start of a company`} />;
  return (
    <>
      <PageHead
        title={say`Type in your cap table`}
        about={say`Who owns what today. Each line becomes a certificate in the ledger; nothing is sent to anybody.`}
        back={{ to: welcomePath, label: say`Set up your company` }}
      />
      {error ? (
        <div className="card">
          <Failed what={say`The form`} error={error} retry={() => void refetch()} />
        </div>
      ) : isPending ? (
        <Loading />
      ) : (
        <StartFields setup={data} />
      )}
    </>
  );
}

function StartFields({ setup }: { setup: Setup }) {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const navigate = useNavigate();
  // Refusals name the lines that were sent.
  const sent = useRef<Values>({});
  const start = async (values: Values) => {
    sent.current = values;
    const body = form.startBody(values);
    const table = await runCommand(body, (options) =>
      dataProvider.send<{ total: string | null }>('POST', '/api/setup/start', body, options),
    );
    notify(say`${countShares(table.total ?? '0')} issued`, { type: 'success' });
    void navigate(`${basename}/cap-table`);
  };
  return (
    <CommandForm
      fields={form.startFields}
      rows={form.startRows}
      defaults={form.startDefaults(setup.answers?.company_type ?? 'corporation')}
      extras={{ [form.CLASS_BUTTONS]: <ClassButtons />, [form.HOLDER_BUTTONS]: <HolderButtons /> }}
      draftKey="setup/start"
      inputOf={(name) => form.startInput(sent.current, name)}
      onSubmit={start}
      failed={say`Nothing was written.`}
      submitLabel={submitLabel}
      cancelTo={welcomePath}
      Aside={TableSoFar}
    />
  );
}

function submitLabel(values: Values): string {
  const lines = form.typedLines(values);
  if (lines.length === 0) return say`Write the cap table`;
  return say`Issue ${countShares(formatDecimal(lines.reduce((sum, { quantity }) => sum + quantity, 0n)))}`;
}

function ClassButtons() {
  const count = form.classCount(useWatch());
  return (
    <AddAndRemove noun="class" counted="classes" count={count} mayAdd={form.mayAdd(count)} beside={form.besideClass} />
  );
}

function HolderButtons() {
  const count = form.holderCount(useWatch());
  return <AddAndRemove noun="shareholder" count={count} mayAdd={form.mayAdd(count)} beside={form.besideHolder} />;
}

function TableSoFar({ values }: { values: Values }) {
  const lines = form.typedLines(values);
  const reserved = typedDecimal(values.plan_reserved) ?? 0n;
  const rows = [
    ...lines.map(({ name, quantity }, index) => ({ key: `line ${index}`, name, quantity })),
    ...(reserved > 0n ? [{ key: 'plan', name: String(values.plan_name || say`Option plan`), quantity: reserved }] : []),
  ];
  const percents = shownPercents(rows.map(({ quantity }) => formatDecimal(quantity)));
  const total = rows.reduce((sum, { quantity }) => sum + quantity, 0n);
  const over = form.overAuthorized(values);
  return (
    <PreviewCard title={say`The cap table so far`}>
      {rows.length === 0 ? (
        <p className="sect last t13 mut">{say`Enter the shares of a shareholder to see their percentage.`}</p>
      ) : (
        <div className="sect last">
          <table className={`dense ${styles.soFar}`}>
            <thead>
              <tr>
                <th scope="col">{say`Holder`}</th>
                <th scope="col" className="r">
                  {say`Shares`}
                </th>
                <th scope="col" className="r">
                  {say`Fully diluted`}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, quantity }, index) => (
                <tr key={key}>
                  <td>{name}</td>
                  <td className="r">{formatShares(formatDecimal(quantity))}</td>
                  <td className="r">{percents[index]} %</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{plural(lines.length, say`certificate`, say`certificates`)}</th>
                <td className="r">{formatShares(formatDecimal(total))}</td>
                <td className="r">100.00 %</td>
              </tr>
            </tfoot>
          </table>
          {over.map(({ name, over: more }) => (
            <p key={name} className="small err">
              {sayAround`${name}: ${countShares(more)} more than authorized. Raise the authorized number, or issue fewer.`}
            </p>
          ))}
        </div>
      )}
    </PreviewCard>
  );
}
