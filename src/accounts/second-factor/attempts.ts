import type { Vault } from '../../platform/vault/index.ts';
import { loginHash } from '../logins/login-name.ts';
import type { LoginSource } from '../logins/store.ts';

/** What wrong codes of a user are counted under, whatever the network. */
export function secondFactorSource(vault: Vault, userId: number): LoginSource {
  return { login: loginHash(vault, `second-factor:${userId}`), network: 'any' };
}
