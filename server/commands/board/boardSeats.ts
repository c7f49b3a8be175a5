// The seats of the board. One address has one seat at a time, because whoever signs for a seat is known by it.
import { sitTogether } from '#src/domain/board.ts';
import { boardSeats } from '#src/resources/boardSeats.ts';
import type { BoardSeat } from '#src/resources/boardSeats.ts';
import type { WrittenOf } from '#src/resources/kit/defineResource.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { Row } from '#server/db/database.ts';
import { lockLedger } from '#server/data/ledgerRepository.ts';
import { deleteRecord, insertRecord, updateRecord } from '#server/data/resourceRepository.ts';
import { checkedValues, invalidFields } from '../core/checked.ts';
import { recordActivity, staleEdit, whatChanged } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import type { ResourceCommands } from '../core/resourceCommands.ts';

type Written = WrittenOf<typeof boardSeats>;

/** Refuses: the fields at fault (422). Out: the id. */
export async function createBoardSeat(context: CommandContext, body: Row): Promise<string> {
  const { tx, actor, deps } = context;
  // Seats of one company are changed one after another, so that two cannot be of one address.
  await lockLedger(tx, orgOf(actor));
  const values = await checkedValues(context, boardSeats, body);
  const id = deps.newId();
  await refuseWrongTerm(context, values, id);
  await insertRecord(tx, actor, boardSeats, id, values);
  recordActivity(context, { text: `added the board seat of ${values.name}`, resource: 'board-seats', id });
  return id;
}

/** Refuses: the fields at fault (422), stale_version (409). */
export const boardSeatCommands: ResourceCommands<BoardSeat> = {
  create: createBoardSeat,
  async update(context, current, body) {
    const { tx, actor } = context;
    await lockLedger(tx, orgOf(actor));
    const values = await checkedValues(context, boardSeats, body, current);
    await refuseWrongTerm(context, values, current.id);
    if (!(await updateRecord(tx, actor, boardSeats, current.id, values, current.version))) throw staleEdit();
    const text = `changed the board seat of ${values.name}${whatChanged(boardSeats, values, current)}`;
    recordActivity(context, { text, resource: 'board-seats', id: current.id });
  },
  async remove(context, current) {
    await lockLedger(context.tx, orgOf(context.actor));
    await deleteRecord(context.tx, context.actor, boardSeats, current.id);
    const text = `deleted the board seat of ${current.name}`;
    recordActivity(context, { text, resource: 'board-seats', id: current.id });
  },
};

async function refuseWrongTerm({ tx, actor }: CommandContext, values: Written, id: string): Promise<void> {
  const { elected_on, ended_on } = values;
  if (ended_on !== null && ended_on <= elected_on)
    throw invalidFields({ ended_on: 'Enter a day after the one on which they were elected.' });
  const others = await tx.rows<Written>(
    'select name, elected_on, ended_on from board_seat where org_id = $1 and lower(email) = lower($2) and id <> $3 order by elected_on',
    [orgOf(actor), values.email, id],
  );
  const other = others.find((each) => sitTogether(each, values));
  if (other)
    throw invalidFields({
      email: `${other.name} has a seat under this address from ${other.elected_on} already. One address has one seat at a time.`,
    });
}
