// What owners and administrators alone may do. See routes.ts.

export const administratorRoutes: Record<string, [outcomes: string, routes: string]> = {
  'lists: administrators': [
    'all all 403 403 403 none none 401',
    `GET /api/members
     GET /api/company-bank-accounts
     GET /api/company-bank-accounts/export.csv
     GET /api/company-bank-accounts/export.xlsx
     GET /api/members/export.csv
     GET /api/members/export.xlsx
     GET /api/ocf/imports
     GET /api/ocf/imports/export.csv
     GET /api/ocf/imports/export.xlsx
     GET /api/audit
     GET /api/audit/export.csv
     GET /api/audit/export.xlsx`,
  ],
  'records: administrators': [
    'in in 403 403 403 404 404 401',
    `GET /api/members/:id
     GET /api/company-bank-accounts/:id
     GET /api/ocf/imports/:id
     GET /api/audit/:id`,
  ],
  'everything there is, administrators': [
    'in in 403 403 403 403 in 401',
    `GET /api/organization/export
     GET /api/yearly-tax-forms/export.csv
     GET /api/ocf/export
     GET /api/ocf/import/progress/:name
     GET /api/audit/chain
     GET /api/sheets
     GET /api/sheets/templates/:kind.xlsx`,
  ],
  'new records, administrators': [
    'in in 403 403 403 403 in 401',
    `POST /api/members
     POST /api/ocf/import
     POST /api/sheets
     POST /api/payment-batches
     POST /api/company-bank-accounts
     POST /api/board-seats
     POST /api/payment-batches/preview
     PUT /api/organization
     POST /api/organization/withholding-template`,
  ],
  'the logo and the start of a company, administrators': [
    'in in 403 403 403 403 in 401',
    `GET /api/setup
     PUT /api/setup
     POST /api/setup/start
     PUT /api/organization/logo
     DELETE /api/organization/logo`,
  ],
  'edits of administrators': [
    'in in 403 403 403 403 404 401',
    `PUT /api/members/:id
     PUT /api/company-bank-accounts/:id
     DELETE /api/company-bank-accounts/:id
     PUT /api/board-seats/:id
     DELETE /api/board-seats/:id
     PUT /api/sheets/:id
     DELETE /api/sheets/:id
     DELETE /api/members/:id
     DELETE /api/shareholders/:id
     DELETE /api/share-classes/:id
     DELETE /api/equity-plans/:id
     DELETE /api/valuations/:id
     DELETE /api/legends/:id`,
  ],
  'commands of administrators': [
    'in in 403 403 403 403 404 401',
    `POST /api/shareholders/:id/bank-change/approve
     POST /api/shareholders/:id/bank-change/reject
     POST /api/shareholders/:id/reveal
     POST /api/certificates/:id/retract
     POST /api/grants/:id/retract
     POST /api/convertibles/:id/retract
     POST /api/warrants/:id/retract
     POST /api/payments/:id/block
     GET /api/payment-batches/:id/file
     POST /api/payment-batches/:id/cancel
     POST /api/payment-batches/:id/hand-over
     POST /api/payment-batches/:id/results
     POST /api/payments/:id/unblock
     POST /api/distributions/:id/approve
     POST /api/distributions/:id/cancel
     POST /api/members/:id/resend
     POST /api/transactions/:id/void
     POST /api/sheets/:id/apply
     GET /api/sheets/:id
     GET /api/sheets/:id/grid
     GET /api/sheets/:id/errors.csv
     GET /api/sheets/:id/file
     POST /api/ocf/imports/:id/apply
     POST /api/ocf/imports/:id/undo
     GET /api/ocf/imports/:id/tie-out
     GET /api/ocf/imports/:id/package`,
  ],
};
