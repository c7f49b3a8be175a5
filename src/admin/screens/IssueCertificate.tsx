// Issuing a certificate: who, what, how many, and beside it what that changes.
import { useGetOne, useNotify, useRedirect } from 'react-admin';
import { certificates } from '../../resources/certificates.ts';
import type { Certificate } from '../../resources/certificates.ts';
import { date, money, reference, shares, text } from '../../resources/kit/fields.ts';
import type { Resource } from '../../resources/kit/defineResource.ts';
import { CommandForm } from '../form/CommandForm.tsx';
import type { Values } from '../form/CommandForm.tsx';
import type { AnyRecord } from '../fieldKinds.tsx';
import { formatShares, today } from '../format.ts';
import { PageHead } from '../parts/PageHead.tsx';
import { Denied } from '../parts/states.tsx';
import { listPath } from '../paths.ts';
import { useMay } from '../session/useMe.ts';
import { useConsoleData } from '../session/useRead.ts';
import { plainDecimal } from '../verbs/figures.ts';
import { useCommand } from '../verbs/useCommand.ts';
import { IssuePreview } from './IssuePreview.tsx';
import { useSearchParams } from 'react-router-dom';

const fields = {
  shareholder_id: reference('shareholders', { required: true, label: 'Holder' }),
  share_class_id: reference('share-classes', { required: true, label: 'Share class' }),
  quantity: shares({ required: true, positive: true, label: 'Number of shares' }),
  price_per_share: money({ scale: 10, label: 'Price per share' }),
  issue_date: date({ required: true, label: 'Issue date', help: 'The day ownership starts.' }),
  certificate_number: text({ max: 60, label: 'Certificate number', help: 'Leave empty to take the next number.' }),
};
const rows = [
  ['shareholder_id'],
  ['share_class_id'],
  ['quantity', 'price_per_share'],
  ['issue_date', 'certificate_number'],
];

export default function IssueCertificate({ resource }: { resource: Resource }) {
  const may = useMay();
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const redirect = useRedirect();
  const [search] = useSearchParams();
  if (!may('create', certificates)) return <Denied what="the issue form" />;

  const issue = async (values: Values) => {
    const body = issueBody(values);
    const issued = await runCommand(body, (options) =>
      dataProvider.send<Certificate>('POST', resource.path, body, options),
    );
    notify(`${formatShares(String(body.quantity))} shares issued as ${issued.certificate_number}`, { type: 'success' });
    redirect('show', 'certificates', issued.id);
  };

  return (
    <>
      <PageHead
        title="Issue certificate"
        about="Records new shares in the ledger and makes the certificate. It can be cancelled by a later entry, never edited."
        back={{ to: listPath('certificates'), label: 'Certificates' }}
      />
      <CommandForm
        fields={() => fields}
        rows={() => rows}
        defaults={{
          issue_date: today(),
          shareholder_id: search.get('shareholder_id') ?? '',
          share_class_id: search.get('share_class_id') ?? '',
        }}
        draftKey="certificates/create"
        onSubmit={issue}
        failed="Nothing was issued."
        submitLabel={(values) => issueLabel(values)}
        cancelTo={listPath('certificates')}
        Aside={Preview}
      />
    </>
  );
}

/** "Issue 10,000 shares", once there is a number. */
export function issueLabel(values: Values): string {
  const quantity = plainDecimal(values.quantity);
  return quantity && quantity !== '0' ? `Issue ${formatShares(quantity)} shares` : 'Issue certificate';
}

/** Figures without separators, and nothing that was left empty. */
export function issueBody(values: Values): Values {
  const body: Values = {};
  for (const name of Object.keys(fields)) {
    const value = values[name];
    if (value === undefined || value === null || value === '') continue;
    body[name] = name === 'quantity' || name === 'price_per_share' ? (plainDecimal(value) ?? value) : value;
  }
  return body;
}

function Preview({ values }: { values: Values }) {
  const classId = typeof values.share_class_id === 'string' ? values.share_class_id : '';
  const holderId = typeof values.shareholder_id === 'string' ? values.shareholder_id : '';
  const { data: shareClass } = useGetOne<AnyRecord>('share-classes', { id: classId }, { enabled: classId !== '' });
  const { data: holder } = useGetOne<AnyRecord>('shareholders', { id: holderId }, { enabled: holderId !== '' });
  return (
    <IssuePreview
      shareClass={classId === '' ? undefined : shareClass}
      holder={holderId === '' ? undefined : holder}
      quantity={values.quantity}
      price={values.price_per_share}
    />
  );
}
