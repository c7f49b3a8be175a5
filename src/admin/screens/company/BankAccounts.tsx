// The company's own bank accounts, among the settings of payments.
import { say } from '#src/words/say.ts';
import { Link } from 'react-router-dom';
import { companyBankAccounts } from '#src/resources/companyBankAccounts.ts';
import { RelatedTable } from '#src/admin/kit/list/RelatedTable.tsx';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { createPath } from '#src/admin/paths.ts';

const COLUMNS = ['label', 'name', 'routing_number', 'account_number', 'iban'];

export default function BankAccounts() {
  return (
    <Card title={companyBankAccounts.label} about={companyBankAccounts.about}>
      <RelatedTable resource={companyBankAccounts} filter={{}} columns={COLUMNS} />
      <div className="acts formacts">
        <Link className="btn" to={createPath(companyBankAccounts.name)}>
          {say`Add a bank account`}
        </Link>
      </div>
    </Card>
  );
}
