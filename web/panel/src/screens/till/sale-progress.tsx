import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import type { TillSale } from '../../../../../src/panel/till/schema.ts';
import { call } from '../../api/call.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { money } from '../../ui/text/format.ts';
import { Icon, type IconName } from '../../ui/text/icon.tsx';
import { OPEN_SHIFT } from '../shifts/use-open-shift.ts';
import { canceledText, refusalOf } from './outcome.ts';
import { Receipts } from './receipts.tsx';
import { SharePayment } from './share-payment.tsx';
import styles from './till.module.css';

const LOOK_EVERY_MS = 1_000;
const CREDITED = 10;

/** A sale from its creation to its end. */
export function SaleProgress(props: {
  readonly sold: TillSale;
  readonly terminal: TerminalRow;
  /** Cash that was handed over, in centavos. */
  readonly given: number | undefined;
  readonly onNext: () => void;
  /** With everything that was typed. */
  readonly onAgain: () => void;
}) {
  const { sold, terminal } = props;
  const client = useQueryClient();
  const queryKey = ['till-sale', String(sold.id)];
  const { data: sale = sold } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /till/sales/:id', { path: { id: sold.id }, signal }),
    initialData: sold,
    refetchInterval: ({ state }) => (state.data?.mayGiveUp ? LOOK_EVERY_MS : false),
  });
  const giveUp = useMutation({
    mutationFn: () => call('POST /till/sales/:id/give-up', { path: { id: sold.id } }),
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
    // It may have been paid in the meantime.
    onError: () => client.invalidateQueries({ queryKey }),
  });
  const printed = useRef(false);
  const credited = sale.status === CREDITED;
  useEffect(() => {
    if (!credited || printed.current || !terminal.settings.printsAutomatically) return;
    printed.current = true;
    window.print();
  }, [credited, terminal]);
  // Its order, and the lists, show what has become of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the status changes
  useEffect(() => {
    const follow = ['order', 'orders', 'sales', OPEN_SHIFT];
    for (const shown of follow) void client.invalidateQueries({ queryKey: [shown] });
  }, [sale.status, client]);
  const look = lookOf(sale, terminal);
  const change = (props.given ?? 0) - sale.finalValue;
  return (
    <section className={styles.progress} aria-label="Andamento da venda">
      <div className={`${styles.outcome} ${styles[look.tone]}`} role="status">
        <Icon name={look.icon} size={44} />
        <b>{look.title}</b>
        <span className={styles.progressValue}>{money(sale.finalValue)}</span>
        <span>{look.text}</span>
      </div>
      {change > 0 && credited && (
        <p className={styles.change}>
          <span>Troco</span>
          <b>{money(change)}</b>
        </p>
      )}
      {sale.mayGiveUp && (sale.isPix || sale.paymentUrl !== null) && <SharePayment sale={sale} />}
      {giveUp.error && <ErrorNotice error={giveUp.error} />}
      <div className={styles.progressButtons}>
        {sale.mayGiveUp ? (
          <Button variant="default" size="md" loading={giveUp.isPending} onClick={() => giveUp.mutate()}>
            Desistir da venda
          </Button>
        ) : (
          <>
            {!credited && (
              <Button size="md" onClick={props.onAgain} data-autofocus>
                Tentar de novo
              </Button>
            )}
            <Button size="md" variant={credited ? 'filled' : 'default'} onClick={props.onNext}>
              Nova venda
            </Button>
          </>
        )}
        {credited && (
          <Button variant="default" size="md" onClick={() => window.print()}>
            Imprimir
          </Button>
        )}
        <Link to="/caixa/vendas/$id" params={{ id: String(sale.id) }}>
          Ver a venda {sale.id}
        </Link>
      </div>
      {credited && <Receipts sale={sale} settings={terminal.settings} />}
    </section>
  );
}

interface Look {
  readonly tone: 'good' | 'bad' | 'wait';
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

function lookOf(sale: TillSale, { settings }: TerminalRow): Look {
  const payment = sale.payments.at(-1);
  const message = payment?.message ?? '';
  if (sale.status === CREDITED)
    return { tone: 'good', icon: 'check', title: 'Venda paga', text: sale.methodName };
  if (sale.status === 5 && sale.isPix) {
    const text = 'O cliente lê o QR code no aplicativo do banco. Esta tela muda sozinha quando ele pagar.';
    return { tone: 'wait', icon: 'clock', title: 'Aguardando o Pix', text };
  }
  if (sale.status === 5 && sale.paymentUrl !== null) {
    const text = 'O cliente paga no celular: mostre o QR code ou envie o endereço.';
    return { tone: 'wait', icon: 'link', title: 'Aguardando', text };
  }
  if (sale.status === 5) {
    const where = settings.tefIdentifier ? ` (${settings.tefIdentifier})` : '';
    const text = settings.waitsForTef ? 'Enviando à maquininha…' : `Inicie a venda na maquininha${where}.`;
    return { tone: 'wait', icon: 'clock', title: 'Aguardando', text };
  }
  if (sale.status === 6) {
    return {
      tone: 'wait',
      icon: 'card',
      title: 'Na maquininha',
      text: 'Aproxime, insira ou passe o cartão.',
    };
  }
  if (sale.status === 15) {
    const isSelfPaid = sale.isPix || sale.paymentUrl !== null;
    const text = `${isSelfPaid ? 'Ninguém pagou' : 'A maquininha não atendeu'} a tempo. Nada foi cobrado.`;
    return { tone: 'bad', icon: 'clock', title: 'Expirada', text };
  }
  if (sale.status === 25) return { tone: 'bad', icon: 'cross', ...refusalOf(sale, message) };
  const wasPaid = sale.history.some(({ status }) => status === CREDITED);
  return { tone: 'bad', icon: 'undo', title: sale.statusName, text: canceledText({ wasPaid, message }) };
}
