import { Switch } from '@mantine/core';
import type { PaymentMethodRow } from '../../../../../src/panel/payment-methods/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { METHOD } from './method-ids.ts';
import styles from './till-choices.module.css';
import { useChangeChoices, useTillChoices } from './use-till-choices.ts';

/** The methods of the large buttons; that of a connected pin pad stands for a loose one too. */
const BUTTONS = [METHOD.cash, METHOD.tefCredit, METHOD.tefDebit, METHOD.pix, METHOD.linkCredit];

/** Which ways of paying have a large button at the till; the others stand below "Mais". */
export function LargeButtons({ methods }: { readonly methods: readonly PaymentMethodRow[] | undefined }) {
  const mayChange = useMay('catalogue.write');
  const choices = useTillChoices();
  const change = useChangeChoices((methodIds: readonly number[]) =>
    call('POST /till/choices/methods', { body: { methodIds: [...methodIds] } }),
  );
  if (!mayChange || !choices || !methods) return null;
  const { underMore } = choices;
  const set = (id: number, large: boolean) =>
    change.mutate(large ? underMore.filter((one) => one !== id) : [...underMore, id]);
  return (
    <section className={styles.buttons} aria-labelledby="botoes-do-caixa">
      <h2 id="botoes-do-caixa">Botões do Caixa</h2>
      <p className="soft">O que não tem botão grande fica em “Mais”, em todos os caixas da loja.</p>
      <div className={styles.switches}>
        {BUTTONS.flatMap((id) => methods.filter((method) => method.id === id)).map(({ id, label }) => (
          <Switch
            key={id}
            label={label}
            checked={!underMore.includes(id)}
            disabled={change.isPending}
            onChange={(event) => set(id, event.currentTarget.checked)}
          />
        ))}
      </div>
      {change.error && <ErrorNotice error={change.error} />}
    </section>
  );
}
