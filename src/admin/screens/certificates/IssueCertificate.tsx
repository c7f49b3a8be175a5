// Issuing a certificate: holder, class and number, with the effect beside them. Approvals, vesting and documents are
// folding sections.
import { useNotify, useRedirect } from 'react-admin';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { certificates } from '../../../resources/certificates.ts';
import type { Certificate } from '../../../resources/certificates.ts';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import { useFollowing } from '../../kit/form/useFollowing.ts';
import { CommandForm } from '../../kit/form/CommandForm.tsx';
import type { Values } from '../../kit/form/CommandForm.tsx';
import { countShares, today } from '../../kit/format.ts';
import { PageHead } from '../../kit/parts/PageHead.tsx';
import { Denied, Loading } from '../../kit/parts/states.tsx';
import { listPath } from '../../kit/paths.ts';
import { useMay } from '../../session/useMe.ts';
import { useOwnJurisdiction } from '../../session/useOrganization.ts';
import { useConsoleData } from '../../session/useRead.ts';
import { useWholeRecord } from '../../session/useWholeRecord.ts';
import { useCommand } from '../../kit/verbs/useCommand.ts';
import {
  checkIssue,
  EXEMPTIONS,
  FILES,
  issueBody,
  issueInput,
  issueDefaults,
  issueFields,
  issueLabel,
  issueRows,
  issueTranches,
  LEGENDS,
} from './issueForm.ts';
import { FilesToAttach, noFiles, useAttach } from '../documents/FilesToAttach.tsx';
import { ExemptionButtons, LegendBoxes } from './issueParts.tsx';
import { IssuePreview } from './IssuePreview.tsx';

export default function IssueCertificate({ resource }: { resource: Resource }) {
  const may = useMay();
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const redirect = useRedirect();
  const [search] = useSearchParams();
  const [attached, setAttached] = useState(noFiles);
  const attach = useAttach();
  const jurisdiction = useOwnJurisdiction();
  if (!may('create', certificates)) return <Denied what="the issue form" />;

  if (jurisdiction === null) return <Loading />;

  const issue = async (values: Values) => {
    const body = issueBody(values);
    const issued = await runCommand(body, (options) =>
      dataProvider.send<Certificate>('POST', resource.path, body, options),
    );
    const failed = await attach(issued.id, issued.shareholder_id, attached);
    const done = `${countShares(String(body.quantity))} issued as ${issued.certificate_number}`;
    if (failed === null) notify(done, { type: 'success' });
    else notify(`${done}, but ${failed} Attach what is missing here.`, { type: 'warning', autoHideDuration: null });
    redirect('show', 'certificates', issued.id);
  };

  return (
    <>
      <PageHead
        title="Issue certificate"
        about="Records new shares in the ledger and creates the certificate. It can be cancelled by a later entry, never edited."
        back={{ to: listPath('certificates'), label: 'Certificates' }}
      />
      <CommandForm
        fields={issueFields}
        rows={issueRows}
        check={checkIssue}
        extras={{
          [LEGENDS]: <LegendBoxes />,
          [EXEMPTIONS]: <ExemptionButtons />,
          [FILES]: <FilesToAttach to="certificate" value={attached} onChange={setAttached} />,
        }}
        defaults={{
          ...issueDefaults,
          jurisdiction_1: jurisdiction,
          issue_date: today(),
          vesting_start: today(),
          shareholder_id: search.get('shareholder_id') ?? '',
          share_class_id: search.get('share_class_id') ?? '',
        }}
        pricedBy="share_class_id"
        draftKey="certificates/create"
        inputOf={issueInput}
        onSubmit={issue}
        failed="Nothing was issued."
        submitLabel={issueLabel}
        cancelTo={listPath('certificates')}
        Aside={Preview}
      />
    </>
  );
}

function Preview({ values }: { values: Values }) {
  useFollowing('vesting_start', 'issue_date', values.issue_date);
  const { record: shareClass, isLoading } = useWholeRecord('share-classes', values.share_class_id);
  const { record: holder } = useWholeRecord('shareholders', values.shareholder_id);
  return (
    <IssuePreview
      shareClass={shareClass}
      isLoading={isLoading}
      holder={holder}
      quantity={values.quantity}
      price={values.price_per_share}
      cost={values.cost_basis}
      schedule={String(values.schedule ?? 'none')}
      tranches={values.schedule === 'standard' ? issueTranches(values) : null}
    />
  );
}
