import { SegmentedControl } from '@mantine/core';
import type { PaymentMethodRow } from '../../../../../src/panel/payment-methods/schema.ts';
import type { TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import type { TillSale } from '../../../../../src/panel/till/schema.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { fieldFaults, generalFault } from '../../ui/forms/field-faults.ts';
import { money } from '../../ui/text/format.ts';
import { Basket } from './basket.tsx';
import { chargesKeptCard, MethodButtons } from './method-buttons.tsx';
import { useTillOperators } from './operator-field.tsx';
import { ProductPicker } from './product-picker.tsx';
import { SaleFields } from './sale-fields.tsx';
import styles from './till.module.css';
import { missingOf } from './till-rules.ts';
import { withProduct } from './till-sale.ts';
import { inWordsOfTheTill, useSale } from './use-sale.ts';
import { ValueEntry } from './value-entry.tsx';

/** Fields whose refusals are shown beside them. */
const FIELDS = ['discount', 'surcharge', 'installments', 'clientId', 'orderId', 'operatorId'];

/** One till: items, amount, client and payment, according to the settings of its terminal. */
export function Desk(props: {
  readonly terminal: TerminalRow;
  readonly methods: readonly PaymentMethodRow[];
  readonly onSold: (sale: TillSale) => void;
}) {
  const { terminal, onSold } = props;
  const { settings } = terminal;
  const methods = props.methods.filter((method) => settings.asksClient || !chargesKeptCard(method));
  const operators = useTillOperators(settings.asksOperator);
  const { draft, set, sell, byProduct, total, maybeSoldBy } = useSale(terminal, onSold);
  const maybeSold = methods.find(({ id }) => id === maybeSoldBy);
  const faultOf = fieldFaults(sell.error);
  const missing = missingOf(settings, draft, operators);
  const general = generalFault(sell.error, FIELDS);
  return (
    <div className={styles.desk}>
      <section className={styles.what} aria-label="O que é vendido">
        {settings.sellsByValue && settings.sellsByProduct && (
          <SegmentedControl
            fullWidth
            aria-label="Vender por"
            data={[
              { value: 'value', label: 'Por valor' },
              { value: 'product', label: 'Por produto' },
            ]}
            value={draft.way}
            onChange={(way) => set({ way: way === 'product' ? 'product' : 'value' })}
          />
        )}
        {byProduct ? (
          <ProductPicker
            onPick={(product, price) => set({ items: withProduct(draft.items, product, price) })}
          />
        ) : (
          <ValueEntry value={draft.value} onChange={(value) => set({ value })} />
        )}
      </section>
      <section className={styles.how} aria-label="A venda">
        {byProduct && <Basket items={draft.items} onChange={(items) => set({ items })} />}
        <SaleFields {...{ settings, draft, methods, total, operators, set, faultOf }} />
        <p className={styles.total}>
          <span>Total</span>
          <b>{money(total)}</b>
        </p>
        {general && <ErrorNotice error={inWordsOfTheTill(general, byProduct)} />}
        {maybeSold && (
          <p className="soft">
            A venda pode ter sido feita. Receba de novo pela mesma forma de pagamento: ela não será cobrada
            duas vezes.
          </p>
        )}
        <MethodButtons
          methods={methods}
          total={total}
          missing={missing}
          only={maybeSold}
          installments={draft.installments}
          sale={sell}
          onChoose={(method) => sell.mutate(method)}
        />
      </section>
    </div>
  );
}
