import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { OrderRow } from '../../../../../src/panel/orders/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { ReferenceFilter } from '../../ui/lists/reference-filter.tsx';
import { type ReferenceSearch, readReferenceSearch } from '../../ui/lists/reference-search.ts';
import { RowCard } from '../../ui/lists/row-card.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { money } from '../../ui/text/format.ts';
import { STATUS_CHOICES } from './order-search.ts';
import { OrderStatus } from './order-status.tsx';

/** Orders saved by integrated systems and tills, newest first. */
export function OrdersScreen() {
  const { ref = '', situacao = '' } = useSearch({ from: '/inside/pedidos' });
  const navigate = useNavigate({ from: '/pedidos' });
  const formats = useFormats();
  const maySell = useMay('sales.sell');
  const orders = usePages<OrderRow>(['orders', ref, situacao], (page, signal) =>
    call('GET /orders', { query: { ...page, reference: ref, status: situacao }, signal }),
  );
  const columns: readonly ListColumn<OrderRow>[] = [
    {
      id: 'id',
      header: 'Pedido',
      cell: ({ row: { original } }) => (
        <Link to="/pedidos/$id" params={{ id: String(original.id) }}>
          <b>{titleOf(original)}</b>
        </Link>
      ),
    },
    { id: 'total', header: 'Total', cell: ({ row }) => <b>{money(row.original.total)}</b> },
    { id: 'status', header: 'Situação', cell: ({ row }) => <OrderStatus {...row.original} /> },
    { id: 'paid', header: 'Pago', cell: ({ row }) => money(row.original.paid) },
    {
      id: 'left',
      header: 'Falta',
      cell: ({ row: { original } }) => (original.status === 15 ? '–' : money(original.total - original.paid)),
    },
    { id: 'at', header: 'Quando', cell: ({ row }) => formats.short(row.original.createdAt) },
  ];
  const filter = (change: ReferenceSearch) =>
    navigate({
      search: readReferenceSearch({ ref, situacao, ...change }, STATUS_CHOICES),
      replace: true,
    });
  return (
    <>
      <ScreenHead title="Pedidos">
        {maySell && (
          <Button component={Link} to="/pedidos/novo">
            Novo pedido
          </Button>
        )}
      </ScreenHead>
      <ReferenceFilter search={{ ref, situacao }} choices={STATUS_CHOICES} onChange={filter} />
      <DataList<OrderRow>
        caption="Pedidos, mais novos primeiro"
        columns={columns}
        {...orders}
        rowKey={({ id }) => String(id)}
        filtered={ref !== '' || situacao !== ''}
        card={(order) => (
          <Link to="/pedidos/$id" params={{ id: String(order.id) }}>
            <RowCard
              amount={money(order.total)}
              state={<OrderStatus {...order} />}
              about={`${titleOf(order)}${order.status !== 15 && order.paid > 0 ? ` · pago ${money(order.paid)}` : ''}`}
              at={formats.short(order.createdAt)}
            />
          </Link>
        )}
        empty={
          <>
            <b>Nenhum pedido ainda</b>
            <p className="soft">
              Crie um aqui, ou pelo sistema da loja. Uma ou mais vendas o pagam: no Caixa daqui, num terminal
              ou pela integração.
            </p>
          </>
        }
        nothingFound={<b>Nenhum pedido com este filtro</b>}
      />
    </>
  );
}

function titleOf({ id, reference }: OrderRow): string {
  return reference ?? `Pedido ${id}`;
}
