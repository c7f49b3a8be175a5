// Identifies the caller as far as possible: the network, the program, and the device's proof that it signed in before.
import { randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Tx } from '../db/database.ts';
import { sameBytes } from '../data/sameBytes.ts';
import type { Secrets } from './secrets.ts';
import type { Account } from './sessions.ts';

export interface Client {
  /** For IPv6 the /64: one household or office, whichever of its addresses it uses. */
  network: string;
  /**
   * For IPv6 the /48: the most that one customer of a provider may have. Limits on what strangers may do to one account
   * or address count by it.
   */
  site: string;
  userAgent: string;
  device: Device | null;
}

/** A device that signed in: to which account, and with which version of its password. */
export interface Device {
  accountId: string;
  passwordVersion: number;
  id: string;
}

/**
 * `groups`: how many of the eight groups of an IPv6 address identify the network. Ignores a port added by a proxy, and
 * unwraps an IPv4 address inside an IPv6 one.
 */
export function networkOf(forwarded: string, groups: 3 | 4 = 4): string {
  const ip = forwarded.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (!isIPv6(ip)) return ip;
  const [before, after] = new URL(`http://[${ip.split('%')[0]!}]`).hostname.slice(1, -1).split('::') as [
    string,
    string?,
  ];
  const parts = (text = '') => text.split(':').filter((part) => part !== '');
  const [left, right] = [parts(before), parts(after)];
  const all = after === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
  if (all.slice(0, 5).every((part) => Number.parseInt(part, 16) === 0) && all[5] === 'ffff') {
    return all
      .slice(6)
      .flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255])
      .join('.');
  }
  const prefix = all.slice(0, groups).map((part) => Number.parseInt(part, 16).toString(16));
  return `${prefix.join(':')}::/${groups * 16}`;
}

/** The cookie value that proves it, valid until the password changes. */
export function deviceCookie(secrets: Secrets, account: Account): string {
  const said = `${account.id}.${account.password_version}.${randomBytes(12).toString('base64url')}`;
  return `${said}.${secrets.fingerprint('device', said).toString('base64url')}`;
}

export function readDevice(secrets: Secrets, cookie: string | null): Device | null {
  const match = /^(([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{16}))\.([\w-]{43})$/.exec(cookie ?? '');
  if (!match) return null;
  const [, said, accountId, version, id, mark] = match as unknown as string[];
  if (!sameBytes(secrets.fingerprint('device', said!), Buffer.from(mark!, 'base64url'))) return null;
  return { accountId: accountId!, passwordVersion: Number(version), id: id! };
}

export const isOwnDevice = (account: Account | undefined, { device }: Client): boolean =>
  account !== undefined && device?.accountId === account.id && device.passwordVersion === account.password_version;

/** How an account knows a client: strangers cannot lock out a device or a network that signed in before. */
export type Lane = 'device' | 'network' | 'other';

export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Does the same work for an address without an account. */
export async function laneOf(tx: Tx, secrets: Secrets, account: Account | undefined, client: Client): Promise<Lane> {
  const isKnown = await isKnownNetwork(tx, secrets, account?.id ?? NOBODY, client);
  if (isOwnDevice(account, client)) return 'device';
  return isKnown ? 'network' : 'other';
}

/** Whether the account (or anybody, if none is named) signed in from there before. */
export async function isKnownNetwork(
  tx: Tx,
  secrets: Secrets,
  accountId: string | null,
  { network }: Client,
): Promise<boolean> {
  const row = await tx.row<{ is: boolean }>('select is_known_network($1, $2) as is', [
    accountId,
    secrets.fingerprint('network', network),
  ]);
  return row!.is;
}

export async function rememberNetwork(tx: Tx, secrets: Secrets, accountId: string, { network }: Client): Promise<void> {
  await tx.rows('select remember_network($1, $2)', [accountId, secrets.fingerprint('network', network)]);
}
