// Issuing a certificate: holder, class and number, with the effect beside them.
import { certificateIssuance } from '#src/resources/issuances/certificates.ts';
import { useFollowing } from '#src/admin/kit/form/useFollowing.ts';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import { useWholeRecord } from '#src/admin/session/useWholeRecord.ts';
import { IssuanceForm } from '../shared/IssuanceForm.tsx';
import { typedTranches } from '../shared/typedTranches.ts';
import { IssuePreview } from './IssuePreview.tsx';

export default function IssueCertificate() {
  return <IssuanceForm issuance={certificateIssuance} Aside={Preview} />;
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
      tranches={values.schedule === 'standard' ? typedTranches(values, values.issue_date) : null}
    />
  );
}
