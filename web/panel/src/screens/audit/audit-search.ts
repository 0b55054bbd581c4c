import type { AuditOrigin } from '../../../../../src/panel/audit/schema.ts';

export interface AuditSearch {
  readonly de?: string;
  readonly ate?: string;
  readonly pessoa?: number;
  readonly usuario?: number;
  readonly via?: AuditOrigin;
}

/** The panel's server writes the same words into its CSV (src/panel/audit/entry-words.ts). */
export const ORIGINS: Readonly<Record<AuditOrigin, string>> = {
  panel: 'Painel',
  key: 'Chave de integração',
  login: 'Login da API',
  link: 'Link de uso único',
  command: 'Linha de comando',
  none: 'Sem credencial',
};

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The filters of the audit, from the URL. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const day = (value: unknown) => (typeof value === 'string' && DAY.test(value) ? value : undefined);
  const id = (value: unknown) =>
    Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;
  const [de, ate, pessoa, usuario] = [day(search.de), day(search.ate), id(search.pessoa), id(search.usuario)];
  const via = Object.keys(ORIGINS).find((one) => one === search.via) as AuditOrigin | undefined;
  return {
    ...(de ? { de } : {}),
    ...(ate ? { ate } : {}),
    ...(pessoa ? { pessoa } : {}),
    ...(usuario ? { usuario } : {}),
    ...(via ? { via } : {}),
  };
}

/** The same filters as query parameters of the API. */
export function auditQueryOf({ de, ate, pessoa, usuario, via }: AuditSearch) {
  return {
    ...(de ? { from: de } : {}),
    ...(ate ? { to: ate } : {}),
    ...(pessoa ? { of: pessoa } : {}),
    ...(usuario ? { user: usuario } : {}),
    ...(via ? { origin: via } : {}),
  };
}
