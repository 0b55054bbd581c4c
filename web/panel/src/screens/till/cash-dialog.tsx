import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { money } from '../../ui/text/format.ts';
import { changeOf, likelyNotes } from './cash.ts';
import styles from './pay.module.css';

/** Asks what the buyer hands over in cash, and says the change. */
export function CashDialog(props: {
  /** Centavos. */
  readonly total: number;
  readonly onClose: () => void;
  /** With what was handed over. */
  readonly onPaid: (given: number) => void;
}) {
  const { total } = props;
  const [given, setGiven] = useState<number | null>(null);
  const change = changeOf(total, given ?? 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change !== undefined) props.onPaid(given ?? total);
  };
  return (
    <Dialog title={`Receber ${money(total)} em dinheiro`} onClose={props.onClose}>
      <form onSubmit={submit}>
        <Button type="button" size="lg" fullWidth data-autofocus onClick={() => props.onPaid(total)}>
          Valor exato, sem troco
        </Button>
        <fieldset className={styles.notes}>
          <legend className="visually-hidden">O cliente entrega</legend>
          {likelyNotes(total).map((cents) => (
            <Button
              key={cents}
              type="button"
              size="md"
              px={4}
              variant={given === cents ? 'light' : 'default'}
              aria-pressed={given === cents}
              onClick={() => setGiven(cents)}
            >
              {money(cents)}
            </Button>
          ))}
        </fieldset>
        <MoneyField mt="md" label="Ou quanto o cliente entrega" value={given} onChange={setGiven} />
        <p className={styles.change} role="status">
          {given !== null && change === undefined && <span>Faltam {money(total - given)}</span>}
          {given !== null && change !== undefined && (
            <>
              <span>Troco</span>
              <b>{money(change)}</b>
            </>
          )}
        </p>
        <Button type="submit" mt="md" size="lg" fullWidth disabled={given === null || change === undefined}>
          Receber
        </Button>
      </form>
    </Dialog>
  );
}
