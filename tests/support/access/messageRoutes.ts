// A part of the table in routes.ts: messages and their files.
export const messageRoutes: Record<string, [outcomes: string, routes: string]> = {
  'new messages and their files, also by shareholders': [
    'in in in 403 in 403 in 401',
    `POST /api/messaging/threads
     POST /api/messaging/files`,
  ],
  'who has read a message': ['in in in in 403 403 404 401', `GET /api/messaging/messages/:id/readers`],
};
