import { NativeSelect } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { BankLineRow } from '../../../../../src/panel/bank-statements/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { RowCard } from '../../ui/lists/row-card.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { money } from '../../ui/text/format.ts';
import { BankUpload } from '../receivables/bank-upload.tsx';
import { dayText } from '../receivables/receivable-words.ts';
import styles from '../receivables/receivables.module.css';
import { BANK_LINE_LOOKS, readBankLinesSearch } from './bank-lines-search.ts';

const COLUMNS: readonly ListColumn<BankLineRow>[] = [
  { id: 'day', header: 'Dia', cell: ({ row }) => dayText(row.original.day) },
  { id: 'memo', header: 'O que o banco diz', cell: ({ row }) => row.original.memo || 'sem texto' },
  { id: 'account', header: 'Conta', cell: ({ row }) => row.original.account },
  {
    id: 'class',
    header: 'O que é',
    cell: ({ row }) => (
      <>
        <Badge {...BANK_LINE_LOOKS[row.original.class]} />
        <PayoutLinks row={row.original} />
      </>
    ),
  },
  { id: 'amount', header: 'Valor', cell: ({ row }) => <b>{money(row.original.amount)}</b> },
];

/** The lines of the bank's statements, each with the payments of acquirers that are in it. */
export function BankLinesScreen() {
  const { classe } = useSearch({ from: '/inside/recebimentos/banco' });
  const navigate = useNavigate({ from: '/recebimentos/banco' });
  const mayUpload = useMay('sales.refund');
  const filter = classe === undefined ? {} : { class: classe };
  const lines = usePages<BankLineRow>(['bank-lines', filter], (page, signal) =>
    call('GET /bank-statements/lines', { query: { ...page, ...filter }, signal }),
  );
  return (
    <>
      <ScreenHead title="Extrato do banco">
        <Link to="/recebimentos">Voltar aos recebimentos</Link>
        {mayUpload && <BankUpload />}
      </ScreenHead>
      <div className={styles.stack}>
        <NativeSelect
          aria-label="O que é"
          value={classe ?? ''}
          data={[
            { value: '', label: 'Tudo' },
            ...Object.entries(BANK_LINE_LOOKS).map(([value, { label }]) => ({ value, label })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            navigate({ search: readBankLinesSearch({ classe: value }), replace: true })
          }
        />
        <DataList<BankLineRow>
          caption="Linhas do extrato do banco, da mais nova à mais antiga"
          columns={COLUMNS}
          {...lines}
          rowKey={({ id }) => id}
          filtered={classe !== undefined}
          card={(row) => (
            <div className={styles.plainCard}>
              <RowCard
                amount={money(row.amount)}
                state={<Badge {...BANK_LINE_LOOKS[row.class]} />}
                about={[row.memo, row.account].filter(Boolean).join(' · ')}
                at={dayText(row.day)}
              />
              <PayoutLinks row={row} />
            </div>
          )}
          empty={
            <>
              <b>Nenhum extrato do banco ainda</b>
              <p className="soft">
                Baixe o extrato em OFX no site do banco e envie aqui: cada entrada é comparada com o que as
                adquirentes dizem que pagaram.
              </p>
            </>
          }
          nothingFound={<b>Nada deste tipo</b>}
        />
      </div>
    </>
  );
}

/** The payments that came in with the line. */
function PayoutLinks({ row }: { readonly row: BankLineRow }) {
  return row.payouts.map(({ accountId, payoutId }) => (
    <p key={`${accountId} ${payoutId}`}>
      <Link to="/conciliacao/pagamentos/$id" params={{ id: payoutId }} search={{ conta: accountId }}>
        Ver o pagamento {payoutId}
      </Link>
    </p>
  ));
}
