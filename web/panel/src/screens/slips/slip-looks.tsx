import type { SlipLine } from '../../../../../src/panel/slips/schema.ts';
import { Badge, type Tone } from '../../ui/feedback/status.tsx';
import { dayText } from '../../ui/text/format.ts';
import type { IconName } from '../../ui/text/icon.tsx';

const LOOKS: Readonly<
  Record<SlipLine['stand'], { readonly label: string; readonly tone: Tone; readonly icon: IconName }>
> = {
  due: { label: 'A vencer', tone: 'info', icon: 'clock' },
  late: { label: 'Vencido', tone: 'wait', icon: 'warning' },
  clearing: { label: 'Prazo encerrado', tone: 'idle', icon: 'clock' },
  on_time: { label: 'Pago', tone: 'good', icon: 'check' },
  paid_late: { label: 'Pago com atraso', tone: 'good', icon: 'check' },
  taken_back: { label: 'Pagamento desfeito', tone: 'wrong', icon: 'undo' },
  other: { label: 'Cancelando', tone: 'wait', icon: 'undo' },
};

/** How a slip stands for its shop. */
export function SlipStand({ stand }: Pick<SlipLine, 'stand'>) {
  return <Badge {...LOOKS[stand]} />;
}

/** Until when it can be paid, where that is not its due date. */
export function untilText({ stand, dueOn, payableUntil }: SlipLine): string {
  const isOpen = stand === 'due' || stand === 'late';
  return isOpen && payableUntil > dueOn ? `aceito até ${dayText(payableUntil)}` : '';
}
