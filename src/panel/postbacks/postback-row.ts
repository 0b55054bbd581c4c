import type { PostbackRow as StoredPostback } from '../../gateway/postbacks/index.ts';
import { moment } from '../interface/moment.ts';
import type { PostbackRow, SalePostback } from './schema.ts';

/** Error codes of a failed attempt in Portuguese; codes of TLS and unknown ones are shown unchanged. */
const ERROR_WORDS: Readonly<Record<string, string>> = {
  timeout: 'sem resposta a tempo',
  refused: 'conexão recusada',
  unreachable: 'endereço inalcançável',
  reset: 'conexão interrompida',
  not_http: 'a resposta não é HTTP',
  name_not_found: 'o nome do endereço não existe',
  redirect: 'redirecionamento, que não é seguido',
  status: 'a loja não respondeu com sucesso (2xx)',
  interrupted: 'interrompido por uma parada do serviço',
  address_not_public: 'o endereço é de uma rede interna, para onde nada é enviado',
  port_not_allowed: 'a porta do endereço não é permitida',
  failed: 'falha na conexão',
};

export function errorWords(code: string | null | undefined): string | null {
  if (code === null || code === undefined) return null;
  return ERROR_WORDS[code] ?? (code.startsWith('tls') ? `certificado recusado (${code})` : code);
}

export function salePostbackOf(row: StoredPostback): SalePostback {
  const { status } = JSON.parse(row.body) as { status: number };
  return {
    transactionId: row.transaction_id,
    version: row.version,
    status,
    state: row.state,
    url: row.url,
    tries: row.tries,
    lastStatus: row.last_status,
    lastError: errorWords(row.last_error),
    nextAt: row.state === 'waiting' ? moment(row.next_at) : null,
    createdAt: moment(row.created_at),
    endedAt: row.ended_at === null ? null : moment(row.ended_at),
  };
}

/** `personName` is the shop that receives it. */
export function postbackRowOf(row: StoredPostback, personName: string): PostbackRow {
  const { referenceId, status = null } = JSON.parse(row.body) as { referenceId?: string; status?: number };
  return {
    ...salePostbackOf(row),
    status,
    referenceId: referenceId ?? null,
    personId: row.merchant_id,
    personName,
  };
}
