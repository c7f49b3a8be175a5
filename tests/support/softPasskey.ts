// An authenticator in memory: makes passkeys and answers questions as a browser's own would (WebAuthn, ES256, no attestation).
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Person } from './people.ts';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');
const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

interface Asked {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
}

export interface SoftPasskey {
  id: string;
  /** Answers a question; each answer counts one more use. */
  answer(options: unknown, origin?: string): Record<string, unknown>;
  made: Record<string, unknown>;
}

const head = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

export function makePasskey(options: unknown, origin: string): SoftPasskey {
  const { challenge, rp } = options as Asked;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credential = randomBytes(32);
  const id = text(credential);
  const client = head('webauthn.create', challenge, origin);
  const length = Buffer.from([0, credential.length]);
  const data = Buffer.concat([
    authenticatorData(rp!.id!, 0, FLAGS.present | FLAGS.verified | FLAGS.attested),
    Buffer.alloc(16),
    length,
    credential,
    coseKey(publicKey),
  ]);
  const object = Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x59, data.length >> 8, data.length & 255]),
    data,
  ]);
  const whole = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  const response = { clientDataJSON: text(client), attestationObject: text(object), transports: ['internal'] };
  let uses = 0;
  return {
    id,
    made: { ...whole, response },
    answer(asked, from = origin) {
      const { challenge: question, rpId } = asked as Asked;
      uses += 1;
      const clientData = head('webauthn.get', question, from);
      const authData = authenticatorData(rpId!, uses, FLAGS.present | FLAGS.verified);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
      const answered = {
        clientDataJSON: text(clientData),
        authenticatorData: text(authData),
        signature: text(signature),
      };
      return { ...whole, response: answered };
    },
  };
}

function authenticatorData(rpId: string, uses: number, flags: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(uses);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
}

function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x!, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y!, 'base64url'),
  ]);
}

/** The origin of PUBLIC_URL in tests. */
export const ORIGIN = 'http://sharebook.test';

/** Adds a passkey to the account, as the settings do. */
export async function givenPasskey(person: Person, name = 'A laptop'): Promise<SoftPasskey> {
  const options = await person.post('/api/auth/factors/passkeys/options');
  if (options.status !== 200) throw new Error(`No passkey could be made: ${options.text}`);
  const passkey = makePasskey(options.body, ORIGIN);
  const added = await person.post('/api/auth/factors/passkeys', { name, response: passkey.made });
  if (added.status !== 201) throw new Error(`The passkey was not added: ${added.text}`);
  return passkey;
}
