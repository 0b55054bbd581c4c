/** The search words of a list, from the URL. */
export function readListSearch(search: Record<string, unknown>): { busca?: string } {
  return typeof search.busca === 'string' && search.busca !== '' ? { busca: search.busca.slice(0, 100) } : {};
}

export interface ArchivableSearch {
  readonly busca?: string;
  /** Shows the archived rows in place of those in use. */
  readonly arquivados?: true;
}

/** The same of a list whose rows can be archived. */
export function readArchivableSearch(search: Record<string, unknown>): ArchivableSearch {
  return { ...readListSearch(search), ...(search.arquivados === true ? { arquivados: true } : {}) };
}
