// What POST /api/convertibles/convert-in-round answers, recorded or not.
export interface RoundConversion {
  id: string;
  convertible_number: string;
  shareholder: string;
  invested: string;
  interest: string;
  binding: 'cap' | 'discount' | 'round';
  price: string;
  shares: string;
  cash: string;
  mfn: boolean;
  formula: string[];
}
export interface RoundOwner {
  /** Null: the unallocated pool. */
  shareholder_id: string | null;
  name: string;
  before: string;
  percent_before: string;
  after: string;
  percent_after: string;
}
export interface RoundAnswer {
  recorded: boolean;
  preview_hash: string;
  share_class_id: string;
  share_class: string;
  currency: string;
  price_per_share: string;
  pre_money: string;
  post_money: string;
  rules: string[];
  conversions: RoundConversion[];
  issues: { shareholder_id: string; shareholder: string; shares: string; paid: string; left: string }[];
  converted_shares: string;
  new_shares: string;
  new_money: string;
  pool: { name: string; reserved_before: string; reserved_after: string } | null;
  total_before: string;
  total_after: string;
  ownership: RoundOwner[];
  charter: {
    needed: string;
    free: string | null;
    short: { share_class_id: string; share_class: string; short: string }[];
    refusal: string | null;
  };
}

export const roundUrl = '/api/convertibles/convert-in-round';
