import { Link } from '@tanstack/react-router';
import type { ReceivableRow } from '../../../../../src/panel/receivables/schema.ts';
import { call } from '../../api/call.ts';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { RowCard } from '../../ui/lists/row-card.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { money } from '../../ui/text/format.ts';
import { dayText, PAID_BY_LABELS, RECEIVABLE_LOOKS } from './receivable-words.ts';

const COLUMNS: readonly ListColumn<ReceivableRow>[] = [
  { id: 'due', header: 'Cai em', cell: ({ row }) => dayText(row.original.dueDay) },
  {
    id: 'sale',
    header: 'Venda',
    cell: ({ row: { original } }) => (
      <Link to="/vendas/$id" params={{ id: original.transactionId }}>
        {original.referenceId ?? `de ${dayText(original.captureDay)}`}
      </Link>
    ),
  },
  { id: 'how', header: 'Forma', cell: ({ row }) => howText(row.original) },
  { id: 'provider', header: 'Adquirente', cell: ({ row }) => row.original.provider },
  { id: 'gross', header: 'Bruto', cell: ({ row }) => money(row.original.gross) },
  { id: 'fee', header: 'Taxa', cell: ({ row }) => feeText(row.original) },
  { id: 'net', header: 'Líquido', cell: ({ row }) => <b>{money(row.original.net)}</b> },
  {
    id: 'status',
    header: 'Situação',
    cell: ({ row }) => <Badge {...RECEIVABLE_LOOKS[row.original.status]} />,
  },
];

interface Filter {
  readonly from: string;
  readonly to: string;
  readonly status?: string;
  readonly paidBy?: string;
}

/** The lines of a month, or of a day. */
export function ReceivableLines({
  filter,
  filtered,
}: {
  readonly filter: Filter;
  readonly filtered: boolean;
}) {
  const lines = usePages<ReceivableRow>(['receivables', filter], (page, signal) =>
    call('GET /receivables', { query: { ...page, ...filter }, signal }),
  );
  return (
    <DataList<ReceivableRow>
      caption="Recebimentos, pelo dia em que caem"
      columns={COLUMNS}
      {...lines}
      rowKey={({ transactionId, line }) => `${transactionId} ${line}`}
      filtered={filtered}
      card={(row) => (
        <Link to="/vendas/$id" params={{ id: row.transactionId }}>
          <RowCard
            amount={money(row.net)}
            state={<Badge {...RECEIVABLE_LOOKS[row.status]} />}
            about={[row.referenceId, howText(row), row.provider].filter(Boolean).join(' · ')}
            at={dayText(row.dueDay)}
          />
        </Link>
      )}
      empty={
        <>
          <b>Nada cai neste mês</b>
          <p className="soft">
            Cada venda capturada aparece aqui em poucos segundos, uma linha por parcela, no dia em que deve
            cair na conta.
          </p>
        </>
      }
      nothingFound={<b>Nada com estes filtros</b>}
    />
  );
}

/** `Crédito VISA 2/3` */
function howText({ paidBy, brand, installment, installments }: ReceivableRow): string {
  const part = installments > 1 ? `${installment}/${installments}` : null;
  return [PAID_BY_LABELS[paidBy], brand, part].filter(Boolean).join(' ');
}

function feeText({ fee, feeUnknown }: Pick<ReceivableRow, 'fee' | 'feeUnknown'>): string {
  return feeUnknown ? 'não informada' : money(fee);
}
