import { fingerprint } from '../../platform/fingerprint.ts';
import { Secret } from '../../platform/secret.ts';

/** Kinds that an operator hands out. */
export const ISSUED_KINDS = ['api', 'checkout', 'integration', 'postback'] as const;
export type IssuedKind = (typeof ISSUED_KINDS)[number];
/** `login`: the key that a login gives. */
export type CredentialKind = IssuedKind | 'login';

/** Kinds that are a name with a secret: authenticationApi and authenticationKey, user and password of Basic. */
export type PairKind = 'api' | 'checkout';

/** Credentials of one kind that a person may have in use at once: enough to change them one by one. */
export const MAX_IN_USE_PER_KIND = 20;

const API_KEY_BYTES = 10;
const KEY_BYTES = 24;
const SIGNING_SECRET_BYTES = 32;
const SIGNING_SECRET_PREFIX = 'whsec_';

export type CredentialState = 'in_use' | 'expired' | 'revoked';

/** What can be shown of a credential: never its secret. */
export interface Credential {
  readonly id: number;
  readonly personId: number;
  readonly kind: CredentialKind;
  readonly name: string | undefined;
  /** What its owner calls it. */
  readonly label: string | undefined;
  readonly state: CredentialState;
  /** Milliseconds since 1970, as the others. */
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  readonly revokedAt: number | undefined;
  /** Up to some minutes late; unknown for signing secrets. */
  readonly lastUsedAt: number | undefined;
}

/** A secret with its name, where its kind has one. */
export interface MintedSecret {
  readonly name: string | undefined;
  readonly secret: Secret;
}

/** Makes the secret of a new credential in the form its clients know (docs/contract/decided.md 3 and 4). */
export function mintSecret(
  kind: CredentialKind,
  id: number,
  randomBytes: (size: number) => Buffer,
): MintedSecret {
  const upperHex = (size: number) => randomBytes(size).toString('hex').toUpperCase();
  switch (kind) {
    case 'api':
      return { name: `guiche_${id}`, secret: new Secret(upperHex(API_KEY_BYTES)) };
    case 'checkout':
      return { name: upperHex(API_KEY_BYTES), secret: new Secret(upperHex(API_KEY_BYTES)) };
    case 'integration':
    case 'login':
      return { name: undefined, secret: new Secret(randomBytes(KEY_BYTES).toString('hex')) };
    case 'postback':
      return {
        name: undefined,
        secret: new Secret(SIGNING_SECRET_PREFIX + randomBytes(SIGNING_SECRET_BYTES).toString('base64')),
      };
  }
}

/** What is stored of the secret of a pair; the name is the salt. */
export function pairHash(kind: PairKind, name: string, secret: Secret): string {
  return fingerprint(kind, name, secret.reveal());
}

/** What is stored of a key that is sent without a name, and its lookup value. */
export function keyHash(key: Secret): string {
  return fingerprint('key', key.reveal());
}

export function credentialState(
  credential: { readonly expiresAt: number | undefined; readonly revokedAt: number | undefined },
  now: number,
): CredentialState {
  if (credential.revokedAt !== undefined) return 'revoked';
  return credential.expiresAt !== undefined && credential.expiresAt <= now ? 'expired' : 'in_use';
}

/** The last moment at which the credential works, to show its day: `expiresAt` itself may be midnight, a day more. */
export function lastValidMoment({ expiresAt }: Pick<Credential, 'expiresAt'>): number | undefined {
  return expiresAt === undefined ? undefined : expiresAt - 1;
}
