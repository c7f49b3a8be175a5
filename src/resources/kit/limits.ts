// Limits that a form and the body of a command share, where no declared field holds them.

export const limits = {
  /** Free text that is stored with an entry of the ledger. */
  remark: 1000,
  /** The company's own number of a certificate, grant, convertible or warrant. */
  securityNumber: 60,
  exemption: 300,
  jurisdiction: 100,
  subject: 200,
  message: 10_000,
  /** Files that go with one message. */
  messageFiles: 10,
  vestingMonths: 600,
  /** The length of an exercise window, in its unit. */
  windowPeriod: 9999,
} as const;
