// Answers a tax number or bank account in full, and notes who read it where the holder sees it.
import { AppError } from '#src/domain/errors.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import type { revealed } from '#src/contract/holderDetails.ts';
import type { revealBody } from '#src/resources/holderDetails.ts';
import { orgOf } from '#server/auth/actor.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { notFound } from '#server/data/refusals.ts';
import type { z } from 'zod';
import { conflict } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { noteDetail, placeOf } from './holderDetails.ts';

const WORDS = { tax_id: 'tax number', bank_account: 'bank account' } as const;

/** Refuses: not_found (404), nothing_recorded, sealed_elsewhere (409). */
export async function revealDetail(
  context: CommandContext,
  id: string,
  { field }: z.infer<typeof revealBody>,
): Promise<z.infer<typeof revealed>> {
  const org = orgOf(context.actor);
  const holder = await findRecord(context.tx, context.actor, shareholders, id);
  if (!holder) throw notFound();
  const stored = await context.tx.row<Record<typeof field, string | null>>(
    'select tax_id, bank_account from holder_detail where org_id = $1 and shareholder_id = $2',
    [org, holder.id],
  );
  const sealed = stored?.[field];
  if (!sealed) throw conflict('nothing_recorded', `No ${WORDS[field]} of ${holder.name} is recorded.`);
  const text = context.deps.secrets.texts.open(sealed, placeOf(org, holder.id, field));
  if (text === null)
    throw new AppError(
      'sealed_elsewhere',
      `This ${WORDS[field]} was encrypted under another APP_SECRET and cannot be read. Enter it again, or start Sharebook with the earlier APP_SECRET.`,
      { status: 409 },
    );
  noteDetail(context, holder, `read the full ${WORDS[field]} of ${holder.name}`);
  return { value: field === 'tax_id' ? text : JSON.parse(text) };
}
