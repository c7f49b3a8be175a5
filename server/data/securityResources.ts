/** The resource on whose pages each kind of security is shown. */
export const RESOURCES: Record<string, 'certificates' | 'convertibles' | 'warrants' | 'grants'> = {
  STOCK: 'certificates',
  CONVERTIBLE: 'convertibles',
  WARRANT: 'warrants',
  EQUITY_COMPENSATION: 'grants',
};
