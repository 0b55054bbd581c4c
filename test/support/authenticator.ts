import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const HAS_CREDENTIAL = 0x40;

interface Site {
  readonly origin: string;
  readonly rpId: string;
}

/** An authenticator in software, as WebAuthn level 3 describes it, that does also what a real one refuses to do. */
export interface Authenticator {
  /** How often it was used; written into every answer. */
  counter: number;
  /** The answer to `navigator.credentials.create`, as `toJSON` gives it. */
  create(options: { readonly challenge: string }, site?: Partial<Site>): Record<string, unknown>;
  /** The answer to `navigator.credentials.get`. */
  get(options: { readonly challenge: string }, site?: Partial<Site>): Record<string, unknown>;
}

export function newAuthenticator(own: Site): Authenticator {
  const id = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const wrap = (response: Record<string, string>) => {
    const written = id.toString('base64url');
    return { id: written, rawId: written, type: 'public-key', response };
  };
  const authenticator: Authenticator = {
    counter: 0,
    create: ({ challenge }, site) => {
      const { origin, rpId } = { ...own, ...site };
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const facts = factsOf(rpId, USER_PRESENT | HAS_CREDENTIAL, authenticator.counter);
      return wrap({
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestation(Buffer.concat([facts, credential])).toString('base64url'),
      });
    },
    get: ({ challenge }, site) => {
      const { origin, rpId } = { ...own, ...site };
      const client = clientData('webauthn.get', challenge, origin);
      const facts = factsOf(rpId, USER_PRESENT, authenticator.counter);
      const signature = sign('sha256', Buffer.concat([facts, sha256(client)]), privateKey);
      return wrap({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: facts.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
  return authenticator;
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function factsOf(rpId: string, flags: number, counter: number): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags);
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), tail]);
}

/** CBOR: `{ fmt: 'none', attStmt: {}, authData }`. */
function attestation(facts: Buffer): Buffer {
  const length = Buffer.alloc(3);
  length.writeUInt8(0x59);
  length.writeUInt16BE(facts.length, 1);
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
  const start = Buffer.concat([Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt')]);
  return Buffer.concat([start, Buffer.from([0xa0]), text('authData'), length, facts]);
}

/** CBOR: a COSE key for ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 0x20]), Buffer.from(value, 'base64url')]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    coordinate(0x21, x),
    coordinate(0x22, y),
  ]);
}

function sha256(of: string | Buffer): Buffer {
  return createHash('sha256').update(of).digest();
}
