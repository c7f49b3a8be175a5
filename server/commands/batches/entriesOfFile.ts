// Which entry of a NACHA file a bank sends back: by our identification of it, or by its trace number.
import { individualId } from '#src/domain/payouts/nacha.ts';
import type { NachaReturn } from '#src/domain/payouts/nachaReturns.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';
import { batchFilePiece } from './batchFile.ts';

export interface Member {
  id: string;
  shareholder: string;
  cents: string;
}

export interface EntriesOfFile {
  /** The identification that the bank gave back, or that of the entry with its trace number; null for an entry of another file. */
  idOf: (entry: NachaReturn) => string | null;
  /** The payment of an identification. */
  memberOf: (individual_id: string) => Member | undefined;
}

const isBlank = (text: string) => /^[0 ]*$/.test(text);

/**
 * The file itself says which entry has which trace number: who is paid may have changed since. A bank may number entries anew, so a
 * trace number that is in none of the company's files says nothing; one of another file says that the answer is not to this one.
 */
export async function entriesOfFile(
  context: CommandContext,
  batch: string,
  members: readonly Member[],
): Promise<EntriesOfFile> {
  const byTrace = await tracesOf(context, batch);
  const others = await context.tx.rows<{ first: number; last: number }>(
    `select first_trace as first, first_trace + count + prenotes - 1 as last from payment_batch
     where org_id = $1 and id <> $2 and first_trace is not null`,
    [orgOf(context.actor), batch],
  );
  const bank = byTrace.keys().next().value?.slice(0, 8);
  const isOfOther = (trace: string) => {
    const number = Number(trace.slice(8));
    return trace.startsWith(bank ?? ' ') && others.some(({ first, last }) => number >= first && number <= last);
  };
  const byId = new Map(members.map((member) => [individualId(member.id), member]));
  return {
    idOf({ individual_id, trace }) {
      if (byTrace.has(trace)) {
        const own = byTrace.get(trace)!;
        return isBlank(individual_id) || individual_id.toUpperCase() === own ? own : null;
      }
      return isBlank(individual_id) || isOfOther(trace) ? null : individual_id.toUpperCase();
    },
    memberOf: (id) => byId.get(id),
  };
}

/** The identification of each entry by its trace number, from the file as the bank got it. */
async function tracesOf(context: CommandContext, batch: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let rest = '';
  for (let part = 0; ; part += 1) {
    const piece = await batchFilePiece(context, batch, part);
    if (piece === null) return found;
    const lines = (rest + piece.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('6')) found.set(line.slice(79, 94), line.slice(39, 54).trim());
  }
}
