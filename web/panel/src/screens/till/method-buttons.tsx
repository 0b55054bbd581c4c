import { useState } from 'react';
import type { PaymentMethodRow } from '../../../../../src/panel/payment-methods/schema.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { useTillChoices } from '../till-choices/use-till-choices.ts';
import styles from './pay.module.css';
import { arranged, hindranceOf, largeLabel } from './till-methods.ts';

interface Choice {
  readonly methods: readonly PaymentMethodRow[];
  /** A pin pad is connected to the terminal. */
  readonly hasPinPad: boolean;
  /** Nothing can be chosen now. */
  readonly isBlocked: boolean;
  /** No other can be chosen. */
  readonly only: PaymentMethodRow | undefined;
  readonly installments: number;
  /** The sale by the chosen method. */
  readonly sale: { readonly isPending: boolean; readonly variables: PaymentMethodRow | undefined };
  readonly onChoose: (method: PaymentMethodRow) => void;
}

/** Five ways of paying by their plain names, and the others below "Mais". */
export function MethodButtons(props: Choice) {
  const [open, setOpen] = useState(false);
  const choices = useTillChoices();
  const { large, more } = arranged(props.methods, props.hasPinPad, choices?.underMore);
  return (
    <fieldset className={styles.methods}>
      <legend className="visually-hidden">Receber com</legend>
      {large.map((method) => (
        <MethodButton key={method.id} method={method} choice={props} label={largeLabel(method)} />
      ))}
      {more.length > 0 && (
        <button type="button" onClick={() => setOpen(true)} className={styles.more}>
          <b>Mais</b>
          <small>outras formas</small>
        </button>
      )}
      {open && (
        <Dialog title="Outras formas de receber" onClose={() => setOpen(false)}>
          <div className={styles.list}>
            {more.map((method) => (
              <MethodButton
                key={method.id}
                method={method}
                label={method.label}
                choice={{
                  ...props,
                  onChoose: (chosen) => {
                    setOpen(false);
                    props.onChoose(chosen);
                  },
                }}
              />
            ))}
          </div>
        </Dialog>
      )}
    </fieldset>
  );
}

function MethodButton(props: {
  readonly method: PaymentMethodRow;
  readonly label: string;
  readonly choice: Choice;
}) {
  const { method, choice } = props;
  const { only, sale } = choice;
  const hindrance = hindranceOf(method, choice.installments);
  const isOther = only !== undefined && only.id !== method.id;
  const isSelling = sale.isPending && sale.variables?.id === method.id;
  return (
    <button
      type="button"
      disabled={choice.isBlocked || sale.isPending || isOther || hindrance !== undefined}
      onClick={() => choice.onChoose(method)}
    >
      <b>{props.label}</b>
      <small>{isSelling ? 'enviando…' : (hindrance ?? method.hint)}</small>
    </button>
  );
}
