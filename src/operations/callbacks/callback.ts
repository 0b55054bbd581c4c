import type { WriteTransaction } from '../../platform/index.ts';

/** What a person's address is told of (`callbackTipo`), by the numbers of the interface. 2 and 3 are stored and told nothing. */
export const CALLBACK_TYPE = { sales: 1, query: 2, printing: 3 } as const;
export type CallbackType = (typeof CALLBACK_TYPE)[keyof typeof CALLBACK_TYPE];

const NAMES: Readonly<Record<CallbackType, string>> = {
  1: 'UrlRetorno',
  2: 'UrlConsulta',
  3: 'UrlRetornoImpressao',
};
export const CALLBACK_TYPES = Object.values(CALLBACK_TYPE);

export function callbackTypeName(type: CallbackType): string {
  return NAMES[type];
}

/** An address of a person: one for each type. */
export interface CallbackAddress {
  readonly id: number;
  readonly personId: number;
  readonly type: CallbackType;
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** One call to an address. */
export interface NewCallback {
  /** Calls of one queue arrive in the order of their versions: `venda-12`. */
  readonly queue: string;
  readonly version: number;
  readonly personId: number;
  /** With everything that it tells in its query. */
  readonly url: string;
  readonly reference: string | undefined;
  readonly status: number;
}

/** Delivers what is written here, in the commit of the change that it tells. */
export interface CallbackOutbox {
  write(transaction: WriteTransaction, callbacks: readonly NewCallback[]): Promise<void>;
}

/** What a call tells, in the order of the original service; what is undefined is told empty. */
export interface CallbackFacts {
  readonly document: string;
  readonly saleId?: number | undefined;
  readonly saleReference?: string | undefined;
  readonly orderId?: number | undefined;
  readonly orderReference?: string | undefined;
}

/** The address with the facts in its query; parameters that it has itself stay. */
export function callbackUrl(address: string, facts: CallbackFacts): string {
  const url = new URL(address);
  const told: Record<string, string | number | undefined> = {
    cpfCnpj: facts.document,
    intencaoVendaId: facts.saleId,
    intencaoVendaReferencia: facts.saleReference,
    pedidoId: facts.orderId,
    pedidoReferencia: facts.orderReference,
  };
  for (const [name, value] of Object.entries(told)) url.searchParams.set(name, String(value ?? ''));
  return url.href;
}
