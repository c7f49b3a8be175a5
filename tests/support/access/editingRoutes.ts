// Who may say that they are editing a record, as they may edit it, and who learns of it. See routes.ts.

export const editingRoutes: Record<string, [outcomes: string, routes: string]> = {
  'who else is editing: the company’s people': [
    'in in in in 403 403 404 401',
    `GET /api/board-seats/:id/editing
     GET /api/distributions/:id/editing
     GET /api/payments/:id/editing
     GET /api/scenarios/:id/editing
     GET /api/share-classes/:id/editing
     GET /api/equity-plans/:id/editing
     GET /api/valuations/:id/editing
     GET /api/legends/:id/editing
     GET /api/shareholders/:id/editing
     GET /api/tasks/:id/editing`,
  ],
  'who else is editing a member: who reads members': [
    'in in 404 404 403 403 404 401',
    `GET /api/members/:id/editing
     GET /api/company-bank-accounts/:id/editing`,
  ],
  'saying that one edits: those who keep the books': [
    'in in in 403 403 403 404 401',
    `POST /api/distributions/:id/editing
     POST /api/payments/:id/editing
     POST /api/scenarios/:id/editing
     POST /api/share-classes/:id/editing
     POST /api/equity-plans/:id/editing
     POST /api/valuations/:id/editing
     POST /api/legends/:id/editing`,
  ],
  'saying that one edits: also shareholders where it is theirs': [
    'in in in 403 own 403 404 401',
    `POST /api/shareholders/:id/editing
     POST /api/tasks/:id/editing`,
  ],
  'saying that one edits: administrators': [
    'in in 403 403 403 403 404 401',
    `POST /api/members/:id/editing
     POST /api/company-bank-accounts/:id/editing
     POST /api/board-seats/:id/editing`,
  ],
};
