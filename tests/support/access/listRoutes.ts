// Lists and their files, of which everybody gets what they may see. See routes.ts.

export const listRoutes: Record<string, [outcomes: string, routes: string]> = {
  'documents, of which some are for administrators alone': [
    'all all most most own none none 401',
    `GET /api/documents
     GET /api/documents/export.csv
     GET /api/documents/export.xlsx`,
  ],
  'lists: the company reads all, shareholders their own': [
    'all all all all own none none 401',
    `GET /api/shareholders
     GET /api/shareholders/export.csv
     GET /api/shareholders/export.xlsx
     GET /api/certificates
     GET /api/certificates/export.csv
     GET /api/certificates/export.xlsx
     GET /api/grants
     GET /api/grants/export.csv
     GET /api/grants/export.xlsx
     GET /api/convertibles
     GET /api/convertibles/export.csv
     GET /api/convertibles/export.xlsx
     GET /api/warrants
     GET /api/warrants/export.csv
     GET /api/warrants/export.xlsx
     GET /api/transactions
     GET /api/transactions/export.csv
     GET /api/transactions/export.xlsx
     GET /api/distributions
     GET /api/distributions/export.csv
     GET /api/distributions/export.xlsx
     GET /api/payments
     GET /api/payments/export.csv
     GET /api/payments/export.xlsx
     GET /api/tasks
     GET /api/tasks/export.csv
     GET /api/tasks/export.xlsx
     GET /api/messaging/threads
     GET /api/messaging/threads/export.csv
     GET /api/messaging/threads/export.xlsx
     GET /api/share-classes
     GET /api/share-classes/export.csv
     GET /api/share-classes/export.xlsx
     GET /api/equity-plans
     GET /api/equity-plans/export.csv
     GET /api/equity-plans/export.xlsx
     GET /api/valuations
     GET /api/valuations/export.csv
     GET /api/valuations/export.xlsx`,
  ],
  'sums of a list: of the rows that each may see, which for some are none': [
    'in in in in in in in 401',
    `GET /api/payments/totals
     GET /api/convertibles/totals`,
  ],
  'lists: the company alone': [
    'all all all all none none none 401',
    `GET /api/board-seats
     GET /api/board-seats/export.csv
     GET /api/board-seats/export.xlsx
     GET /api/drafts
     GET /api/drafts/export.csv
     GET /api/drafts/export.xlsx
     GET /api/payment-batches
     GET /api/payment-batches/export.csv
     GET /api/payment-batches/export.xlsx
     GET /api/scenarios
     GET /api/scenarios/export.csv
     GET /api/scenarios/export.xlsx
     GET /api/legends
     GET /api/legends/export.csv
     GET /api/legends/export.xlsx
     GET /api/vesting-terms
     GET /api/vesting-terms/export.csv
     GET /api/vesting-terms/export.xlsx
     GET /api/assignees
     GET /api/assignees/export.csv
     GET /api/assignees/export.xlsx`,
  ],
};
