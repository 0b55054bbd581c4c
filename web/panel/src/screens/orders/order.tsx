import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Order } from '../../../../../src/panel/orders/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { PlainTable } from '../../ui/lists/plain-table.tsx';
import { BackLink } from '../../ui/screens/back-link.tsx';
import { Fact, Facts } from '../../ui/screens/facts.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Columns, Section, Sheet, Split } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import { TillSaleStatus } from '../till-sales/till-sale-status.tsx';
import { OrderStatus } from './order-status.tsx';
import styles from './orders.module.css';

const LOOK_EVERY_MS = 5_000;
const ONE = 10_000;

/** One order: products, payment methods, its sales, cancel. */
export function OrderScreen() {
  const { id } = useParams({ from: '/inside/pedidos/$id' });
  const order = useQuery({
    queryKey: ['order', id],
    queryFn: ({ signal }) => call('GET /orders/:id', { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.inPayment > 0 ? LOOK_EVERY_MS : false),
  });
  if (order.error) return <ErrorNotice error={order.error} onRetry={() => order.refetch()} />;
  return order.data ? <Shown order={order.data} /> : <Loading />;
}

function Shown({ order }: { readonly order: Order }) {
  const maySell = useMay('sales.sell');
  const formats = useFormats();
  const [canceling, setCanceling] = useState(false);
  const left = Math.max(order.total - order.paid - order.inPayment, 0);
  return (
    <>
      <BackLink to="/pedidos" label="Pedidos" />
      <ScreenHead title={order.reference ?? `Pedido ${order.id}`}>
        <OrderStatus {...order} />
        {maySell && left > 0 && order.status !== 15 && (
          <Link className={styles.receive} to="/caixa" search={{ pedido: order.id, falta: left }}>
            Receber {money(left)}
          </Link>
        )}
        {maySell && order.mayCancel && (
          <Button variant="default" onClick={() => setCanceling(true)}>
            Cancelar pedido
          </Button>
        )}
      </ScreenHead>
      <Columns>
        <Sheet>
          <Section title={money(order.total)}>
            <Facts>
              <Fact label="Criado" value={formats.full(order.createdAt)} />
              <Fact label="Referência" value={order.reference} copy={order.reference} />
              <Fact label="Número" value={order.id} copy={String(order.id)} />
              <Fact
                label="Soma dos produtos"
                value={order.itemsTotal === order.total ? null : money(order.itemsTotal)}
              />
              <Fact label="Observação" value={order.note} wide />
            </Facts>
          </Section>
          <Split
            figures={[
              ['Pago', money(order.paid)],
              ['Em pagamento', money(order.inPayment)],
              ['Falta', order.status === 15 ? '–' : money(left)],
            ]}
          />
          <Section title="Produtos">
            <Products order={order} />
          </Section>
          <Section title="Vendas deste pedido">
            {order.sales.length > 0 ? <Sales order={order} /> : <p className="soft">Nenhuma venda ainda.</p>}
          </Section>
        </Sheet>
        <Sheet>
          <Section title="Formas de pagamento">
            <Methods order={order} />
          </Section>
        </Sheet>
      </Columns>
      {canceling && <CancelOrder order={order} onClose={() => setCanceling(false)} />}
    </>
  );
}

function Products({ order }: { readonly order: Order }) {
  return (
    <PlainTable headings={['Produto', 'Quantidade', 'Preço']}>
      {order.items.map(({ position, name, quantity, price }) => (
        <tr key={position}>
          <td>{name}</td>
          <td>{(quantity / ONE).toLocaleString('pt-BR')}</td>
          <td>{money(price)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

function Sales({ order }: { readonly order: Order }) {
  const formats = useFormats();
  return (
    <PlainTable headings={['Venda', 'Situação', 'Valor']}>
      {order.sales.map((sale) => (
        <tr key={sale.id}>
          <td>
            <Link to="/caixa/vendas/$id" params={{ id: String(sale.id) }}>
              {sale.methodName}
            </Link>
            <div className="soft">{formats.short(sale.createdAt)}</div>
          </td>
          <td>
            <TillSaleStatus {...sale} />
          </td>
          <td>{money(sale.finalValue)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

function Methods({ order: { methods } }: { readonly order: Order }) {
  if (methods.length === 0) return <p className="soft">Qualquer uma que a loja aceita.</p>;
  return (
    <ul className={styles.methods}>
      {methods.map(({ id, name, maxInstallments, acquirer }) => (
        <li key={id}>
          {name}
          <div className="soft">
            {[maxInstallments > 1 ? `até ${maxInstallments}x` : 'à vista', acquirer]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </li>
      ))}
    </ul>
  );
}

function CancelOrder({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => call('POST /orders/:id/cancel', { path: { id: order.id } }),
    onSuccess: async (saved) => {
      client.setQueryData(['order', String(order.id)], saved);
      onClose();
      await client.invalidateQueries({ queryKey: ['orders'] });
    },
  });
  return (
    <ConfirmDialog
      title="Cancelar este pedido?"
      verb="Cancelar pedido"
      pending={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    >
      <p>Nenhuma venda o paga mais. Um pedido cancelado não volta.</p>
    </ConfirmDialog>
  );
}
