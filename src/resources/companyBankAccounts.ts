import { say } from '../words/say.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { datetime, id, number, text } from './kit/fields.ts';

/** Before the last four characters of a number that is stored encrypted. Sent back as it is shown, the number stays. */
const HIDDEN = '•••• ';
export const hiddenNumber = (number: string): string => HIDDEN + number.slice(-4);

export const companyBankAccounts = defineResource('company-bank-accounts', {
  path: '/api/company-bank-accounts/',
  label: say`Bank accounts`,
  singular: say`bank account`,
  about: say`The company’s own accounts. A batch of payments is made from one of them.`,
  empty: say`Add the account from which the company pays. Batches of payments then choose it, and nobody types its numbers.`,
  icon: 'batches',
  table: 'company_bank_account',
  source: 'company_bank_account_view',
  isFew: true,
  title: 'label',
  fields: {
    id: id(),
    label: text({
      required: true,
      max: 60,
      search: true,
      label: say`Name`,
      help: say`As your team calls it, such as Operating account.`,
    }),
    name: text({
      required: true,
      max: 140,
      search: true,
      label: say`Account holder`,
      help: say`The company, as the bank knows it. Files name it as the payer.`,
    }),
    routing_number: text({
      isSensitive: true,
      max: 40,
      label: say`Routing number`,
      help: say`Nine digits. For NACHA files, which need nothing else.`,
    }),
    company_id: text({
      max: 20,
      label: say`Company identification`,
      help: say`For NACHA: the ten characters that the bank gave the company. Without it, 9 and the routing number.`,
    }),
    iban: text({
      isSensitive: true,
      max: 60,
      label: 'IBAN',
      help: say`For pain.001 files. Without one, the account number and its bank.`,
    }),
    bic: text({ max: 20, label: say`BIC` }),
    account_number: text({ isSensitive: true, max: 40, label: say`Account number` }),
    created_at: datetime({ required: true, readOnly: true, label: say`Added` }),
    version: number({ required: true, readOnly: true }),
  },
  list: ['label', 'name', 'routing_number', 'account_number', 'iban', 'bic'],
  card: { details: ['routing_number', 'account_number', 'iban'] },
  filters: [],
  form: [['label'], ['name'], ['routing_number', 'company_id'], ['iban', 'bic'], ['account_number']],
  sort: ['label', 'ASC'],
  createLabel: say`Add Bank Account`,
  created: say`The bank account was added`,
  writes: 'command',
  stepUp: ['routing_number', 'iban', 'account_number', 'bic'],
  // Settings lead to it, and batches choose from it.
  menu: 'hidden',
  access: { administrators: 'all', editors: 'none', readers: 'none', holders: 'none' },
});
export type CompanyBankAccount = RecordOf<typeof companyBankAccounts>;
