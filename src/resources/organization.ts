import { say } from '../words/say.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import {
  boolean,
  choice,
  country,
  date,
  datetime,
  email,
  id,
  money,
  number,
  phone,
  text,
  values,
} from './kit/fields.ts';

/** The rows of its forms, by the tab of the settings on which each stands. */
export const companyForms = {
  company: [
    ['client_display_name'],
    ['legal_name'],
    ['formation_date', 'country'],
    ['state_of_formation'],
    ['currency', 'time_zone'],
  ],
  access: [['cap_table_visibility']],
  payments: [['two_person_rule'], ['minimum_payment', 'require_bank_details']],
  tax: [['missing_tax_form', 'presumed_country']],
  notifications: [['holder_contact_name'], ['holder_contact_email', 'holder_contact_phone']],
} as const;
export type CompanyTopic = keyof typeof companyForms;

/** The company itself: a resource with one row, without a list or menu entry (`/api/organization`). */
export const organization = defineResource('organization', {
  path: '/api/organization',
  label: say`Company`,
  singular: say`company`,
  about: say`The company’s own record.`,
  empty: '',
  icon: 'settings',
  table: 'organization',
  title: 'client_display_name',
  fields: {
    id: id(),
    client_name: text({ required: true, readOnly: true, label: say`Client name` }),
    client_display_name: text({ required: true, max: 200, label: say`Display name`, help: say`What people see.` }),
    legal_name: text({
      max: 300,
      label: say`Legal name`,
      help: say`As in the charter. It is printed on certificates.`,
    }),
    formation_date: date({ label: say`Formation date` }),
    country: country({ label: say`Country` }),
    state_of_formation: text({
      max: 100,
      label: say`State of incorporation`,
      help: say`Such as Delaware. It is printed on certificates.`,
    }),
    currency: text({ required: true, format: 'currency', label: say`Currency` }),
    time_zone: text({
      format: 'time_zone',
      label: say`Time zone`,
      help: say`Decides which date is today on forms, lists and the cap table.`,
    }),
    cap_table_visibility: choice(['own', 'totals', 'full'], {
      required: true,
      default: 'own',
      label: say`What shareholders see of the cap table`,
      labels: {
        own: say`Their own holdings`,
        totals: say`Their own holdings, the totals, and their percentages`,
        full: say`The full table with every holder`,
      },
      help: say`Applies at once. A shareholder who holds nothing today always sees only their own.`,
    }),
    holder_contact_name: text({
      max: 200,
      label: say`Contact for shareholders`,
      help: say`A person or a department. Shown to shareholders and to people who ask to join, and named in mails to them.`,
    }),
    // Mails about a changed bank account name it: whom a holder would warn.
    holder_contact_email: email({ label: say`Email of the contact`, stepUp: true }),
    holder_contact_phone: phone({ label: say`Phone of the contact`, stepUp: true }),
    two_person_rule: boolean({
      required: true,
      default: true,
      stepUp: true,
      label: say`Two-person rule`,
      words: [say`A second administrator approves`, say`One administrator is enough`],
      help: say`Where the company has two administrators or more, whoever created a distribution or changed a bank account cannot approve it.`,
    }),
    missing_tax_form: choice(['ignore', 'highest_rate', 'hold'], {
      required: true,
      default: 'ignore',
      label: say`Payments without a valid tax form`,
      labels: {
        ignore: say`Are paid as if there were one`,
        highest_rate: say`Are paid less the highest rate`,
        hold: say`Wait for the form`,
      },
    }),
    presumed_country: country({
      label: say`Country of holders without one on record`,
      help: say`Presumed for tax where nothing points abroad. Empty: the rule for any country applies.`,
      definition: say`A country that the holder entered, an unconfirmed form W-8, or an account elsewhere points abroad.`,
    }),
    presumed_source: text({ readOnly: true, label: say`Source of the presumption` }),
    minimum_payment: money({
      scale: 2,
      label: say`Smallest payment`,
      help: say`Payments below it, after tax, are held. Empty means that every amount is paid.`,
    }),
    require_bank_details: boolean({
      required: true,
      default: false,
      label: say`Transfers without a bank account`,
      words: [say`Are held`, say`Can be started`],
    }),
    withholding_rules: values({
      readOnly: true,
      isList: true,
      label: say`Withholding rules`,
      definition: say`Each has country, holder_type, distribution_type and rate. Sent whole with PUT.`,
    }),
    is_sample: boolean({ required: true, readOnly: true }),
    created_at: datetime({ readOnly: true }),
    version: number({ required: true, readOnly: true }),
  },
  list: [],
  filters: [],
  form: Object.values(companyForms).flat(),
  sort: ['id', 'ASC'],
  writes: 'command',
  menu: 'hidden',
  access: { administrators: 'read update', editors: 'read', readers: 'read', holders: 'read' },
});
export type Organization = RecordOf<typeof organization>;
