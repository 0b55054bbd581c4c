import type { HealthState } from '../../../../../src/panel/health/schema.ts';
import type { Tone } from '../../ui/feedback/status.tsx';
import type { IconName } from '../../ui/text/icon.tsx';

/** Label, colour and icon of each state. */
export const STATE_LOOK: Readonly<Record<HealthState, { label: string; tone: Tone; icon: IconName }>> = {
  good: { label: 'Em ordem', tone: 'good', icon: 'check' },
  info: { label: 'Sem sinal', tone: 'idle', icon: 'clock' },
  warn: { label: 'Atenção', tone: 'wait', icon: 'warning' },
  bad: { label: 'Com problema', tone: 'wrong', icon: 'warning' },
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const NUMBER = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** `12 ms`, `1,4 s`, `3 min` */
export function shortDuration(ms: number): string {
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  return ms < MINUTE_MS ? `${NUMBER.format(ms / SECOND_MS)} s` : `${NUMBER.format(ms / MINUTE_MS)} min`;
}
