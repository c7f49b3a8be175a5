// The code with which anybody who has the printed certificate checks whether it is in force. Created with the first
// print.
import { randomBytes } from 'node:crypto';
import { CODE_LENGTH, codeFrom } from '#src/domain/verificationCode.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';

/** `securityId`: a certificate that the actor may see. Two concurrent prints get the same code. */
export async function codeOf(context: CommandContext, securityId: string): Promise<string> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  await tx.write(
    `insert into certificate_code (org_id, security_id, code, created_at) values ($1, $2, $3, $4) on conflict (org_id, security_id) do nothing`,
    [org, securityId, codeFrom(randomBytes(CODE_LENGTH)), deps.now().toISOString()],
  );
  const row = await tx.row<{ code: string }>(
    'select code from certificate_code where org_id = $1 and security_id = $2',
    [org, securityId],
  );
  return row!.code;
}
