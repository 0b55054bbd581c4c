/** What the service does with histories of sales that have ended (docs/operating.md). */
export interface KeptHistory {
  readonly days: number;
  /** False: they are deleted without being archived. */
  readonly archived: boolean;
}

/** Shown in place of a history that has left the database. Each sale has had one: its first event is written with it. */
export function historyGoneText({ days, archived }: KeptHistory): string {
  const kept = `fica aqui por ${days} dias depois da última mudança`;
  return archived
    ? `O histórico desta venda foi arquivado: ele ${kept}. O operador da plataforma tem o arquivo.`
    : `O histórico desta venda foi apagado: ele ${kept}.`;
}
