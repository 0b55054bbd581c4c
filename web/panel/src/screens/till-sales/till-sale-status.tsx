import { Badge } from '../../ui/feedback/status.tsx';

const LOOKS = {
  5: { tone: 'wait', icon: 'clock' },
  6: { tone: 'wait', icon: 'card' },
  10: { tone: 'good', icon: 'check' },
  15: { tone: 'idle', icon: 'clock' },
  18: { tone: 'wait', icon: 'undo' },
  19: { tone: 'wait', icon: 'undo' },
  20: { tone: 'idle', icon: 'undo' },
  25: { tone: 'wrong', icon: 'cross' },
} as const;

/** The state of a till sale, by the numbers of its interface. */
export function TillSaleStatus({
  status,
  statusName,
}: {
  readonly status: number;
  readonly statusName: string;
}) {
  const look = LOOKS[status as keyof typeof LOOKS] ?? { tone: 'idle', icon: 'clock' };
  return <Badge label={statusName} tone={look.tone} icon={look.icon} />;
}
