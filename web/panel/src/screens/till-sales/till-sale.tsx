import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { TillPayment, TillSale } from '../../../../../src/panel/till/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PlainTable } from '../../ui/lists/plain-table.tsx';
import { BackLink } from '../../ui/screens/back-link.tsx';
import { Fact, Facts } from '../../ui/screens/facts.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Columns, Section, Sheet } from '../../ui/screens/sheet.tsx';
import { age } from '../../ui/text/age.ts';
import { money } from '../../ui/text/format.ts';
import { SettleDialog } from '../attention/settle-dialog.tsx';
import { Receipts } from '../till/receipts.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { TillSaleStatus } from './till-sale-status.tsx';
import styles from './till-sales.module.css';

const LOOK_EVERY_MS = 2_000;
const OPEN = [5, 6, 18, 19];
const ONE = 10_000;
const ALL_COPIES = { printsProducts: true, printsMerchantReceipt: true, printsBuyerReceipt: true };

/** One sale of the till: products, payments, history, cancel, receipts. */
export function TillSaleScreen() {
  const { id } = useParams({ from: '/inside/caixa/vendas/$id' });
  const sale = useQuery({
    queryKey: ['till-sale', id],
    queryFn: ({ signal }) => call('GET /till/sales/:id', { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && OPEN.includes(state.data.status) ? LOOK_EVERY_MS : false),
  });
  if (sale.error) return <ErrorNotice error={sale.error} onRetry={() => sale.refetch()} />;
  return sale.data ? <Shown sale={sale.data} /> : <Loading />;
}

const STUCK: Readonly<Record<NonNullable<TillSale['stuck']>['cause'], string>> = {
  silent: 'A maquininha não dá notícia desta venda',
  untold: 'Esta venda terminou sem a maquininha, que não disse se moveu dinheiro',
  charged: 'A maquininha cobrou depois que esta venda terminou: o valor precisa voltar ao comprador',
  notCharged: 'A maquininha diz que esta venda não foi cobrada',
  notRefunded: 'A maquininha diz que o valor desta venda não voltou ao comprador',
  refundedTwice: 'A maquininha pode ter devolvido o valor desta venda duas vezes',
};

function Shown({ sale }: { readonly sale: TillSale }) {
  const mayRefund = useMay('sales.refund');
  const maySell = useMay('sales.sell');
  const [canceling, setCanceling] = useState(false);
  const [settling, setSettling] = useState<TillSale['stuck']>(null);
  const mayCancel = sale.mayGiveUp ? maySell : sale.cancel.possible && mayRefund;
  return (
    <>
      <BackLink to="/vendas" label="Vendas" />
      <ScreenHead title={`Venda ${sale.id}`}>
        <div className={styles.actions}>
          {sale.status === 10 && (
            <Button variant="default" onClick={() => window.print()}>
              Imprimir
            </Button>
          )}
          {mayCancel && (
            <Button variant="default" onClick={() => setCanceling(true)}>
              {sale.mayGiveUp ? 'Desistir da venda' : 'Cancelar venda'}
            </Button>
          )}
        </div>
      </ScreenHead>
      {sale.stuck && (
        <div className={styles.stuck}>
          <Notice tone="bad">
            {STUCK[sale.stuck.cause]} ({age(sale.stuck.since)}). Confira no comprovante ou com a adquirente o
            que aconteceu.
            {mayRefund && (
              <Button mt="xs" variant="default" onClick={() => setSettling(sale.stuck)}>
                Encerrar com a resposta da adquirente
              </Button>
            )}
          </Notice>
        </div>
      )}
      <Columns>
        <Sheet>
          <SaleFacts sale={sale} />
          {sale.items.length > 0 && (
            <Section title="Produtos">
              <Products sale={sale} />
            </Section>
          )}
          {sale.payments.map((payment) => (
            <Section key={payment.id} title={payment.type === 'cancel' ? 'Cancelamento' : 'Pagamento'}>
              <PaymentFacts sale={sale} payment={payment} />
            </Section>
          ))}
        </Sheet>
        <Sheet>
          <History sale={sale} />
        </Sheet>
      </Columns>
      {sale.status === 10 && <Receipts sale={sale} settings={ALL_COPIES} />}
      {settling && <Settling sale={sale} stuck={settling} onClose={() => setSettling(null)} />}
      {canceling && <CancelDialog sale={sale} onClose={() => setCanceling(false)} />}
    </>
  );
}

function SaleFacts({ sale }: { readonly sale: TillSale }) {
  const formats = useFormats();
  return (
    <Section title={money(sale.finalValue)}>
      <Facts>
        <Fact label="Situação" value={<TillSaleStatus {...sale} />} />
        <Fact label="Data" value={formats.full(sale.createdAt)} />
        <Fact label="Forma de pagamento" value={sale.methodName} />
        <Fact label="Parcelas" value={sale.installments > 1 ? `${sale.installments}x` : 'À vista'} />
        <Fact label="Terminal" value={sale.terminalName} />
        <Fact label="Operador" value={sale.operatorName} />
        <Fact label="Referência" value={sale.reference} copy={sale.reference} />
        <Fact label="Transação" value={sale.transactionId && transactionLink(sale.transactionId)} />
        <Fact
          label="Página de pagamento"
          value={sale.mayGiveUp ? sale.paymentUrl : null}
          copy={sale.paymentUrl}
          wide
        />
        <Fact label="Pedido" value={sale.orderId === null ? null : orderLink(sale.orderId)} />
        <Fact label="Desconto" value={sale.discount > 0 ? money(sale.discount) : null} />
        <Fact label="Acréscimo" value={sale.surcharge > 0 ? money(sale.surcharge) : null} />
      </Facts>
    </Section>
  );
}

function History({ sale }: { readonly sale: TillSale }) {
  const formats = useFormats();
  return (
    <Section title="Histórico">
      <ol className={styles.history}>
        {sale.history.map((event) => (
          <li key={`${event.at} ${event.status}`}>
            <b>{event.statusName}</b>
            <p className="soft">
              {formats.full(event.at)} · {event.by}
              {event.reason !== null && ` · ${event.reason}`}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Settling({
  sale,
  stuck,
  onClose,
}: {
  readonly sale: TillSale;
  readonly stuck: NonNullable<TillSale['stuck']>;
  readonly onClose: () => void;
}) {
  const client = useQueryClient();
  return (
    <SettleDialog
      amount={sale.finalValue}
      options={stuck.options}
      question="O que o comprovante ou a adquirente diz?"
      onSettle={({ status }, reason) =>
        call('POST /till/sales/:id/settle', {
          path: { id: sale.id },
          body: { status, subject: stuck.subject, reason },
        })
      }
      onClose={onClose}
      onDone={() => {
        onClose();
        return client.invalidateQueries({ queryKey: ['till-sale', String(sale.id)] });
      }}
    />
  );
}

function orderLink(id: number) {
  return (
    <Link to="/pedidos/$id" params={{ id: String(id) }}>
      Pedido {id}
    </Link>
  );
}

function transactionLink(id: string) {
  return (
    <Link to="/vendas/$id" params={{ id }}>
      Ver a cobrança
    </Link>
  );
}

function Products({ sale }: { readonly sale: TillSale }) {
  return (
    <PlainTable headings={['Produto', 'Quantidade', 'Valor']}>
      {sale.items.map((item) => (
        <tr key={`${item.name} ${item.price} ${item.quantity}`}>
          <td>{item.name}</td>
          <td>{(item.quantity / ONE).toLocaleString('pt-BR')}</td>
          <td>{money(item.price)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

const PAYMENT_STATES = {
  waiting: 'À espera da maquininha',
  underWay: 'Na maquininha',
  finished: 'Finalizado',
} as const;

function PaymentFacts({
  sale: { isPix, transactionId },
  payment,
}: {
  readonly sale: TillSale;
  readonly payment: TillPayment;
}) {
  const formats = useFormats();
  const waits = payment.state === 'waiting' && transactionId !== null;
  return (
    <Facts>
      <Fact label="Situação" value={waits ? 'À espera do cliente' : PAYMENT_STATES[payment.state]} />
      <Fact label="Resposta" value={payment.message} />
      <Fact label="NSU" value={payment.nsu} copy={payment.nsu} mono />
      <Fact label="Autorização" value={payment.authorization} copy={payment.authorization} mono />
      <Fact label="Identificação do Pix" value={payment.pixId} copy={payment.pixId} mono wide />
      <Fact label={isPix ? 'Banco' : 'Adquirente'} value={payment.acquirer} />
      <Fact label="Bandeira" value={isPix ? null : payment.brand} />
      <Fact label="Atualizado" value={formats.full(payment.updatedAt)} />
    </Facts>
  );
}
