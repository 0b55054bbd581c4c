import { createHash } from 'node:crypto';
import type { Secret } from '../../../../platform/secret.ts';
import { withoutLastSlash } from '../../http/index.ts';
import type { AccountSettings } from '../../provider.ts';
import { redeAccount } from '../call/settings.ts';
import { basicAuthorization } from '../call/tokens.ts';

/** Rede's own addresses of statements, and where their tokens are asked for. */
const BASE = {
  production: 'https://api.userede.com.br/redelabs',
  sandbox: 'https://rl7-sandbox-api.useredecloud.com.br',
} as const;
const TOKEN_PATH = '/oauth/token';

/** A merchant's account as its statements are asked for. */
export interface StatementAccount {
  readonly id: string;
  readonly pv: string;
  /** Without a trailing slash. */
  readonly base: string;
  readonly tokenAddress: string;
  readonly authorization: string;
  /** Of the token's request: the partner's user of Rede's portal, or the client's own credentials. */
  readonly form: string;
  /** What no answer that is kept may repeat. */
  readonly secrets: readonly Secret[];
  /** Another one for changed settings. */
  readonly name: string;
}

/** The account, or what is wrong with its settings. Contains no value. */
export function statementAccount(settings: AccountSettings, production: boolean): StatementAccount | string {
  const account = redeAccount(settings, production);
  if (typeof account === 'string') return account;
  const {
    statementApi,
    statementUser: user,
    statementPassword: password,
    statementTokenPath,
  } = settings.settings;
  if ((user === undefined) !== (password === undefined)) {
    return 'the settings statementUser and statementPassword come together';
  }
  const base = withoutLastSlash(statementApi?.reveal() ?? BASE[production ? 'production' : 'sandbox']);
  const tokenAddress = base + (statementTokenPath?.reveal() ?? TOKEN_PATH);
  const form = new URLSearchParams(
    user && password
      ? { grant_type: 'password', username: user.reveal(), password: password.reveal() }
      : { grant_type: 'client_credentials' },
  ).toString();
  const authorization = basicAuthorization(account.pv, account.key);
  return {
    id: account.id,
    pv: account.pv,
    base,
    tokenAddress,
    authorization,
    form,
    secrets: [account.key, ...(password ? [password] : [])],
    name: createHash('sha256')
      .update(JSON.stringify([account.id, tokenAddress, authorization, form]))
      .digest('base64'),
  };
}
