// Figures that are no list: the cap table and the dashboard.
import { AppError } from '../../src/domain/errors.ts';
import { isoDate } from '../../src/resources/kit/validation.ts';
import { today } from '../commands/context.ts';
import { capTable } from '../reports/capTable.ts';
import { dashboard } from '../reports/dashboard.ts';
import type { Router } from './routes.ts';

export function reportRoutes(router: Router) {
  router.actor({
    method: 'GET',
    url: '/api/cap-table',
    summary: 'Who holds what at a date (as_of, default today), as it was known at an entry (known_at)',
    handler: ({ tx, actor, query }) => {
      const as_of = query.as_of || today(router.deps);
      const day = isoDate.safeParse(as_of);
      if (!day.success)
        throw new AppError('invalid_fields', 'as_of is a day such as 2025-03-14.', {
          status: 422,
          fields: { as_of: day.error.issues[0]!.message },
        });
      const known_at = query.known_at || null;
      if (known_at !== null && !/^\d{1,18}$/.test(known_at))
        throw new AppError('invalid_fields', 'known_at is the number of an entry.', {
          status: 422,
          fields: { known_at: 'A whole number.' },
        });
      return capTable(tx, actor, { as_of, basis: query.basis || 'outstanding', known_at });
    },
  });
  router.actor({
    method: 'GET',
    url: '/api/dashboard',
    summary: 'The viewer’s figures, activity and tasks',
    handler: ({ tx, actor }) => dashboard(tx, actor),
  });
}
