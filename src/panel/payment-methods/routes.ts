import { PAYMENT_METHODS, type PaymentMethods } from '../../operations/index.ts';
import { actingFor } from '../interface/acting-for.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import type { PaymentMethodRow } from './schema.ts';

/** The sixteen payment methods, and which of them a shop can sell with; the platform's operator may restrict them. */
export function paymentMethodRoutes({
  paymentMethods,
}: {
  readonly paymentMethods: Pick<PaymentMethods, 'listFor'>;
}): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'GET',
      path: '/payment-methods',
      access: 'catalogue.read',
      run: async (call) => {
        const listed = new Set((await paymentMethods.listFor(actingFor(call))).map(({ id }) => id));
        const items: readonly PaymentMethodRow[] = PAYMENT_METHODS.map((method) => ({
          id: method.id,
          name: method.name,
          modality: method.modality,
          maxInstallments: method.maxInstallments,
          feeExempt: method.feeExempt,
          flow: method.flow.name,
          available: listed.has(method.id) && method.needs === undefined,
          lacks: method.needs ?? (listed.has(method.id) ? null : 'permission'),
        }));
        return { items };
      },
    }),
  ];
}
