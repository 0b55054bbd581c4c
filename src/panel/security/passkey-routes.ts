import type { Static } from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import type { NewCredential, Passkey } from '../../accounts/entry/index.ts';
import { refuseAccount } from '../../accounts/refusals.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { NewPasskeyBody, PasskeyNameBody, type PasskeyRow } from './schema.ts';

/** Transports that browsers know. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** The user's own passkeys. */
export function passkeyRoutes({ accounts }: { readonly accounts: Accounts }): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'GET',
      path: '/security/passkeys',
      access: 'session',
      run: async ({ visitor }) => ({
        available: accounts.panel.passkeys.available(),
        items: (await accounts.panel.passkeys.list(visitor.user.id)).map(rowOf),
      }),
    }),
    panelRoute({
      method: 'POST',
      path: '/security/passkeys/options',
      access: 'session',
      stepUp: true,
      run: async ({ visitor: { user }, token }) =>
        accounts.panel.passkeys.start(user, await accounts.panel.loginOf(user), token),
    }),
    panelRoute({
      method: 'POST',
      path: '/security/passkeys',
      access: 'session',
      body: NewPasskeyBody,
      run: async ({ visitor, token, body, audit, auditRefused }) => {
        const { passkey, codes } = await accounts.panel.passkeys
          .finish(
            { userId: visitor.user.id, token, name: body.name, credential: credentialOf(body) },
            (write, { id }) => audit(write, `passkey:${id}`),
          )
          .catch(async (error: unknown) => {
            if (error instanceof Refusal) await auditRefused(error.code);
            throw error;
          });
        return { passkey: rowOf(passkey), codes: codes.map((code) => code.reveal()) };
      },
    }),
    panelRoute({
      method: 'PATCH',
      path: '/security/passkeys/:id',
      access: 'session',
      body: PasskeyNameBody,
      run: async ({ visitor, params, body, audit }) => {
        const own = { id: idOf(params), userId: visitor.user.id };
        await accounts.panel.passkeys.rename(own, body.name, (write) => audit(write, `passkey:${own.id}`));
        return null;
      },
    }),
    panelRoute({
      method: 'DELETE',
      path: '/security/passkeys/:id',
      access: 'session',
      stepUp: true,
      run: async ({ visitor, token, params, audit }) => {
        const own = { id: idOf(params), userId: visitor.user.id, token };
        await accounts.panel.passkeys.remove(own, (write) => audit(write, `passkey:${own.id}`));
        return null;
      },
    }),
  ];
}

function idOf({ id }: Readonly<Record<string, string>>): number {
  const number = Number(id);
  if (!Number.isSafeInteger(number) || number < 1) throw refuseAccount('passkey_unknown');
  return number;
}

function credentialOf({ credential }: Static<typeof NewPasskeyBody>): NewCredential {
  const { transports = [], ...response } = credential.response;
  return {
    ...credential,
    response: { ...response, transports: TRANSPORTS.filter((one) => transports.includes(one)) },
  };
}

function rowOf({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyRow {
  return {
    id,
    name,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === undefined ? null : new Date(lastUsedAt).toISOString(),
  };
}
