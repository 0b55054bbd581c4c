import type { AuditOrigin } from './schema.ts';

const RESULTS: Readonly<Record<string, string>> = {
  ok: 'Feito',
  begun: 'Começado',
  failed: 'Falhou',
  login_invalid: 'Recusado: login ou senha inválidos',
  login_locked: 'Recusado: entrada bloqueada',
  not_allowed: 'Recusado: sem permissão',
  not_authorized: 'Recusado: sem permissão',
  not_found: 'Recusado: não encontrado',
  record_unknown: 'Recusado: não encontrado',
  person_foreign: 'Recusado: fora do alcance',
  field_invalid: 'Recusado: campo inválido',
  second_factor_invalid: 'Recusado: código errado',
  second_factor_locked: 'Recusado: códigos errados demais',
  second_factor_missing: 'Recusado: falta o segundo fator exigido',
  second_factor_needed: 'Recusado: faltou confirmar quem é',
  passkey_invalid: 'Recusado: chave de acesso não confere',
  passkey_refused: 'Recusado: chave de acesso não aceita',
  passkeys_full: 'Recusado: chaves de acesso demais',
  session_missing: 'Recusado: sem sessão',
};

const ORIGINS: Readonly<Record<AuditOrigin, string>> = {
  panel: 'Painel',
  key: 'Chave de integração',
  login: 'Login da API',
  link: 'Link de uso único',
  command: 'Linha de comando',
  none: 'Sem credencial',
};

const RECORDS: Readonly<Record<string, string>> = {
  acquirer: 'Conta em adquirente',
  caixa: 'Fechamento',
  callback: 'Endereço de avisos',
  categoria: 'Categoria',
  'checkout-id': 'Identificador público',
  cliente: 'Cliente',
  clienteCartao: 'Cartão de cliente',
  clientePagamento: 'Programa da maquininha',
  credential: 'Chave',
  impressora: 'Impressora',
  intencaoImpressao: 'Impressão',
  intencaoVenda: 'Venda',
  link: 'Link',
  operador: 'Operador',
  pagamentoExterno: 'Pagamento',
  pagamentoRecorrente: 'Recorrência',
  passkey: 'Chave de acesso',
  pedido: 'Pedido',
  person: 'Pessoa',
  pessoa: 'Pessoa',
  produto: 'Produto',
  produtoCategoria: 'Categoria',
  recorrencia: 'Recorrência',
  routing: 'Rotas, versão',
  sale: 'Venda',
  statement_line: 'Linha de extrato',
  terminal: 'Terminal',
  terminalFisico: 'Terminal físico',
  transaction: 'Transação',
  user: 'Usuário',
  venda: 'Venda',
  view: 'Visão',
};

/** The result in Portuguese; for a refusal without a text its code, for support. */
export function resultTitle(result: string): string {
  return RESULTS[result] ?? `Recusado (${result})`;
}

/** How the caller was authenticated. */
export function originTitle(origin: string | null): string {
  if (origin === null) return '';
  return Object.hasOwn(ORIGINS, origin) ? ORIGINS[origin as AuditOrigin] : origin;
}

/** `person:12` as `Pessoa 12`. */
export function recordTitle(record: string | null): string {
  const [, kind = '', name = ''] = /^([\w-]+):(.*)$/s.exec(record ?? '') ?? [];
  return Object.hasOwn(RECORDS, kind) ? `${RECORDS[kind]} ${name}` : (record ?? '');
}
