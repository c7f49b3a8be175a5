/** The resource on whose pages each kind of security is shown. */
export const RESOURCES: Record<string, string> = {
  STOCK: 'certificates',
  CONVERTIBLE: 'convertibles',
  WARRANT: 'warrants',
  EQUITY_COMPENSATION: 'grants',
};
