// Tax forms as holders send them.
import type { Row } from '#server/db/database.ts';

export const TODAY = '2026-11-25';

export const w9 = (extra: Row = {}): Row => ({
  form: 'W-9',
  name: 'Ruth Aldane',
  tax_classification: 'individual',
  street_1: '12 Harbour Street',
  city: 'Portland',
  state: 'ME',
  postal_code: '04101',
  country: 'US',
  tin_type: 'ssn',
  tin: '123-45-6789',
  backup_withholding: false,
  signature: 'Ruth Aldane',
  signed_on: TODAY,
  declared: true,
  ...extra,
});

export const w8ben = (extra: Row = {}): Row => ({
  form: 'W-8BEN',
  name: 'Ruth Aldane',
  citizenship_country: 'NO',
  date_of_birth: '1980-02-29',
  street_1: 'Storgata 1',
  city: 'Oslo',
  country: 'NO',
  tin_type: 'foreign',
  tin: '29028012345',
  signature: 'ruth  aldane',
  signed_on: TODAY,
  declared: true,
  ...extra,
});

export const w8benE = (extra: Row = {}): Row => ({
  form: 'W-8BEN-E',
  name: 'Fjord Kapital AS',
  country_of_organization: 'NO',
  chapter_3_status: 'corporation',
  chapter_4_status: 'active_nffe',
  street_1: 'Storgata 1',
  city: 'Oslo',
  country: 'NO',
  tin_type: 'foreign',
  tin: '987654321',
  signature: 'Ruth Aldane',
  capacity: 'Director',
  signed_on: TODAY,
  declared: true,
  ...extra,
});
