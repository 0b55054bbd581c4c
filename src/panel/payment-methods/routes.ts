import {
  methodWords,
  PAYMENT_METHODS,
  type PaymentMethod,
  type PaymentMethods,
} from '../../operations/index.ts';
import { actingFor } from '../interface/acting-for.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import type { PaymentMethodRow } from './schema.ts';

/** The sixteen payment methods, and which of them a shop can sell with; the platform's operator may restrict them. */
export function paymentMethodRoutes({
  paymentMethods,
}: {
  readonly paymentMethods: Pick<PaymentMethods, 'listFor' | 'takesPix' | 'makesSlips'>;
}): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'GET',
      path: '/payment-methods',
      access: 'catalogue.read',
      run: async (call) => {
        const personId = actingFor(call);
        const listed = new Set((await paymentMethods.listFor(personId)).map(({ id }) => id));
        const has = {
          pix: await paymentMethods.takesPix(personId),
          bankSlip: await paymentMethods.makesSlips(personId),
        };
        const needOf = ({ needs }: PaymentMethod) => (needs && has[needs] ? undefined : needs);
        const items: readonly PaymentMethodRow[] = PAYMENT_METHODS.map((method) => ({
          id: method.id,
          ...methodWords(method.id),
          name: method.name,
          modality: method.modality,
          maxInstallments: method.maxInstallments,
          feeExempt: method.feeExempt,
          flow: method.flow.name,
          available: listed.has(method.id) && needOf(method) === undefined,
          lacks: needOf(method) ?? (listed.has(method.id) ? null : 'permission'),
        }));
        return { items };
      },
    }),
  ];
}
