// A person of a file beside the company’s shareholders, as a reading answers it.

/** The details of a shareholder that a list may change. Tax numbers and bank accounts are never among them. */
export const PERSON_FIELDS = [
  'name',
  'type',
  'email',
  'relationship',
  'street_1',
  'city',
  'state',
  'postal_code',
  'country',
] as const;
export type PersonField = (typeof PERSON_FIELDS)[number];

export interface PersonDifference {
  field: PersonField;
  ours: string;
  file: string;
}

export interface PersonRead {
  name: string;
  state: 'new' | 'changed' | 'same';
  /** Null of a new one. */
  stakeholder_id: string | null;
  /** Of the shareholder when the file was read; null where there is none. */
  version: number | null;
  differences: PersonDifference[];
  /** Of a new one: shareholders that it may be. Suggested, never merged. */
  near: string[];
}
