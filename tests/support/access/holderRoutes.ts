// Routes that are a shareholder's alone, as routes.ts has them.

export const holderRoutes: Record<string, [outcomes: string, routes: string]> = {
  'statements of the shareholder alone': [
    '403 403 403 403 own 403 403 401',
    `POST /api/certificates/:id/agree
     POST /api/certificates/:id/dispute
     POST /api/grants/:id/agree
     POST /api/grants/:id/dispute
     POST /api/convertibles/:id/agree
     POST /api/convertibles/:id/dispute
     POST /api/warrants/:id/agree
     POST /api/warrants/:id/dispute`,
  ],
};
