import type { OrderRow } from '../../../../../src/panel/orders/schema.ts';
import { Badge } from '../../ui/feedback/status.tsx';

const LOOKS = {
  5: { label: 'Aberto', tone: 'info', icon: 'list' },
  6: { label: 'Aguardando pagamento', tone: 'wait', icon: 'clock' },
  10: { label: 'Pago', tone: 'good', icon: 'check' },
  15: { label: 'Cancelado', tone: 'idle', icon: 'cross' },
} as const;

/** The state of an order, by the numbers of its interface. */
export function OrderStatus({ status, statusName }: Pick<OrderRow, 'status' | 'statusName'>) {
  const look = LOOKS[status as keyof typeof LOOKS];
  return look ? <Badge {...look} /> : <Badge label={statusName} tone="idle" icon="clock" />;
}
