// What a click on a point opens: the entries that make up one figure, or those between two days.
import type { Basis } from '#src/domain/captable/capTableBasis.ts';

export type Behind =
  | {
      kind: 'figure';
      as_of: string;
      basis: Basis;
      title: string;
      share_class_id?: string;
      shareholder_id?: string;
      instrument?: 'options' | 'warrants' | 'pool';
    }
  | { kind: 'between'; from: string; to: string; basis: Basis };
