// What POST /api/share-classes/:id/split answers, carried out or not.
export interface SplitHeld {
  id: string;
  number: string;
  new_number: string | null;
  shareholder_id: string;
  shareholder: string;
  before: string;
  after: string;
}
export interface SplitRight extends SplitHeld {
  price_before: string | null;
  price_after: string | null;
}
export interface SplitHolder {
  shareholder_id: string;
  shareholder: string;
  before: string;
  after: string;
  /** For the fraction that is left; null where there is one and no price is known. */
  cash_in_lieu: string | null;
}
export interface SplitAnswer {
  transaction_id: string | null;
  price_after: string | null;
  /** Of the class itself; null where it has none. */
  par_value: { before: string; after: string } | null;
  original_issue_price: { before: string; after: string } | null;
  holders: SplitHolder[];
  total_cash_in_lieu: string | null;
  certificates: SplitHeld[];
  grants: SplitRight[];
  warrants: SplitRight[];
  plans: { equity_plan_id: string; before: string; after: string }[];
  authorized: { before: string; after: string } | null;
  /** `to_share_class_id` null: into common, and nobody said which. */
  conversions: { share_class_id: string; to_share_class_id: string | null; before: string; after: string }[];
  /** Preferred whose ratio stays as it is, because it does not say into which common class it converts. */
  unnamed_conversions: string[];
}
