import { createHash, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { Secret } from '../../../../platform/secret.ts';
import type { ClientIdentity } from '../../http/index.ts';

/** As the settings of an account have it: a certificate and its key as PEM, or both as a PKCS #12 file in base64. */
export interface CertificateSettings {
  readonly certificate: Secret | undefined;
  readonly key: Secret | undefined;
  readonly pfx: Secret | undefined;
  readonly passphrase: Secret | undefined;
  /** PEM; undefined for the authorities that every machine trusts. */
  readonly authority: Secret | undefined;
}

/** A certificate of ours, ready for connections. */
export interface BankCertificate {
  readonly identity: ClientIdentity;
  /** First and last moment at which it is good, milliseconds since 1970; undefined where there is no certificate. */
  readonly from: number | undefined;
  readonly ends: number | undefined;
}

export type CertificateFault =
  | 'unreadable_certificate'
  | 'unreadable_key'
  | 'other_key'
  | 'unreadable_pfx'
  | 'unreadable_authority'
  | 'incomplete';

const MAX_KEPT = 500;
const PEM_BLOCK = /-----BEGIN ([A-Z ]+)-----(.*?)-----END \1-----/g;
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

/** What was read of which settings: reading a key takes longer than a call should. */
const read = new LRUCache<string, { readonly found: BankCertificate | CertificateFault }>({ max: MAX_KEPT });

/** The certificate of an account, or what is wrong with it. */
export function readCertificate(settings: CertificateSettings): BankCertificate | CertificateFault {
  const { certificate, key, pfx, passphrase, authority } = settings;
  const name = createHash('sha256')
    .update(JSON.stringify([certificate, key, pfx, passphrase, authority].map((one) => one?.reveal())))
    .digest('base64url');
  const known = read.get(name);
  if (known) return known.found;
  const found = certificateOf(settings, name);
  read.set(name, { found });
  return found;
}

function certificateOf(settings: CertificateSettings, name: string): BankCertificate | CertificateFault {
  const { certificate, key, pfx, passphrase, authority } = settings;
  const ca = authority && pemOf(authority.reveal());
  if (ca !== undefined && !isCertificate(ca)) return 'unreadable_authority';
  const trusted = ca === undefined ? {} : { ca };
  if (pfx) {
    const bytes = BASE64.test(pfx.reveal()) ? Buffer.from(pfx.reveal(), 'base64') : undefined;
    if (bytes === undefined) return 'unreadable_pfx';
    const tls = { pfx: bytes, ...(passphrase ? { passphrase: passphrase.reveal() } : {}) };
    const context = contextOf(tls);
    const held = context && heldBy(context);
    return held ? { identity: { name, tls: { ...tls, ...trusted } }, ...validityOf(held) } : 'unreadable_pfx';
  }
  if (!certificate && !key) return { identity: { name, tls: trusted }, from: undefined, ends: undefined };
  if (!certificate || !key) return 'incomplete';
  return fromPem(
    { cert: pemOf(certificate.reveal()), key: pemOf(key.reveal()), passphrase: passphrase?.reveal() },
    trusted,
    name,
  );
}

interface Pem {
  readonly cert: string;
  readonly key: string;
  readonly passphrase: string | undefined;
}

function fromPem(
  { cert, key, passphrase }: Pem,
  trusted: object,
  name: string,
): BankCertificate | CertificateFault {
  if (!isCertificate(cert)) return 'unreadable_certificate';
  const held = new X509Certificate(cert);
  const secret = passphrase === undefined ? {} : { passphrase };
  try {
    const own = createPublicKey(createPrivateKey({ key, ...secret }));
    if (!held.publicKey.equals(own)) return 'other_key';
  } catch {
    return 'unreadable_key';
  }
  return { identity: { name, tls: { cert, key, ...secret, ...trusted } }, ...validityOf(held) };
}

/** With the ends of its lines, which a field of one line takes away. */
function pemOf(text: string): string {
  if (text.includes('\n')) return text;
  return text.replaceAll(PEM_BLOCK, (_block, label: string, body: string) => {
    const lines = body.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? [];
    return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
  });
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}

function contextOf(tls: { pfx: Buffer; passphrase?: string }): SecureContext | undefined {
  try {
    return createSecureContext(tls);
  } catch {
    return undefined;
  }
}

/** Node tells the certificate inside a PKCS #12 file only by a socket that would show it. */
function heldBy(secureContext: SecureContext): X509Certificate | undefined {
  const nowhere = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const socket = new TLSSocket(nowhere as unknown as ConstructorParameters<typeof TLSSocket>[0], {
    isServer: true,
    secureContext,
  });
  const held = socket.getX509Certificate();
  socket.destroy();
  return held;
}

function validityOf({ validFrom, validTo }: X509Certificate) {
  return { from: Date.parse(validFrom), ends: Date.parse(validTo) };
}
