// What a holder says of a holding: that it is right, or what is wrong with it. Certificates, grants, convertibles and warrants
// have the same two verbs.

export const DISPUTE_REASON_MAX = 1000;

/** The names of the resources whose records a holder answers for. */
export const acknowledged = ['certificates', 'grants', 'convertibles', 'warrants'] as const;
export type Acknowledged = (typeof acknowledged)[number];
