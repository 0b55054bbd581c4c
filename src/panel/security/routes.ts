import type { Accounts } from '../../accounts/accounts.ts';
import { qrCodeSvg } from '../../platform/qr-code.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { CodeBody } from './schema.ts';

/** The user's own sessions and second factor. */
export function securityRoutes({ accounts }: { readonly accounts: Accounts }): readonly AnyPanelRoute[] {
  const { panel } = accounts;
  return [
    panelRoute({
      method: 'GET',
      path: '/security/sessions',
      access: 'session',
      run: async ({ visitor }) => {
        const sessions = await panel.listSessions(visitor.user.id);
        return {
          items: sessions
            .filter(({ state }) => state === 'open')
            .map(({ id, address, agent, createdAt, seenAt }) => ({
              id,
              current: id === visitor.session.id,
              address,
              agent,
              createdAt: new Date(createdAt).toISOString(),
              seenAt: new Date(seenAt).toISOString(),
            })),
        };
      },
    }),
    panelRoute({
      method: 'DELETE',
      path: '/security/sessions/:id',
      access: 'session',
      run: async ({ visitor, params, auditAround }) => {
        await auditAround({}, () => panel.endSessions(visitor.user.id, { id: params.id ?? '' }));
        return null;
      },
    }),
    panelRoute({
      method: 'DELETE',
      path: '/security/sessions',
      access: 'session',
      run: async ({ visitor, token, auditAround }) => ({
        ended: await auditAround({}, () => panel.endSessions(visitor.user.id, { except: token })),
      }),
    }),
    panelRoute({
      method: 'POST',
      path: '/security/second-factor',
      access: 'session',
      stepUp: true,
      run: async ({ visitor: { user }, token }) => {
        const own = { userId: user.id, token };
        // Some apps keep one secret for each name: with the e-mail alone, a second team's would replace the first one's.
        const { uri, typed } = await panel.startSecondFactor(own, await panel.loginOf(user));
        return {
          qrCode: qrCodeSvg(uri.reveal(), 'QR code para o aplicativo autenticador'),
          secret: typed.reveal(),
        };
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/security/second-factor/confirm',
      access: 'session',
      body: CodeBody,
      run: async ({ visitor, token, body, audit }) => {
        const given = { userId: visitor.user.id, token, code: body.code };
        const codes = await panel.finishSecondFactor(given, (write) => audit(write));
        return { codes: codes.map((code) => code.reveal()) };
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/security/recovery-codes',
      access: 'session',
      stepUp: true,
      run: async ({ visitor, token, audit }) => {
        const own = { userId: visitor.user.id, token };
        const codes = await panel.renewRecoveryCodes(own, (write) => audit(write));
        return { codes: codes.map((code) => code.reveal()) };
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/security/second-factor/reset-seen',
      access: 'session',
      run: async ({ visitor, audit }) => {
        await panel.markResetSeen(visitor.user, (write) => audit(write));
        return null;
      },
    }),
    panelRoute({
      method: 'DELETE',
      path: '/security/second-factor',
      access: 'session',
      stepUp: true,
      run: async ({ visitor, token, audit }) => {
        await panel.removeSecondFactor({ userId: visitor.user.id, token }, (write) => audit(write));
        return null;
      },
    }),
  ];
}
