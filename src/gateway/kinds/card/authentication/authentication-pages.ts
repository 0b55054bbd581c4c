import { createHmac } from 'node:crypto';
import type { Vault } from '../../../../platform/vault/index.ts';
import { Status, type Transaction } from '../../../transactions/rules/transaction.ts';
import { type Authentication, authenticationUrls, storedToken } from './authentication.ts';

const OF_SEED = '3ds:';
const IN_CLEAR = /^https?:/i;

/**
 * The addresses of buyers' 3-D Secure pages. Whoever reads the database can open none of them: a token is derived from
 * random bits that are stored and a key that is not, and the acquirer's page is sealed.
 */
export interface AuthenticationPages {
  /** 256 random bits, from which an address is derived. */
  newSeed(): string;
  /** Where the buyer starts, and where the acquirer sends the browser back to. */
  urlsOf(seed: string): ReturnType<typeof authenticationUrls>;
  /** The same, by what the buyer's browser asks for. */
  urlsOfToken(token: string): ReturnType<typeof authenticationUrls>;
  /** What the record of a sale keeps as its `redirectUrl`. */
  kept(seed: string): string;
  /** Where the buyer of a sale is sent to now; undefined when nobody waits for one. */
  redirectUrlOf(transaction: Pick<Transaction, 'result'>): string | undefined;
  /** What is stored to find the authentication by its token, and to send the buyer on. */
  stored(seed: string, pageUrl: string): Pick<Authentication, 'token' | 'pageUrl'>;
  /** The acquirer's page. */
  pageUrlOf(authentication: Pick<Authentication, 'token' | 'pageUrl'>): string;
}

export function createAuthenticationPages(options: {
  readonly vault: Vault;
  publicUrl(): string;
  newSeed(): string;
}): AuthenticationPages {
  const { vault, publicUrl, newSeed } = options;
  const key = vault.deriveKey('authentication');
  const tokenOf = (seed: string) => createHmac('sha256', key).update(seed).digest('base64url');
  const urlsOfToken = (token: string) => authenticationUrls(publicUrl(), token);
  const urlsOf = (seed: string) => urlsOfToken(tokenOf(seed));
  return {
    newSeed,
    urlsOf,
    urlsOfToken,
    kept: (seed) => `${OF_SEED}${seed}`,
    redirectUrlOf: ({ result: { status, redirectUrl } }) => {
      if (status !== Status.started || redirectUrl === undefined) return undefined;
      // Versions before 0.3.0 kept the whole address.
      return redirectUrl.startsWith(OF_SEED) ? urlsOf(redirectUrl.slice(OF_SEED.length)).start : redirectUrl;
    },
    stored: (seed, pageUrl) => {
      const token = storedToken(tokenOf(seed));
      return { token, pageUrl: vault.seal(pageUrl, contextOf(token)) };
    },
    pageUrlOf: ({ token, pageUrl }) =>
      IN_CLEAR.test(pageUrl) ? pageUrl : vault.open(pageUrl, contextOf(token)).reveal(),
  };
}

function contextOf(token: string): string {
  return `authentication:${token}`;
}
