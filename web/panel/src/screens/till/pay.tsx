import { useState } from 'react';
import type { PaymentMethodRow } from '../../../../../src/panel/payment-methods/schema.ts';
import { money } from '../../ui/text/format.ts';
import { METHOD } from '../till-choices/method-ids.ts';
import { CashDialog } from './cash-dialog.tsx';
import { MethodButtons } from './method-buttons.tsx';
import styles from './pay.module.css';

/** The total and the ways of paying it, always in sight. */
export function Pay(props: {
  readonly methods: readonly PaymentMethodRow[];
  readonly hasPinPad: boolean;
  /** Centavos. */
  readonly total: number;
  readonly byProduct: boolean;
  /** What has to be filled in before. */
  readonly missing: string | undefined;
  /** The sale may have been made by this one: no other can be chosen. */
  readonly maybeSold: PaymentMethodRow | undefined;
  readonly installments: number;
  readonly sale: { readonly isPending: boolean; readonly variables: PaymentMethodRow | undefined };
  /** With the cash that was handed over. */
  readonly onChoose: (method: PaymentMethodRow, given: number | undefined) => void;
}) {
  const { total, maybeSold } = props;
  const [cash, setCash] = useState<PaymentMethodRow>();
  const nothing = props.byProduct ? 'Escolha um produto para receber.' : 'Digite o valor para receber.';
  const reason = total > 0 ? props.missing : nothing;
  const choose = (method: PaymentMethodRow) => {
    // One that may have been made is only sent again.
    if (method.id === METHOD.cash && maybeSold === undefined) setCash(method);
    else props.onChoose(method, undefined);
  };
  return (
    <div className={styles.pay}>
      <p className={styles.total}>
        <span>Total</span>
        {reason && <small className={styles.reason}>{reason}</small>}
        <b>{money(total)}</b>
      </p>
      {maybeSold && (
        <p className={styles.reason}>
          A venda pode ter sido feita. Receba de novo pela mesma forma de pagamento: ela não será cobrada duas
          vezes.
        </p>
      )}
      <MethodButtons
        methods={props.methods}
        hasPinPad={props.hasPinPad}
        isBlocked={reason !== undefined}
        only={maybeSold}
        installments={props.installments}
        sale={props.sale}
        onChoose={choose}
      />
      {cash && (
        <CashDialog
          total={total}
          onClose={() => setCash(undefined)}
          onPaid={(given) => {
            setCash(undefined);
            props.onChoose(cash, given);
          }}
        />
      )}
    </div>
  );
}
