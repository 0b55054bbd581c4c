import { cardPayment } from '../../gateway/kinds/card/index.ts';
import type { Payments } from '../../gateway/payments/index.ts';
import type { MerchantAccounts } from '../../gateway/providers/index.ts';
import { Secret } from '../../platform/secret.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { actingFor } from '../interface/acting-for.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { isOutcome, OUTCOME_GROUPS } from './outcomes.ts';
import { TestSaleBody, TestSettingsBody } from './schema.ts';
import { TEST_BRANDS, testCard } from './test-card.ts';

const VALID_FOR_YEARS = 3;
/** Keeps idempotency keys of the panel apart from those of the shop's system. */
const KEY_PREFIX = 'painel-teste:';

interface TestDependencies {
  readonly payments: Pick<Payments, 'sell'>;
  readonly clock: Clock;
  readonly merchantAccounts: Pick<MerchantAccounts, 'simulatorSettings' | 'changeSimulatorSettings'>;
}

/** Test cards, and sales with any outcome of the simulated acquirer. Only in the sandbox. */
export function testRoutes({
  payments,
  clock,
  merchantAccounts,
}: TestDependencies): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'GET',
      path: '/tests/outcomes',
      access: 'tests.use',
      run: async () => ({
        brands: TEST_BRANDS,
        groups: OUTCOME_GROUPS.map(({ title, outcomes }) => ({
          title,
          outcomes: outcomes.map((outcome) => ({
            ...outcome,
            cards: Object.fromEntries(TEST_BRANDS.map((brand) => [brand, testCard(brand, outcome.scenario)])),
          })),
        })),
      }),
    }),
    panelRoute({
      method: 'GET',
      path: '/tests/settings',
      access: 'tests.use',
      run: (call) => merchantAccounts.simulatorSettings(actingFor(call)),
    }),
    panelRoute({
      method: 'PATCH',
      path: '/tests/settings',
      access: 'tests.use',
      body: TestSettingsBody,
      run: async (call) => {
        await merchantAccounts.changeSimulatorSettings(actingFor(call), call.body, (transaction) =>
          call.audit(transaction),
        );
        return call.body;
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/tests/sales',
      access: 'tests.use',
      body: TestSaleBody,
      run: async (call) => {
        const { scenario, brand, amount, installments, capture = true } = call.body;
        if (!isOutcome(scenario)) throw refusePanel('field_invalid', { field: 'scenario' });
        const sell = () =>
          payments.sell({
            merchantId: actingFor(call),
            origin: { kind: 'panel', requestId: call.requestId, userId: call.visitor.user.id },
            idempotency: call.idempotencyKey
              ? { key: `${KEY_PREFIX}${call.idempotencyKey}`, content: call.body }
              : undefined,
            sale: {
              referenceId: undefined,
              amount,
              provider: undefined,
              providerVersion: undefined,
              order: {
                description: 'Venda de teste feita no painel',
                postBackUrl: undefined,
                returnUrl: undefined,
                customer: undefined,
                intention: undefined,
                payment: cardPayment({ capture, installments }),
              },
              buyer: { kind: 'none' },
              cardHash: undefined,
              cardToken: undefined,
              cardFields: {
                number: new Secret(testCard(brand, scenario)),
                cvv: new Secret(brand === 'AMEX' ? '1234' : '123'),
                expirationMonth: '12',
                expirationYear: String(new Date(clock.now()).getUTCFullYear() + VALID_FOR_YEARS),
                holderName: 'COMPRADOR DE TESTE',
                brand: undefined,
              },
            },
          });
        const { transaction } = await call.auditAround({ forPersonId: actingFor(call) }, sell, (sold) => ({
          record: `transaction:${sold.transaction.id}`,
        }));
        return { id: transaction.id };
      },
    }),
  ];
}
