import type { PostbackRow } from '../../../../../src/panel/postbacks/schema.ts';
import { saleStatusLabel } from '../../ui/feedback/status.tsx';

/** Label, colour and icon of a postback's state. */
export const POSTBACK_LOOKS = {
  delivered: { label: 'Entregue', tone: 'good', icon: 'check' },
  failed: { label: 'Falhou', tone: 'wrong', icon: 'cross' },
  waiting: { label: 'Na fila', tone: 'wait', icon: 'clock' },
} as const;

/** The filters of the list in the URL. */
export interface PostbackSearch {
  readonly state?: keyof typeof POSTBACK_LOOKS;
  readonly search?: string;
}

/** Reads the known filters of a URL. */
export function readPostbackSearch(given: Record<string, unknown>): PostbackSearch {
  const state = Object.keys(POSTBACK_LOOKS).find((one) => one === given.state);
  const search =
    typeof given.search === 'string' || typeof given.search === 'number' ? String(given.search) : '';
  return {
    ...(state === undefined ? {} : { state: state as keyof typeof POSTBACK_LOOKS }),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
  };
}

/** The shop's last answer. */
export function answerText({
  lastStatus,
  lastError,
  tries,
}: Pick<PostbackRow, 'lastStatus' | 'lastError' | 'tries'>) {
  if (lastStatus !== null) return `HTTP ${lastStatus}`;
  return lastError ?? (tries === 0 ? 'ainda não enviado' : 'sem resposta');
}

/** What it is about: the status of a sale, or a card that was stored without one. */
export function newsOf({ status }: Pick<PostbackRow, 'status'>): string {
  if (status === null) return 'Cartão salvo';
  return `${saleStatusLabel({ status, capturedAmount: 0, refundedAmount: 0 })} (${status})`;
}
