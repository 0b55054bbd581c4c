import type { ShownStand } from '../../../../../src/panel/acquirers/schema.ts';
import { useFormats } from '../../session/session.ts';
import { Badge } from '../../ui/feedback/status.tsx';

const LOOKS = {
  healthy: { label: 'Funcionando', tone: 'good', icon: 'check' },
  open: { label: 'Com falhas', tone: 'wrong', icon: 'warning' },
  paused: { label: 'Pausada', tone: 'wait', icon: 'clock' },
} as const;

/** Whether sales that another account could take avoid this one. */
export function StandBadge({ stand }: { readonly stand: ShownStand }) {
  const { minute } = useFormats();
  const look = LOOKS[stand.state];
  return <Badge {...look} label={stand.until ? `${look.label} até ${minute(stand.until)}` : look.label} />;
}

/** Since when and why; nothing of one that works. */
export function StandText({ stand }: { readonly stand: ShownStand }) {
  const { full } = useFormats();
  const { state, since, reason } = stand;
  if (state === 'healthy') return null;
  const parts = [
    since && `Desde ${full(since)}`,
    reason,
    'As vendas que outra conta pode fazer vão para a outra.',
  ].filter(Boolean);
  return <>{parts.join(' · ')}</>;
}
