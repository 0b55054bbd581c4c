import { type BankClient, DEMO_CLIENT } from './access/clients.ts';
import type { PixHost } from './pix-host.ts';
import { beneficiaryOf } from './slips/register.ts';

/** The settings of an account at a started host, for `acquirer add --setting NAME=VALUE`. */
export async function accountSettings(
  host: PixHost,
  client: BankClient = host.clients[0] ?? DEMO_CLIENT,
): Promise<Readonly<Record<string, string>>> {
  const { quirks, apiUrl, tokenUrl, authority } = host;
  const identity = authority && (await host.clientIdentity(client));
  return {
    clientId: client.clientId,
    ...(quirks.token.credentials === 'certificate' ? {} : { clientSecret: client.clientSecret }),
    randomKey: client.keys.RANDOM_KEY,
    emailKey: client.keys.EMAIL,
    documentKey: client.keys.DOCUMENT,
    phoneKey: client.keys.PHONE,
    api: apiUrl,
    token: tokenUrl,
    ...(quirks.slips === 'none' ? {} : { slips: host.address }),
    ...(quirks.slips === 'itau' ? { beneficiary: beneficiaryOf(client) } : {}),
    ...(quirks.appKeyInQuery ? { appKey: client.appKey } : {}),
    ...('x-conta-corrente' in quirks.headers ? { checkingAccount: client.account } : {}),
    ...(identity && authority
      ? { certificate: identity.certificate, certificateKey: identity.key, authority: authority.certificate }
      : {}),
  };
}
