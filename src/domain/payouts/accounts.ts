// What a bank account looks like: the check digits of an IBAN with each country's length, the shape of a BIC, and which accounts a
// file can pay to.
import { say } from '#src/words/say.ts';
import { isRoutingNumber } from '../bankAccount.ts';

export interface AmericanAccount {
  routing_number: string;
  account_number: string;
  account_type: 'checking' | 'savings';
}
export interface InternationalAccount {
  iban: string;
  bic?: string | null | undefined;
}
/** Where accounts have neither: the bank by its BIC, and the number as the bank writes it. */
export interface ForeignAccount {
  bic: string;
  account_number: string;
  bank: string;
  country: string;
}
export type PayeeAccount = AmericanAccount | InternationalAccount | ForeignAccount;

export const isAmerican = (account: PayeeAccount): account is AmericanAccount => 'routing_number' in account;
export const isForeignAccount = (account: PayeeAccount): account is ForeignAccount => 'bank' in account;

/** The country in which the account is. */
export const countryOfAccount = (account: PayeeAccount): string =>
  isAmerican(account) ? 'US' : isForeignAccount(account) ? account.country : account.iban.slice(0, 2);

/** Whose BICs banks of these territories may have. */
const BELONGS: Readonly<Record<string, string>> = {
  GB: 'GG JE IM GI',
  FR: 'BL GF GP MC MF MQ NC PF PM RE WF YT',
  US: 'AS GU MP PR VI',
  FI: 'AX',
  NO: 'SJ',
  IT: 'SM VA',
  DK: 'FO GL',
  NL: 'AW BQ CW SX',
};

/** Whether a bank in the country may have the BIC, whose fifth and sixth letters name one. */
export function isBicOf(country: string, bic: string): boolean {
  const named = bic.slice(4, 6);
  return named === country || (BELONGS[named]?.split(' ').includes(country) ?? false);
}

/** The length of an IBAN by country, from the registry of the standard (ISO 13616). */
const LENGTHS: Readonly<Record<number, string>> = {
  15: 'NO',
  16: 'BE',
  18: 'DK FK FI FO GL NL SD',
  19: 'MK SI',
  20: 'AT BA EE KZ LT LU MN XK',
  21: 'CH HR LI LV',
  22: 'BG BH CR DE GB GE IE ME RS VA',
  23: 'AE GI IL IQ OM SO TL',
  24: 'AD CZ ES MD PK RO SA SE SK TN VG',
  25: 'LY PT ST',
  26: 'IS TR',
  27: 'BI DJ FR GR IT MC MR SM',
  28: 'AL AZ BY CY DO GT HN HU LB NI PL SV',
  29: 'BR EG PS QA UA',
  30: 'JO KW MU YE',
  31: 'MT SC',
  32: 'LC',
  33: 'RU',
};
const lengthByCountry = new Map(
  Object.entries(LENGTHS).flatMap(([length, countries]) =>
    countries.split(' ').map((country) => [country, Number(length)] as const),
  ),
);

/** Whether the text, without blanks, has its country's length and the right check digits. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(text) || text.length !== lengthByCountry.get(text.slice(0, 2))) return false;
  return (
    [...`${text.slice(4)}${text.slice(0, 4)}`].reduce((rest, letter) => {
      const value = Number.parseInt(letter, 36);
      return (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
    }, 0) === 1
  );
}

export const isBic = (text: string): boolean => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);

/** Numbers are typed with blanks and dashes. */
export const compactNumber = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/** Who pays, as a file names them. */
export interface Debtor {
  name: string;
  routing_number?: string | undefined;
  account_number?: string | undefined;
  iban?: string | undefined;
  bic?: string | undefined;
  company_id?: string | undefined;
}

export type FileFormat = 'csv' | 'nacha' | 'pain.001';

/** What is wrong with the paying account for this format, by field; the screen shows it as one types, the server refuses by it. */
export function debtorFaults(format: FileFormat, debtor: Debtor): Partial<Record<keyof Debtor, string>> {
  const { name, routing_number, account_number, iban, bic, company_id } = debtor;
  const faults: Partial<Record<keyof Debtor, string>> = {};
  if (name.trim() === '') faults.name = say`Say who pays.`;
  if (routing_number && !isRoutingNumber(routing_number))
    faults.routing_number = say`This is not a routing number: nine digits, as printed on a cheque.`;
  if (account_number && !/^[A-Z0-9]{4,17}$/.test(account_number))
    faults.account_number = say`An account number has 4 to 17 digits or letters.`;
  if (iban && !isIban(iban)) faults.iban = say`This is not an IBAN: its length or its check digits are wrong.`;
  if (bic && !isBic(bic)) faults.bic = say`A BIC has 8 or 11 letters and digits.`;
  if (company_id && !/^[A-Z0-9]{9,10}$/.test(company_id))
    faults.company_id = say`The bank gives the company an identification of 9 or 10 digits or letters.`;
  if (format === 'nacha' && !routing_number)
    faults.routing_number = say`A NACHA file names the bank that it goes to by its routing number.`;
  if (format === 'pain.001' && !iban && !account_number)
    faults.iban = say`A pain.001 file names the account that pays: an IBAN, or an account number.`;
  if (format === 'pain.001' && !iban && account_number && !routing_number && !bic)
    faults.routing_number = say`Say at which bank the account is: its routing number or its BIC.`;
  return faults;
}
