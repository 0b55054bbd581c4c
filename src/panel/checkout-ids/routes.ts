import type { Accounts } from '../../accounts/accounts.ts';
import { actingFor, recordIdOf } from '../interface/acting-for.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { type CheckoutIdRow, NewCheckoutIdBody, OriginsBody } from './schema.ts';

type CheckoutId = Awaited<ReturnType<Accounts['checkoutIds']['add']>>;

/** Public ids of a shop for its pages: create with the allowed origins, change, revoke. Not secret. */
export function checkoutIdRoutes({
  accounts,
  publicUrl,
}: {
  readonly accounts: Accounts;
  publicUrl(): string;
}): readonly AnyPanelRoute[] {
  const row = (found: CheckoutId) => rowOf(found, publicUrl());
  return [
    panelRoute({
      method: 'GET',
      path: '/checkout-ids',
      access: 'keys.read',
      run: async (call) => ({ items: (await accounts.checkoutIds.list(actingFor(call))).map(row) }),
    }),
    panelRoute({
      method: 'POST',
      path: '/checkout-ids',
      access: 'keys.write',
      stepUp: true,
      body: NewCheckoutIdBody,
      run: async (call) => {
        const { label, origins } = call.body;
        const added = await accounts.checkoutIds.add(
          { personId: actingFor(call), label, origins },
          (write, { id }) => call.audit(write, `checkout-id:${id}`),
        );
        return row(added);
      },
    }),
    panelRoute({
      method: 'PATCH',
      path: '/checkout-ids/:id',
      access: 'keys.write',
      stepUp: true,
      body: OriginsBody,
      run: async (call) => {
        const which = { id: recordIdOf(call), personId: actingFor(call) };
        const { origins } = call.body;
        const changed = await accounts.checkoutIds.changeOrigins(which, origins, (write, { id }) =>
          call.audit(write, `checkout-id:${id}`, { detail: origins.join(' ') || 'todas' }),
        );
        return row(changed);
      },
    }),
    panelRoute({
      method: 'DELETE',
      path: '/checkout-ids/:id',
      access: 'keys.write',
      stepUp: true,
      run: async (call) => {
        const which = { id: recordIdOf(call), personId: actingFor(call) };
        await accounts.checkoutIds.revoke(which, (write, { id }) => call.audit(write, `checkout-id:${id}`));
        return null;
      },
    }),
  ];
}

function rowOf(found: CheckoutId, address: string): CheckoutIdRow {
  return {
    id: found.id,
    publicId: found.publicId,
    label: found.label ?? null,
    origins: found.origins,
    createdAt: new Date(found.createdAt).toISOString(),
    revoked: found.revokedAt !== undefined,
    address,
  };
}
