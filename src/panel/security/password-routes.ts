import type { Accounts } from '../../accounts/accounts.ts';
import { refuseAccount } from '../../accounts/refusals.ts';
import { Secret } from '../../platform/secret.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { type TellPeople, toldUser } from '../mails/tell-people.ts';
import { refusePanel } from '../refusals.ts';
import { PasswordBody } from './schema.ts';

/** The user's own password, changed while logged in. */
export function passwordRoutes({
  accounts,
  people,
}: {
  readonly accounts: Accounts;
  readonly people: TellPeople;
}): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'POST',
      path: '/security/password',
      access: 'session',
      body: PasswordBody,
      run: async ({ visitor, token, body, address, audit, auditRefused }) => {
        const result = await accounts.panel.changePassword({
          visitor,
          token,
          current: new Secret(body.current),
          password: new Secret(body.password),
          address,
          written: async (transaction) => {
            await audit(transaction);
            await people.tell('password_changed', toldUser(visitor.user, visitor.person), {
              write: transaction,
            });
          },
        });
        switch (result.kind) {
          case 'changed':
            return null;
          case 'wrong':
            await auditRefused('login_invalid', { every: true });
            throw refuseAccount('login_invalid', {
              message: 'A senha atual não confere.',
              field: 'current',
            });
          case 'locked':
            await auditRefused('login_locked');
            throw refusePanel('login_locked', { retryAfterSeconds: result.retryAfterSeconds });
        }
      },
    }),
  ];
}
