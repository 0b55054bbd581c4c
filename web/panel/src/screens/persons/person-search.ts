import type { PersonStatus } from '../../../../../src/panel/persons/schema.ts';
import { readListSearch } from '../../ui/lists/list-search.ts';

export interface PersonSearch {
  readonly busca?: string;
  readonly situacao?: PersonStatus;
}

const STATUSES: readonly PersonStatus[] = ['waiting', 'active', 'inactive'];

/** The filters of the list of persons, from the URL. */
export function readPersonSearch(search: Record<string, unknown>): PersonSearch {
  const situacao = STATUSES.find((one) => one === search.situacao);
  return { ...readListSearch(search), ...(situacao ? { situacao } : {}) };
}
