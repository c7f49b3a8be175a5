// The routes that need no session (routes.ts says what the outcomes are).
export const openRoutes: Record<string, [outcomes: string, routes: string]> = {
  'anybody, also without a session': [
    'in in in in in in in in',
    `GET /api/health
     GET /api/ready
     GET /api/config
     GET /api/openapi.json
     POST /api/auth/login
     POST /api/auth/signup
     POST /api/auth/verify-phone
     POST /api/auth/verify-2fa
     POST /api/auth/passkey/options
     POST /api/auth/passkey
     POST /api/auth/phone
     POST /api/auth/phone/verify
     POST /api/auth/forgot-password
     POST /api/auth/reset-password
     POST /api/auth/reset-password/link
     POST /api/auth/resend-code
     POST /api/auth/confirm-email/deny
     GET /api/unsubscribe`,
  ],
  'anybody who has a token or code, which these calls have not': [
    '404 404 404 404 404 404 404 404',
    `GET /api/unsubscribe/about
     POST /api/unsubscribe
     GET /api/auth/invitations/:token
     GET /api/verify/:code
     POST /api/payout-events
     GET /api/shared-scenarios/:token`,
  ],
};
