import { Link } from '@tanstack/react-router';
import type { SaleRow } from '../../../../../src/panel/sales/schema.ts';
import type { ListColumn } from '../../ui/data-list.tsx';
import { documentText, type LocalFormats, money } from '../../ui/format.ts';
import { SaleStatus } from '../../ui/status.tsx';

/** What the column chooser offers, in this order; the first stays. */
export const SALE_COLUMNS = [
  { id: 'createdAt', label: 'Data', usual: true },
  { id: 'amount', label: 'Valor', usual: true },
  { id: 'status', label: 'Situação', usual: true },
  { id: 'card', label: 'Cartão', usual: true },
  { id: 'installments', label: 'Parcelas', usual: true },
  { id: 'referenceId', label: 'Pedido', usual: true },
  { id: 'customer', label: 'Cliente', usual: true },
  { id: 'personName', label: 'Loja', usual: false },
  { id: 'nsu', label: 'NSU', usual: false },
  { id: 'providerReference', label: 'TID', usual: false },
  { id: 'authorizationCode', label: 'Autorização', usual: false },
  { id: 'provider', label: 'Adquirente', usual: false },
  { id: 'capturedAmount', label: 'Capturado', usual: false },
  { id: 'refundedAmount', label: 'Estornado', usual: false },
] as const;

export function installmentsText({ installments, kind }: Pick<SaleRow, 'installments' | 'kind'>): string {
  if (kind === 'debit') return 'Débito';
  return installments > 1 ? `${installments}x` : 'À vista';
}

export function cardText({ brand, last4 }: Pick<SaleRow, 'brand' | 'last4'>): string {
  return [brand ?? 'Cartão', last4].filter(Boolean).join(' ');
}

/** The columns of the list; dates in the service's time zone. */
export function saleColumns(formats: LocalFormats): readonly ListColumn<SaleRow>[] {
  return [
    {
      id: 'createdAt',
      header: 'Data',
      cell: ({ row }) => (
        <Link to="/vendas/$id" params={{ id: row.original.id }} className="number">
          {formats.short(row.original.createdAt)}
        </Link>
      ),
    },
    { id: 'amount', header: 'Valor', cell: ({ row }) => <b>{money(row.original.amount)}</b> },
    { id: 'status', header: 'Situação', cell: ({ row }) => <SaleStatus {...row.original} /> },
    {
      id: 'card',
      header: 'Cartão',
      cell: ({ row }) => (
        <>
          {row.original.brand ?? 'Cartão'} <span className="soft number">•••• {row.original.last4}</span>
        </>
      ),
    },
    { id: 'installments', header: 'Parcelas', cell: ({ row }) => installmentsText(row.original) },
    textColumn('referenceId', 'Pedido', (row) => row.referenceId),
    textColumn(
      'customer',
      'Cliente',
      (row) => row.customerName ?? (row.customerDocument && documentText(row.customerDocument)),
    ),
    textColumn('personName', 'Loja', (row) => row.personName),
    textColumn('nsu', 'NSU', (row) => row.nsu),
    textColumn('providerReference', 'TID', (row) => row.providerReference),
    textColumn('authorizationCode', 'Autorização', (row) => row.authorizationCode),
    textColumn('provider', 'Adquirente', (row) => row.provider),
    { id: 'capturedAmount', header: 'Capturado', cell: ({ row }) => money(row.original.capturedAmount) },
    { id: 'refundedAmount', header: 'Estornado', cell: ({ row }) => money(row.original.refundedAmount) },
  ];
}

function textColumn(
  id: string,
  header: string,
  textOf: (row: SaleRow) => string | null,
): ListColumn<SaleRow> {
  return {
    id,
    header,
    cell: ({ row }) => {
      const text = textOf(row.original);
      return text === null ? <span className="soft">–</span> : <span title={text}>{text}</span>;
    },
  };
}
