// For whom passkeys are made: the host of PUBLIC_URL. Browsers refuse IP addresses, so on a loopback address it is
// `localhost`, where the same server answers too.
import { isIP } from 'node:net';
import { AppError } from '#src/domain/errors.ts';
import type { Config } from '../config.ts';

export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * `host`: the address of the request, whose port counts on a loopback address. Refuses: passkeys_unavailable (409) where
 * PUBLIC_URL has an IP address of a network.
 */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>, host: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  const name = hostname.replace(/^\[|\]$/g, '');
  if (name === 'localhost' || name === '::1' || /^127(\.\d+){3}$/.test(name))
    return { id: 'localhost', origin: `http://localhost${/:\d+$/.exec(host)?.[0] ?? ''}` };
  if (isIP(name) !== 0)
    throw new AppError('passkeys_unavailable', 'Passkeys need a host name: browsers refuse them for an IP address.', {
      status: 409,
    });
  return { id: name, origin };
}
