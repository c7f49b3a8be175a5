// Creates a company: at the end of a sign-up, or for a signed-in user.
import { AppError } from '#src/domain/errors.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { noteOf } from './auditedSignIns.ts';
import type { Client } from './client.ts';
import type { Limits } from './limits.ts';
import { membershipsOf, switchSession } from './sessions.ts';
import type { Person, SignedIn } from './sessions.ts';

const RESERVED = new Set(
  'admin administrator api app assets auth demo help login logout privacy root sharebook signup static status support system terms verify www'.split(
    ' ',
  ),
);
const LEGAL_NAME = /^[A-Za-z0-9_-]{3,40}$/;

export const clientNameProblem = (name: string): string | null =>
  LEGAL_NAME.test(name) ? null : '3 to 40 letters, digits, underscores and dashes.';

export interface Founded {
  client_name: string;
  client_display_name: string;
}

/**
 * Call outside a transaction, because it takes its own connections. Refuses: client_name_taken (409), too_many (429).
 */
export async function refuseTakenName(deps: Deps, limits: Limits, name: string, client: Client): Promise<void> {
  await limits.check('client_name_taken', client.network);
  if (!RESERVED.has(name.toLowerCase()) && !(await deps.db.system((tx) => isNameTaken(tx, name)))) return;
  await limits.spend('client_name_taken', client.network);
  throw taken('This client name is not available.', 'This client name is not available.');
}

const isNameTaken = async (tx: Tx, name: string): Promise<boolean> =>
  (await tx.row<{ taken: boolean }>('select client_name_taken($1) as taken', [name]))!.taken;

const taken = (sentence: string, atField: string) =>
  new AppError('client_name_taken', sentence, { status: 409, fields: { client_name: atField } });

/** Nothing is used up: the phone's code stays valid, and the sign-up can be sent again with another name. */
const lostName = () =>
  taken(
    'Another company took this client name in the meantime. Please go back and choose another one.',
    'Another company took this client name in the meantime.',
  );

/** Out: its id. Refuses: client_name_taken (409). */
export async function createOrganization(tx: Tx, deps: Deps, accountId: string, names: Founded): Promise<string> {
  if (await isNameTaken(tx, names.client_name)) throw lostName();
  const id = deps.newId();
  await tx
    .rows('select create_organization($1, $2, $3, $4, $5, false)', [
      id,
      deps.newId(),
      names.client_name,
      names.client_display_name,
      accountId,
    ])
    .catch((error: unknown) => {
      throw (error as { code?: unknown }).code === '23505' ? lostName() : error;
    });
  noteOf(tx, deps, { org_id: id, account_id: accountId }, 'create', 'founded the company');
  return id;
}

/** Creates the company and switches the session to it. Refuses: client_name_taken (409). */
export async function foundCompany(
  tx: Tx,
  deps: Deps,
  { account, tokenHash }: { account: Person; tokenHash: string },
  names: Founded,
): Promise<SignedIn> {
  const org = await createOrganization(tx, deps, account.id, names);
  const membership = (await membershipsOf(tx, account.id)).find(({ org_id }) => org_id === org)!;
  return switchSession(tx, tokenHash, account, membership);
}
