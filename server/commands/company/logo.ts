// The company's logo: one picture, shown to its members and printed on its certificates.
import { can } from '#src/resources/kit/access.ts';
import { organization } from '#src/resources/organization.ts';
import { forbidden, orgOf } from '#server/auth/actor.ts';
import { notFound } from '#server/data/refusals.ts';
import { sha256 } from '#server/data/sha256.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import type { LogoImage } from './logoImage.ts';

export type StoredLogo = LogoImage & { sha256: string };

/** Refuses: forbidden (403). */
export async function changeLogo(context: CommandContext, image: LogoImage): Promise<{ logo: string }> {
  const { tx, deps, actor } = context;
  const org = orgOf(actor);
  if (!can(actor, 'update', organization)) throw forbidden();
  const fingerprint = sha256(image.bytes).toString('hex');
  await tx.write(
    `insert into organization_logo (org_id, id, content_type, bytes, width, height, sha256) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (org_id) do update set content_type = excluded.content_type, bytes = excluded.bytes, width = excluded.width,
       height = excluded.height, sha256 = excluded.sha256`,
    [org, deps.newId(), image.content_type, image.bytes, image.width, image.height, fingerprint],
  );
  recordActivity(context, { text: 'changed the company’s logo', resource: 'organization', id: org });
  return { logo: fingerprint };
}

/** Refuses: forbidden (403), not_found (404). */
export async function removeLogo(context: CommandContext): Promise<void> {
  const org = orgOf(context.actor);
  if (!can(context.actor, 'update', organization)) throw forbidden();
  if ((await context.tx.write('delete from organization_logo where org_id = $1', [org])) === 0) throw notFound();
  recordActivity(context, { text: 'removed the company’s logo', resource: 'organization', id: org });
}

/** Undefined where there is none. */
export const logoOf = ({ tx, actor }: Pick<CommandContext, 'tx' | 'actor'>): Promise<StoredLogo | undefined> =>
  tx.row<StoredLogo>('select content_type, bytes, width, height, sha256 from organization_logo where org_id = $1', [
    orgOf(actor),
  ]);
