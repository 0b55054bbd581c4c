import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** Elliptic: a key takes a millisecond, an RSA key a hundred. */
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const PEM_LINE = /.{1,64}/g;

/** A certificate and its key, as PEM. */
export interface Identity {
  readonly certificate: string;
  readonly key: string;
}

export interface Wanted {
  /** The common name: the client id, or the name of a machine. */
  readonly name: string;
  readonly from?: Date;
  /** A year from now when absent. */
  readonly to?: Date;
  /** Names and addresses of a server. */
  readonly hosts?: readonly string[];
}

/** Who signs the certificates of a simulated bank and of its customers. */
export interface Authority {
  /** Its own certificate, as PEM. */
  readonly certificate: string;
  issue(wanted: Wanted): Promise<Identity>;
}

export async function createAuthority(name = 'Banco simulado'): Promise<Authority> {
  const keys = await newKeys();
  const own = await X509CertificateGenerator.createSelfSigned(
    {
      name: `CN=${name}`,
      keys,
      signingAlgorithm: ALGORITHM,
      notBefore: new Date(Date.now() - DAY_MS),
      notAfter: new Date(Date.now() + 10 * YEAR_MS),
      extensions: [
        new BasicConstraintsExtension(true, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ],
    },
    webcrypto as Crypto,
  );
  return {
    certificate: own.toString('pem'),
    issue: async (wanted) => {
      const subject = await newKeys();
      const { from = new Date(Date.now() - DAY_MS), to = new Date(Date.now() + YEAR_MS), hosts } = wanted;
      const issued = await X509CertificateGenerator.create(
        {
          subject: `CN=${wanted.name}`,
          issuer: own.subject,
          publicKey: subject.publicKey,
          signingKey: keys.privateKey,
          signingAlgorithm: ALGORITHM,
          notBefore: from,
          notAfter: to,
          extensions: hosts ? [new SubjectAlternativeNameExtension(hosts.map(alternativeName))] : [],
        },
        webcrypto as Crypto,
      );
      return { certificate: issued.toString('pem'), key: await keyPem(subject.privateKey) };
    },
  };
}

let shared: Promise<Authority> | undefined;

/** One for all hosts of a process. */
export function sharedAuthority(): Promise<Authority> {
  shared ??= createAuthority();
  return shared;
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, [
    'sign',
    'verify',
  ]) as Promise<webcrypto.CryptoKeyPair>;
}

function alternativeName(host: string) {
  return { type: /^[\d.]+$/.test(host) ? 'ip' : 'dns', value: host } as const;
}

async function keyPem(key: webcrypto.CryptoKey): Promise<string> {
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  const lines = bytes.toString('base64').match(PEM_LINE) ?? [];
  return `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`;
}
