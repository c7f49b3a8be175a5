// Checks that an actor may act at all.
import { AppError } from '#src/domain/errors.ts';
import { can } from '#src/resources/kit/access.ts';
import type { Action, Actor, Role } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';

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

/** Refuses: forbidden (403) to whoever was not let in, and where the role may not do this with any record of the resource. */
export function refuseUnless(actor: Actor, resource: Resource, action: Action): void {
  if (actor.membership_status !== 'active' || !can(actor, action, resource)) throw forbidden();
}
