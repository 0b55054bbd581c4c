import { useQuery } from '@tanstack/react-query';
import type { OrderRow } from '../../../../../src/panel/orders/schema.ts';
import { call } from '../../api/call.ts';
import { Choice } from '../../ui/forms/choice.tsx';
import { money } from '../../ui/text/format.ts';

const SHOWN = 200;
/** Pendente and Em pagamento, as numbers of `pedidoStatus`. */
const UNPAID = '5,6';

/** The order that a sale pays, picked from those that are not paid yet; nothing is shown while there is none. */
export function OrderField(props: {
  /** `''`: none. */
  readonly value: string;
  /** With what is left to pay of it. */
  readonly onChange: (orderId: string, left: number | undefined) => void;
  readonly error: string | undefined;
}) {
  const { value } = props;
  const orders = useQuery({
    queryKey: ['orders', 'unpaid'],
    queryFn: ({ signal }) => call('GET /orders', { query: { status: UNPAID, limit: SHOWN }, signal }),
  });
  const open = (orders.data?.items ?? []).filter((order) => leftOf(order) > 0 || String(order.id) === value);
  if (open.length === 0 && value === '') return null;
  const data = open.map((order) => ({ value: String(order.id), label: labelOf(order) }));
  const isListed = data.some((choice) => choice.value === value);
  return (
    <Choice
      label="Pedido"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Tirar o pedido' }}
      placeholder="Nenhum: escolha um pedido"
      nothingFoundMessage="Nenhum pedido em aberto com este nome"
      data={isListed || value === '' ? data : [...data, { value, label: `Pedido ${value}` }]}
      value={value === '' ? null : value}
      onChange={(id) => {
        const order = open.find((one) => String(one.id) === id);
        props.onChange(id ?? '', order && leftOf(order));
      }}
      error={props.error}
    />
  );
}

function leftOf({ total, paid, inPayment }: OrderRow): number {
  return Math.max(total - paid - inPayment, 0);
}

function labelOf(order: OrderRow): string {
  const name = order.reference === null ? `Pedido ${order.id}` : `${order.reference} (nº ${order.id})`;
  return `${name} · falta ${money(leftOf(order))}`;
}
