// Which letters are a currency.
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** A present or former currency, by its three capital letters. */
export const isCurrency = (code: string): boolean => CURRENCIES.has(code);
