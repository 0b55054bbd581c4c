import { SegmentedControl } from '@mantine/core';
import { useRef } from 'react';
import type { PaymentMethodRow } from '../../../../../src/panel/payment-methods/schema.ts';
import type { TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import type { TillSale } from '../../../../../src/panel/till/schema.ts';
import { inWordsOfTheTill } from '../../api/till-refusals.ts';
import { useMe } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { useRefused } from '../../ui/forms/use-refused.ts';
import { Basket } from './basket.tsx';
import { useTillOperators } from './operator-field.tsx';
import { Pay } from './pay.tsx';
import { ProductPicker } from './product-picker.tsx';
import { SaleFields } from './sale-fields.tsx';
import styles from './till.module.css';
import type { TillDraft } from './till-draft.ts';
import { chargesKeptCard } from './till-methods.ts';
import { missingOf } from './till-rules.ts';
import { withProduct } from './till-sale.ts';
import { useSale } from './use-sale.ts';
import { ValueEntry } from './value-entry.tsx';

/** Fields whose refusals are shown beside them. */
const FIELDS = ['discount', 'surcharge', 'installments', 'clientId', 'orderId', 'operatorId'];

/** What a sale was made of: to try it again, and the cash that was handed over. */
export interface SoldFrom {
  readonly draft: TillDraft;
  /** Centavos. */
  readonly given: number | undefined;
}

/** One till: items, amount, client and payment, according to the settings of its terminal. */
export function Desk(props: {
  readonly terminal: TerminalRow;
  readonly methods: readonly PaymentMethodRow[];
  /** What stood there before, for a sale that is tried again. */
  readonly start: Partial<TillDraft> | undefined;
  readonly onSold: (sale: TillSale, more: SoldFrom) => void;
}) {
  const { terminal } = props;
  const { settings } = terminal;
  const methods = props.methods.filter((method) => settings.asksClient || !chargesKeptCard(method));
  const { mode } = useMe();
  const given = useRef<number>(undefined);
  const operators = useTillOperators(settings.asksOperator);
  const { draft, set, sell, byProduct, total, maybeSoldBy } = useSale(terminal, {
    start: props.start,
    onSold: (sale, sold) => props.onSold(sale, { draft: sold, given: given.current }),
  });
  const maybeSold = methods.find(({ id }) => id === maybeSoldBy);
  const faultOf = useRefused(sell.error, draft);
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
      <div className={styles.side}>
        <section className={styles.how} aria-label="A venda">
          {byProduct && <Basket items={draft.items} onChange={(items) => set({ items })} />}
          <SaleFields {...{ settings, draft, methods, total, operators, set, faultOf }} />
          {general && <ErrorNotice error={inWordsOfTheTill(general, byProduct)} />}
        </section>
        <Pay
          methods={methods}
          hasPinPad={terminal.paymentClient !== null || mode === 'sandbox'}
          total={total}
          byProduct={byProduct}
          missing={missing}
          maybeSold={maybeSold}
          installments={draft.installments}
          sale={sell}
          onChoose={(method, handed) => {
            given.current = handed;
            sell.mutate(method);
          }}
        />
      </div>
    </div>
  );
}
