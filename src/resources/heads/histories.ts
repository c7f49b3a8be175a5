/** Where the history of any record leads: to what people did with it, and to an entry of the ledger. */
export const histories = {
  trail: 'audit',
  trailOf: (resource: string, id: unknown) => ({ resource, resource_id: id }),
  ledger: 'transactions',
} as const;
