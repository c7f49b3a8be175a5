// Objects of a small package that another program has written: one company, one holder, one class.
import type { OcfObject } from '#src/domain/ledger/core/types.ts';

export const vendorIssuer: OcfObject = {
  object_type: 'ISSUER',
  id: 'issuer',
  legal_name: 'Vendor, Inc.',
  formation_date: '2019-01-01',
  country_of_formation: 'US',
};
export const ada: OcfObject = {
  object_type: 'STAKEHOLDER',
  id: 'ada',
  name: { legal_name: 'Ada Lovelace' },
  stakeholder_type: 'INDIVIDUAL',
};
/** A class with a million authorized shares. */
export const vendorClass = (id = 'common', extra: Record<string, unknown> = {}): OcfObject => ({
  object_type: 'STOCK_CLASS',
  id,
  name: 'Common',
  class_type: 'COMMON',
  default_id_prefix: 'CS-',
  initial_shares_authorized: '1000000',
  votes_per_share: '1',
  seniority: '1',
  ...extra,
});
/** A note that names no trigger by which it converts. */
export const noteWithoutTriggers = (extra: Record<string, unknown> = {}): OcfObject => ({
  object_type: 'TX_CONVERTIBLE_ISSUANCE',
  id: 'issue-loan',
  security_id: 'loan',
  custom_id: 'LOAN-1',
  date: '2020-01-01',
  stakeholder_id: 'ada',
  security_law_exemptions: [],
  investment_amount: { amount: '1000', currency: 'USD' },
  convertible_type: 'NOTE',
  seniority: 1,
  conversion_triggers: [],
  ...extra,
});
