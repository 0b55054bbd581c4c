import {
  type ReferenceSearch,
  readReferenceSearch,
  type StateChoice,
} from '../../ui/lists/reference-search.ts';

/** In the order of the choices. */
export const STATE_CHOICES: readonly StateChoice[] = [
  { value: '', label: 'Todas as situações' },
  { value: 'active', label: 'Ativas' },
  { value: 'refused', label: 'Com cobrança recusada' },
  { value: 'ended', label: 'Encerradas' },
  { value: 'canceled', label: 'Canceladas' },
];

export interface RecurrenceSearch extends ReferenceSearch {
  /** Only of this client. */
  readonly cliente?: number;
}

/** The filters of the recurrences, from the URL. */
export function readRecurrenceSearch(search: Record<string, unknown>): RecurrenceSearch {
  const cliente = Number(search.cliente);
  return {
    ...readReferenceSearch(search, STATE_CHOICES),
    ...(Number.isSafeInteger(cliente) && cliente > 0 ? { cliente } : {}),
  };
}
