/** The search words of a list, from the URL. */
export function readListSearch(search: Record<string, unknown>): { busca?: string } {
  return typeof search.busca === 'string' && search.busca !== '' ? { busca: search.busca.slice(0, 100) } : {};
}
