// npm run account: shows an account, or replaces the phone of somebody who lost theirs.
import { say } from '#src/words/say.ts';
import { v7 as newId } from 'uuid';
import { queueMessage } from '../data/queue/messages.ts';
import { ConfigError } from '../config.ts';
import type { Config } from '../config.ts';
import { Database } from '../db/database.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { readSecrets } from '../auth/secrets.ts';
import { phoneProblem } from '../auth/phoneNumbers.ts';
import { sealerOf } from '../data/seals.ts';
import { openOperatorDatabase } from './openOperatorDatabase.ts';

type Account = {
  id: string;
  email: string;
  name: string;
  created_at: string;
  phone: string | null;
  phone_verified_at: string | null;
  email_confirmed_at: string | null;
  sessions: string;
};
type Membership = { org_id: string; client_name: string; role: string; status: string };
type Say = (line: string) => void;

type Secrets = Deps['secrets'];

async function withOwner<T>(
  config: Config,
  say: Say,
  work: (db: Database, secrets: Secrets) => Promise<T>,
): Promise<T> {
  const reached = await openOperatorDatabase(config, say);
  const secrets = readSecrets(config.appSecret, config.dataDir);
  const seal = sealerOf(secrets.sealing);
  const db = new Database(reached.ownerUrl, { idleSeconds: 60, maxSeconds: 60, connections: 1, seal });
  try {
    return await work(db, secrets);
  } finally {
    await db.close();
    await reached.close();
  }
}

/** Refuses (ConfigError): an address without an account. */
async function accountOf(tx: Tx, email: string): Promise<{ account: Account; memberships: Membership[] }> {
  const account = await tx.row<Account>(
    `select a.id, a.email, a.first_name || ' ' || a.last_name as name, a.created_at, a.phone, a.phone_verified_at, a.email_confirmed_at,
            (select count(*) from session s where s.account_id = a.id) as sessions
     from account a where a.email = lower($1)`,
    [email.trim()],
  );
  if (!account) throw new ConfigError(`Nobody has an account with the address ${email}.`);
  const memberships = await tx.rows<Membership>(
    'select org_id, client_name, role, status from account_memberships($1)',
    [account.id],
  );
  return { account, memberships };
}

const ending = (phone: string) => `the number that ends in ${phone.slice(-4)}`;

/** Shows an account, with only the last four digits of its phone. */
export async function showAccount(config: Config, email: string, say: Say): Promise<void> {
  const { account, memberships } = await withOwner(config, say, (db) => db.system((tx) => accountOf(tx, email)));
  const day = (instant: string) => instant.slice(0, 10);
  say(`${account.email}: ${account.name}, since ${day(account.created_at)}`);
  say(
    account.phone === null
      ? '  Phone: none. The next sign-in asks for one'
      : `  Phone: ${ending(account.phone)}, ${account.phone_verified_at ? `proved ${day(account.phone_verified_at)}` : 'never proved'}`,
  );
  say(
    account.email_confirmed_at
      ? `  Mailbox: confirmed ${day(account.email_confirmed_at)}; a reset keeps the phone`
      : '  Mailbox: not confirmed; a reset removes the phone',
  );
  say(`  Sessions: ${account.sessions}`);
  for (const { client_name, role, status } of memberships) say(`  ${client_name}: ${role}, ${status}`);
  if (memberships.length === 0) say('  No company');
}

/**
 * Replaces an account's phone: describes the effect, and proceeds if `agrees` returns true. Ends every session and
 * code, adds an activity line to each of its companies, and notifies the old number and the mailbox. Out: whether it
 * was done. Refuses (ConfigError): an address without an account, a number that cannot be used.
 */
export async function replacePhone(
  config: Config,
  { email, phone }: { email: string; phone: string },
  say: Say,
  agrees: () => Promise<boolean>,
): Promise<boolean> {
  const problem = phoneProblem(phone, config);
  if (problem) throw new ConfigError(`${phone}: ${problem}`);
  return withOwner(config, say, async (db, secrets) => {
    const { account, memberships } = await db.system((tx) => accountOf(tx, email));
    const companies = memberships.map(({ client_name }) => client_name).join(', ') || 'no company';
    say(`This gives ${account.email} (${account.name}; ${companies}) the phone ${phone}.`);
    say('This ends every session and code of the account. Anyone with that phone and the password can sign in.');
    say('Its authenticator app, recovery codes and passkeys are removed.');
    say('The change appears in the activity of each of its companies. The old number and the mailbox are notified.');
    say('Make sure that this person asked for it: by a call, a document, or somebody who knows them.');
    if (!(await agrees())) return false;
    await db.system(async (tx) => {
      await tx.write(
        `update account set phone = $2, phone_verified_at = now(), password_version = password_version + 1 where id = $1`,
        [account.id, phone],
      );
      await tx.rows('select end_sign_ins($1)', [account.id]);
      await tx.rows('select remove_factors($1)', [account.id]);
      await tx.write('delete from known_network where account_id = $1', [account.id]);
      for (const { org_id } of memberships) recordIn(tx, org_id, account);
      await tell(tx, config, secrets, account, phone);
    });
    say(`Done. The next sign-in of ${account.email} sends its code to ${phone}.`);
    return true;
  });
}

function recordIn(tx: Tx, org: string, account: Account) {
  const text = `replaced the phone of ${account.name} (${account.email})`;
  tx.audit.push({
    id: newId(),
    org_id: org,
    account_id: null,
    actor: 'The operator',
    at: new Date().toISOString(),
    action: 'update',
    resource: 'account',
    resource_id: account.id,
    summary: text,
    before: null,
    after: null,
    request_id: null,
    lines: [
      { id: newId(), text, resource: 'account', resource_id: account.id, shareholder_id: null, known_to: 'readers' },
    ],
  });
}

async function tell(tx: Tx, config: Config, secrets: Secrets, account: Account, phone: string) {
  const said = () =>
    say`If you did not ask for this, somebody may be taking over your account. Write to the operator of Sharebook at once.`;
  if (account.phone !== null && account.phone !== phone)
    await queueMessage(
      tx,
      { newId, secrets },
      {
        channel: 'sms',
        to: account.phone,
        words: () => ({
          text: say`The operator of Sharebook replaced the phone of ${account.email}. This number gets no more codes. ${said()}`,
        }),
      },
    );
  await queueMessage(
    tx,
    { newId, secrets },
    {
      channel: 'email',
      to: account.email,
      words: () => ({
        subject: say`The phone of your Sharebook account was replaced`,
        text: say`The operator of Sharebook replaced the phone of your account with ${ending(phone)}. Every session was ended.\n\n${said()} Then set a new password at ${config.publicUrl}/forgot-password.`,
      }),
    },
  );
}
