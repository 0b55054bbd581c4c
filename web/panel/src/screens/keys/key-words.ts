import type { KeyRow } from '../../../../../src/panel/keys/schema.ts';

/** Names and uses of the kinds of keys. */
export const KEY_KINDS: Readonly<Record<KeyRow['kind'], { readonly label: string; readonly use: string }>> = {
  api: { label: 'Par da API', use: 'Para vender, capturar e estornar pela API' },
  checkout: { label: 'Par do checkout', use: 'Para pedir a chave pública que criptografa o cartão' },
  integration: { label: 'Chave de integração', use: 'Para produtos, terminais e clientes pela API' },
  postback: { label: 'Segredo dos avisos', use: 'Para conferir que um aviso veio mesmo do Guichê' },
};

export const KEY_STATES = {
  in_use: { label: 'Em uso', tone: 'good', icon: 'check' },
  expired: { label: 'Vencida', tone: 'idle', icon: 'clock' },
  revoked: { label: 'Revogada', tone: 'idle', icon: 'cross' },
} as const;
