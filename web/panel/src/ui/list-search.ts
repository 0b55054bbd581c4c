/** The search words of a list, in its address. */
export function readListSearch(search: Record<string, unknown>): { busca?: string } {
  return typeof search.busca === 'string' && search.busca !== '' ? { busca: search.busca.slice(0, 100) } : {};
}
