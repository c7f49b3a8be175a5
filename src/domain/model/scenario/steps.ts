// The steps of a scenario as they are written.
import type { Written } from '../figures.ts';
import type { WrittenInstrument } from '../roundCall.ts';
import type { RoundMethod } from '../roundTerms.ts';
import type { ConvertsInto } from '#src/domain/round/ownSeries.ts';

export interface Investor {
  shareholder_id?: string | null | undefined;
  name: string;
  /** Either an amount or `pro_rata`. */
  amount?: Written | null | undefined;
  /** A part of all the new money of the round; "held": the part of the table that they have before it. */
  pro_rata?: Written | null | undefined;
}

export interface RoundStep {
  kind: 'round';
  name: string;
  class_name: string;
  pre_money: Written;
  method: RoundMethod;
  investors: readonly Investor[];
  pool?: { target: Written } | { increase: Written } | null | undefined;
  /** The plan that is increased; the first one unless named. */
  equity_plan_id?: string | null | undefined;
  converts: 'all' | readonly string[];
  /** own_series unless given. */
  converts_into?: ConvertsInto | null | undefined;
  /** Times the price. */
  preference_multiple?: Written | null | undefined;
  participating?: boolean | null | undefined;
  /** Preference and participation together, times the price. */
  total_cap?: Written | null | undefined;
}

export interface GrantStep {
  kind: 'grant';
  quantity: Written;
  shareholder_id?: string | null | undefined;
  name?: string | null | undefined;
  strike?: Written | null | undefined;
  equity_plan_id?: string | null | undefined;
}

export interface PoolStep {
  kind: 'pool';
  quantity: Written;
  equity_plan_id?: string | null | undefined;
}

export interface ConvertibleStep {
  kind: 'convertible';
  shareholder_id?: string | null | undefined;
  name: string;
  instrument: WrittenInstrument;
}

export interface WarrantStep {
  kind: 'warrant';
  shareholder_id?: string | null | undefined;
  name: string;
  share_class_id: string;
  quantity: Written;
  strike: Written;
}

export interface SplitStep {
  kind: 'split';
  share_class_id: string;
  numerator: Written;
  denominator: Written;
}

export interface ExitStep {
  kind: 'exit';
  proceeds: Written;
  costs?: Written | null | undefined;
  debt?: Written | null | undefined;
}

export type Step = RoundStep | GrantStep | PoolStep | ConvertibleStep | WarrantStep | SplitStep | ExitStep;
