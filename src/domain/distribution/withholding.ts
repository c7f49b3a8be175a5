// What is withheld from a holder: the company's rules, the holder's tax profile and its form, on the day of payment. The rules
// are data; nothing here knows a country.
import { say } from '#src/words/say.ts';
import { countryInSentence, countryName } from '../countries.ts';
import { parseDecimal, formatDecimal } from '../figures/decimal.ts';
import { stateInWords } from './distributionMachine.ts';
import { inPercent } from './percentInWords.ts';
import { isForeign } from './yearlyTaxForms.ts';

/**
 * `country`, `holder_type` and `distribution_type`: "*" for any. `form`: "missing" counts while no valid form is there, "treaty"
 * while a valid form claims the treaty with this country, otherwise in any case.
 */
export interface WithholdingRule {
  country: string;
  holder_type: 'individual' | 'entity' | '*';
  distribution_type: string;
  form?: 'missing' | 'treaty' | '*' | undefined;
  rate: string;
}

export interface TaxStanding {
  country: string | null;
  form: string | null;
  form_valid_until: string | null;
  /** Somebody of the company confirmed it, or entered it. */
  is_confirmed: boolean;
  /** A rate that the company entered for this holder. */
  withholding_rate: string | null;
  /** The country whose treaty the form claims. */
  treaty_country: string | null;
  /** The form says that tax must be withheld as if it were missing. */
  backup_withholding: boolean;
}

export interface TaxedHolder {
  type: 'individual' | 'entity';
  /** Of the address; the country of a confirmed profile counts before it. */
  country: string | null;
  profile: TaxStanding | null;
  /** Signs of where the holder is, which nobody confirmed: the country they entered, */
  said_country?: string | null;
  /** the form they signed or entered, */
  unconfirmed_form?: string | null;
  /** the country of their bank account, */
  account_country?: string | null;
  /** and that the company has them as an employee outside the United States. */
  is_employed_abroad?: boolean;
  /** What was a sign once and nobody decided about since: "country NO", "form W-8BEN", "account DE", "asks DE" of one
   *  that waits, and what the company had on record: "recorded NO" of a country, "employee abroad". */
  earlier_signs?: readonly string[];
}

/** As of which country a holder is presumed to be of whom none is recorded, and which rule says so. */
export interface PresumedCountry {
  country: string;
  source: string | null;
}

export type MissingTaxForm = 'ignore' | 'highest_rate' | 'hold';

export interface WithholdingTerms {
  rules: readonly WithholdingRule[];
  missing_tax_form: MissingTaxForm;
  distribution_type: string;
  payment_date: string;
  presumed?: PresumedCountry | null;
}

export interface Withheld {
  rate: string;
  /** A sentence; null where nothing says anything about the holder. */
  reason: string | null;
  /** The payment waits for a form, and this is the rate until it is there. */
  awaits_form: boolean;
  /** As whom the holder is taxed: a foreign person, by the valid form, or else by the country. */
  is_foreign: boolean;
  /** The treaty under which the rate is what it is. */
  treaty_country: string | null;
}

export const NOTHING_WITHHELD: Withheld = {
  rate: '0',
  reason: null,
  awaits_form: false,
  is_foreign: false,
  treaty_country: null,
};

/** On the day of payment. */
export function hasValidForm(profile: TaxStanding | null, paymentDate: string): boolean {
  return (
    profile !== null &&
    profile.form !== null &&
    profile.is_confirmed &&
    (profile.form_valid_until === null || profile.form_valid_until >= paymentDate)
  );
}

/**
 * A rate on the profile wins while the form is valid. Without a valid form, and where the company does not ignore that, a rule
 * for missing forms counts, or else the highest rate of all rules. Otherwise the most specific rule; of equally specific ones the
 * highest rate.
 */
export function withheldFrom(holder: TaxedHolder, terms: WithholdingTerms): Withheld {
  const { profile } = holder;
  const unknown = presumptionOf(holder, terms);
  const taxed = unknown?.presumed ? { ...holder, country: unknown.presumed } : holder;
  const found = rateOf(taxed, terms);
  const decided = { ...NOTHING_WITHHELD, ...found };
  if (unknown?.presumed && found.reason) decided.reason = `${found.reason}. ${presumedInWords(terms.presumed!)}`;
  const form = hasValidForm(profile, terms.payment_date) ? profile!.form : null;
  const country = homeOf(taxed);
  // Of whom no country is known, tax is withheld as of a foreign person.
  const isUnknown = form === null && country === null;
  return {
    ...decided,
    is_foreign: isUnknown
      ? valueOf(decided.rate) > 0n
      : isForeign({ form, profile_country: country, tax_country: country }),
  };
}

/** What is presumed of a holder without a country; `sign`: why nothing is. */
export interface Countryless {
  presumed: string | null;
  sign: string | null;
}

/** Null of a holder whose country is known. */
function presumptionOf(holder: TaxedHolder, { presumed = null }: WithholdingTerms): Countryless | null {
  if (homeOf(holder) !== null) return null;
  const sign = signOf(holder, presumed?.country ?? null);
  return { presumed: sign === null ? (presumed?.country ?? null) : null, sign };
}

/** Null where the country is known, where a form says enough, or while no rule depends on a country. */
export function countrylessOf(holder: TaxedHolder, terms: WithholdingTerms): Countryless | null {
  if (hasValidForm(holder.profile, terms.payment_date)) return null;
  return terms.rules.some(({ country }) => country !== '*') ? presumptionOf(holder, terms) : null;
}

/** What speaks against the country that is presumed, in words. */
function signOf(holder: TaxedHolder, presumed: string | null): string | null {
  if (presumed === null) return null;
  const { said_country, unconfirmed_form, account_country, is_employed_abroad } = holder;
  const isOther = (country: string | null | undefined) => Boolean(country) && country !== presumed;
  if (isOther(said_country)) return say`says that their country is ${countryName(said_country!)}`;
  if (presumed === 'US' && unconfirmed_form?.startsWith('W-8'))
    return say`sent form ${unconfirmed_form}, which is not confirmed`;
  if (isOther(account_country)) return say`is paid to an account in ${countryName(account_country!)}`;
  if (presumed === 'US' && is_employed_abroad) return say`is recorded as an employee outside the US`;
  return (
    (holder.earlier_signs ?? []).map((sign) => earlierInWords(sign, presumed)).find((words) => words !== null) ?? null
  );
}

const EARLIER: Readonly<Record<string, (country: string) => string>> = {
  asks: (country) => say`asks to be paid to an account in ${country}`,
  country: (country) => say`said that their country is ${country}`,
  account: (country) => say`had an account in ${country}`,
  recorded: (country) => say`was recorded in ${country}`,
};

function earlierInWords(sign: string, presumed: string): string | null {
  const [kind, what] = sign.split(' ') as [string, string];
  if (kind === 'form') return presumed === 'US' && what.startsWith('W-8') ? say`sent form ${what}` : null;
  if (kind === 'employee') return presumed === 'US' ? say`was recorded as an employee outside the US` : null;
  return what === presumed ? null : (EARLIER[kind]?.(countryName(what)) ?? null);
}

/** "Presumed to be of Norway, because no country is recorded (the law that says so)" */
const presumedInWords = ({ country, source }: PresumedCountry) =>
  say`Presumed to be of ${countryInSentence(country)}, because no country is recorded${source === null ? '' : ` (${source})`}`;

function rateOf(holder: TaxedHolder, terms: WithholdingTerms): Partial<Withheld> {
  const { profile } = holder;
  const isValid = hasValidForm(profile, terms.payment_date);
  if (!isValid && terms.missing_tax_form !== 'ignore') {
    const awaits_form = terms.missing_tax_form === 'hold';
    const rate = rateWithoutForm(holder, terms);
    return { rate, reason: `${missing(profile)}: ${inPercent(rate)}`, awaits_form };
  }
  if (isValid && profile!.withholding_rate !== null) {
    const rate = plain(profile!.withholding_rate);
    const { treaty_country } = profile!;
    return { rate, reason: say`Rate of the tax profile: ${inPercent(rate)}`, treaty_country };
  }
  if (isValid && profile!.backup_withholding && terms.rules.some(({ form }) => form === 'missing')) {
    const rate = rateWithoutForm(holder, terms);
    return { rate, reason: say`Backup withholding, as form ${profile!.form} says: ${inPercent(rate)}` };
  }
  const rule = mostSpecific(terms.rules.filter((each) => each.form !== 'missing' && applies(each, holder, terms)));
  if (!rule) return {};
  const rate = plain(rule.rate);
  return {
    rate,
    reason: `${ruleInWords(rule)}: ${inPercent(rate)}`,
    treaty_country: rule.form === 'treaty' ? profile!.treaty_country : null,
  };
}

const homeOf = ({ country, profile }: TaxedHolder) => (profile?.is_confirmed ? profile.country : null) ?? country;

function rateWithoutForm(holder: TaxedHolder, terms: WithholdingTerms): string {
  const named = mostSpecific(terms.rules.filter((each) => each.form === 'missing' && applies(each, holder, terms)));
  if (named) return plain(named.rate);
  const ofType = terms.rules.filter(({ distribution_type: type }) => type === '*' || type === terms.distribution_type);
  const highest = ofType.reduce((most, { rate }) => (valueOf(rate) > most ? valueOf(rate) : most), 0n);
  return formatDecimal(highest);
}

function applies(rule: WithholdingRule, holder: TaxedHolder, terms: WithholdingTerms): boolean {
  const { type, profile } = holder;
  const home = homeOf(holder);
  const claims = hasValidForm(profile, terms.payment_date) ? profile!.treaty_country : null;
  return (
    (rule.country === '*' || rule.country === home) &&
    (rule.holder_type === '*' || rule.holder_type === type) &&
    (rule.distribution_type === '*' || rule.distribution_type === terms.distribution_type) &&
    (rule.form !== 'treaty' || (claims !== null && claims === home))
  );
}

/** The more of its words a rule names, the more specific it is. */
const specificity = ({ country, holder_type, distribution_type, form }: WithholdingRule) =>
  [country, holder_type, distribution_type, form ?? '*'].filter((word) => word !== '*').length;

const mostSpecific = (rules: readonly WithholdingRule[]): WithholdingRule | undefined =>
  rules.toSorted((a, b) => specificity(b) - specificity(a) || (valueOf(a.rate) < valueOf(b.rate) ? 1 : -1))[0];

const valueOf = (rate: string) => parseDecimal(rate) ?? 0n;
const plain = (rate: string) => formatDecimal(valueOf(rate));

function missing(profile: TaxStanding | null): string {
  if (profile === null || profile.form === null) return say`No tax form`;
  return profile.is_confirmed
    ? say`Form ${profile.form} is valid only until ${profile.form_valid_until}`
    : say`Form ${profile.form} is not confirmed yet`;
}

const TYPES: Readonly<Record<string, () => string>> = {
  '*': () => say`holders`,
  individual: () => say`people`,
  entity: () => say`entities`,
};

function ruleInWords({ country, holder_type, distribution_type, form }: WithholdingRule): string {
  if (form === 'treaty') return say`Treaty with ${country}`;
  const where = country === '*' ? say`any country` : country;
  const what = distribution_type === '*' ? '' : `, ${stateInWords(distribution_type)}`;
  return say`Rule for ${TYPES[holder_type]?.()} in ${where}${what}`;
}
