// What a holder says of a holding: that it is right, or what is wrong with it. Certificates, grants, convertibles and warrants
// have the same two verbs.
import type { ActionDeclaration } from './kit/defineResource.ts';

/** `open`: the status in which the holder holds it today. */
export const holderAnswers = (open: string) =>
  ({
    agree: { label: 'Yes, this is right', roles: ['shareholder'], from: [open], isInPanel: true },
    dispute: { label: 'Something is wrong', roles: ['shareholder'], from: [open], isInPanel: true },
  }) satisfies Record<string, ActionDeclaration>;

export const DISPUTE_REASON_MAX = 1000;

/** The names of the resources whose records a holder answers for. */
export const acknowledged = ['certificates', 'grants', 'convertibles', 'warrants'] as const;
export type Acknowledged = (typeof acknowledged)[number];
