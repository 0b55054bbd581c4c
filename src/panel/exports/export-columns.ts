import type { LocalTime } from '../../platform/time/clock.ts';
import { KIND_WORDS } from '../sales/kind-words.ts';
import { statusWord } from '../sales/status-words.ts';
import { type ExportedSale, isPaidPix } from './with-payers.ts';

/**
 * What a column of a file holds: money is centavos, a day `yyyy-MM-dd`, a time of day `HH:mm:ss`. An identifier is a text
 * whatever it looks like, of which no digit may be lost.
 */
export type CellKind = 'text' | 'identifier' | 'money' | 'day' | 'clock' | 'number';

export interface ExportColumn {
  readonly title: string;
  readonly kind: CellKind;
  cell(sale: ExportedSale, time: LocalTime): string | number | null;
}

const column = (kind: CellKind, title: string, cell: ExportColumn['cell']): ExportColumn => ({
  title,
  kind,
  cell,
});

/** By the names of the list's columns. */
const COLUMNS: Readonly<Record<string, readonly ExportColumn[]>> = {
  createdAt: [
    column('day', 'Data', ({ createdAt }, time) => time.day(Date.parse(createdAt))),
    column('clock', 'Hora', ({ createdAt }, time) => time.iso(Date.parse(createdAt)).slice(11)),
  ],
  amount: [
    column('money', 'Valor', ({ value }) => value),
    column('money', 'Autorizado', ({ amount }) => amount),
  ],
  status: [column('text', 'Situação', statusWord)],
  card: [
    column('text', 'Bandeira', ({ brand }) => brand),
    column('identifier', 'Final do cartão', ({ last4 }) => last4),
    column('text', 'Tipo', ({ kind }) => KIND_WORDS[kind]),
    column('text', 'Forma no caixa', ({ method }) => method),
  ],
  installments: [column('number', 'Parcelas', ({ installments }) => installments)],
  referenceId: [column('identifier', 'Pedido', ({ referenceId }) => referenceId)],
  customer: [
    column('text', 'Cliente', ({ customerName }) => customerName),
    column('identifier', 'CPF/CNPJ do cliente', ({ customerDocument }) => customerDocument),
    column('text', 'Pagador do Pix', ({ payer }) => payer?.name ?? null),
    column('identifier', 'CPF/CNPJ do pagador', ({ payer }) => payer?.document ?? null),
  ],
  personName: [column('text', 'Loja', ({ personName }) => personName)],
  terminalName: [column('text', 'Terminal', ({ terminalName }) => terminalName)],
  nsu: [column('identifier', 'NSU', ({ nsu }) => nsu)],
  providerReference: [
    // Before it is paid, a Pix has the txid of its charge there.
    column('identifier', 'TID', (sale) => (isPaidPix(sale) ? null : sale.providerReference)),
    column('identifier', 'Identificador do Pix (endToEndId)', (sale) =>
      isPaidPix(sale) ? sale.providerReference : null,
    ),
  ],
  authorizationCode: [column('identifier', 'Autorização', ({ authorizationCode }) => authorizationCode)],
  provider: [column('text', 'Adquirente', ({ provider }) => provider)],
  capturedAmount: [column('money', 'Capturado', ({ capturedAmount }) => capturedAmount)],
  refundedAmount: [column('money', 'Estornado', ({ refundedAmount }) => refundedAmount)],
  disputedAmount: [column('money', 'Contestado', ({ disputedAmount }) => disputedAmount)],
  leftAmount: [
    column('money', 'Capturado menos estornos', (sale) => sale.capturedAmount - sale.refundedAmount),
  ],
  id: [column('text', 'Id', ({ id }) => id)],
};
/** Without them a file could not be added up. */
const ALWAYS = ['capturedAmount', 'refundedAmount', 'leftAmount', 'id'];
/** Of the file for the accountant, which leaves the shop by e-mail: not who bought. */
const FOR_ACCOUNTANTS = Object.keys(COLUMNS).filter((name) => name !== 'customer' && name !== 'personName');

/**
 * The requested columns in their order, and those that every file has; all columns if none is named. Unknown names are
 * ignored.
 */
export function exportColumns(names: string | undefined): readonly ExportColumn[] {
  const request = names?.split(',') ?? Object.keys(COLUMNS);
  return [...new Set([...request, ...ALWAYS])].flatMap((name) =>
    Object.hasOwn(COLUMNS, name) ? (COLUMNS[name] ?? []) : [],
  );
}

export function accountantColumns(): readonly ExportColumn[] {
  return exportColumns(FOR_ACCOUNTANTS.join(','));
}
