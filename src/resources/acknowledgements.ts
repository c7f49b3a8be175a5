// A holder confirms or disputes a holding. Certificates, grants, convertibles and warrants share the two verbs.

export const DISPUTE_REASON_MAX = 1000;

/** The resources whose records a holder can confirm or dispute. */
export const acknowledged = ['certificates', 'grants', 'convertibles', 'warrants'] as const;
export type Acknowledged = (typeof acknowledged)[number];
