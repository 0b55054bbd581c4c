import type { WriteTransaction } from '../../platform/database/index.ts';

/**
 * What a person's address is notified of (`callbackTipo`), by the numbers of the interface. Addresses for 2 are stored
 * but never called.
 */
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
  /** Calls of one queue, such as `venda-12`, arrive in the order of their versions. */
  readonly queue: string;
  readonly version: number;
  readonly personId: number;
  /** With all its facts in the query. */
  readonly url: string;
  readonly reference: string | undefined;
  readonly status: number;
}

/** Outbox of callbacks: they are written in the same commit as the change, and delivered afterwards. */
export interface CallbackOutbox {
  write(transaction: WriteTransaction, callbacks: readonly NewCallback[]): Promise<void>;
}

/** The query parameters of a call, in the order of the original service; undefined is sent as an empty value. */
export interface CallbackFacts {
  readonly document: string;
  readonly saleId?: number | undefined;
  readonly saleReference?: string | undefined;
  readonly orderId?: number | undefined;
  readonly orderReference?: string | undefined;
  /** Of an entry of a recurrence: told only of such. */
  readonly entry?: {
    readonly recurrenceId: number;
    readonly reference: string | undefined;
    readonly number: number;
  };
  /** Of a print job: told only of such. */
  readonly print?: {
    readonly jobId: number;
    readonly reference: string | undefined;
    readonly status: number;
  };
}

/** The address with the facts added to its query; its own parameters stay. */
export function callbackUrl(address: string, facts: CallbackFacts): string {
  const url = new URL(address);
  const parameters: Record<string, string | number | undefined> = {
    cpfCnpj: facts.document,
    intencaoVendaId: facts.saleId,
    intencaoVendaReferencia: facts.saleReference,
    pedidoId: facts.orderId,
    pedidoReferencia: facts.orderReference,
    ...(facts.entry && {
      pagamentoRecorrenteId: facts.entry.recurrenceId,
      pagamentoRecorrenteReferencia: facts.entry.reference,
      pagamentoRecorrenteParcela: facts.entry.number,
    }),
    ...(facts.print && {
      intencaoImpressaoId: facts.print.jobId,
      intencaoImpressaoReferencia: facts.print.reference,
      status: facts.print.status,
    }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value ?? ''));
  return url.href;
}
