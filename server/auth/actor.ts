// Checks that an actor may act at all.
import { AppError } from '#src/domain/errors.ts';
import type { Actor, Role } from '#src/resources/kit/access.ts';

/** The role never allows this. */
export const forbidden = () =>
  new AppError('forbidden', 'You do not have permission to perform this action.', { status: 403 });

/** An active member's organisation. Refuses: forbidden (403) for everyone else. */
export function orgOf(actor: Actor): string {
  if (actor.membership_status !== 'active' || !actor.org_id) throw forbidden();
  return actor.org_id;
}

/** The same, and only for these roles. Refuses: forbidden (403). */
export function requireRole(actor: Actor, roles: readonly Role[]): string {
  const org = orgOf(actor);
  if (!roles.includes(actor.role)) throw forbidden();
  return org;
}
