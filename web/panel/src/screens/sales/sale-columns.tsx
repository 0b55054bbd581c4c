import { Link } from '@tanstack/react-router';
import type { SaleRow } from '../../../../../src/panel/sales/schema.ts';
import { authorizedNote } from '../../ui/feedback/authorized-note.ts';
import { Kind } from '../../ui/feedback/kind.tsx';
import { KIND_NAMES } from '../../ui/feedback/kind-names.ts';
import { SaleStatus } from '../../ui/feedback/status.tsx';
import type { ListColumn } from '../../ui/lists/data-list.tsx';
import { documentText, type LocalFormats, money } from '../../ui/text/format.ts';

/** The columns of the column chooser, in this order; the first cannot be hidden. */
export const SALE_COLUMNS = [
  { id: 'createdAt', label: 'Data', usual: true },
  { id: 'amount', label: 'Valor', usual: true },
  { id: 'status', label: 'Situação', usual: true },
  { id: 'card', label: 'Pagamento', usual: true },
  { id: 'installments', label: 'Parcelas', usual: true },
  { id: 'referenceId', label: 'Pedido', usual: true },
  { id: 'customer', label: 'Cliente', usual: true },
  { id: 'terminalName', label: 'Terminal', usual: false },
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

export function cardText({
  brand,
  last4,
  method,
  kind,
}: Pick<SaleRow, 'brand' | 'last4' | 'method' | 'kind'>): string {
  if (method !== null) return method;
  if (kind === 'pix' || kind === 'bankSlip') return KIND_NAMES[kind];
  return [brand ?? 'Cartão', last4].filter(Boolean).join(' ');
}

/** Sales of tills that no transaction charges have a page of their own. */
export function pageOf({ id, method }: Pick<SaleRow, 'id' | 'method'>) {
  return { to: method === null ? '/vendas/$id' : '/caixa/vendas/$id', params: { id } } as const;
}

/** The card, or what else it was paid by at a till. */
function Payment({ sale: { brand, last4, method, tillSaleId, kind } }: { readonly sale: SaleRow }) {
  if (method !== null)
    return (
      <Kind kind={kind}>
        <span title={brand ?? undefined}>{method}</span>
      </Kind>
    );
  return (
    <Kind kind={kind}>
      {kind === 'pix' || kind === 'bankSlip' ? KIND_NAMES[kind] : (brand ?? 'Cartão')}
      {last4 !== null && <span className="soft number"> •••• {last4}</span>}
      {tillSaleId !== null && <span className="soft"> · caixa</span>}
    </Kind>
  );
}

function Value({ sale }: { readonly sale: SaleRow }) {
  const authorized = authorizedNote(sale);
  return (
    <>
      <b>{money(sale.value)}</b>
      {authorized !== null && <small className="soft"> {authorized}</small>}
    </>
  );
}

/** The columns of the list; dates in the service's time zone. */
export function saleColumns(formats: LocalFormats): readonly ListColumn<SaleRow>[] {
  return [
    {
      id: 'createdAt',
      header: 'Data',
      cell: ({ row }) => (
        <Link {...pageOf(row.original)} className="number">
          {formats.short(row.original.createdAt)}
        </Link>
      ),
    },
    { id: 'amount', header: 'Valor', cell: ({ row }) => <Value sale={row.original} /> },
    { id: 'status', header: 'Situação', cell: ({ row }) => <SaleStatus {...row.original} /> },
    {
      id: 'card',
      header: 'Pagamento',
      cell: ({ row }) => <Payment sale={row.original} />,
    },
    { id: 'installments', header: 'Parcelas', cell: ({ row }) => installmentsText(row.original) },
    textColumn('referenceId', 'Pedido', (row) => row.referenceId),
    textColumn(
      'customer',
      'Cliente',
      (row) => row.customerName ?? (row.customerDocument && documentText(row.customerDocument)),
    ),
    textColumn('terminalName', 'Terminal', (row) => row.terminalName),
    textColumn('personName', 'Loja', (row) => row.personName),
    textColumn('nsu', 'NSU', (row) => row.nsu),
    textColumn('providerReference', 'TID', (row) => row.providerReference),
    textColumn('authorizationCode', 'Autorização', (row) => row.authorizationCode),
    textColumn('provider', 'Adquirente', (row) => row.provider || null),
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
