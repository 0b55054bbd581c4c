import { Link } from '@tanstack/react-router';
import type { ReconciledLine } from '../../../../../src/panel/reconciliation/schema.ts';
import { call } from '../../api/call.ts';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { RowCard } from '../../ui/lists/row-card.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { money } from '../../ui/text/format.ts';
import { dayText } from '../receivables/receivable-words.ts';
import styles from '../receivables/receivables.module.css';
import { LineActions } from './line-actions.tsx';
import { CLASS_LOOKS, signed } from './reconciliation-words.ts';

const COLUMNS: readonly ListColumn<ReconciledLine>[] = [
  { id: 'day', header: 'Dia', cell: ({ row }) => dayText(row.original.day) },
  { id: 'class', header: 'Resultado', cell: ({ row }) => <Badge {...CLASS_LOOKS[row.original.class]} /> },
  { id: 'what', header: 'O que é', cell: ({ row }) => <What line={row.original} /> },
  { id: 'why', header: 'Explicação', cell: ({ row }) => <Why line={row.original} /> },
  {
    id: 'difference',
    header: 'Diferença',
    cell: ({ row }) => <b>{signed(row.original.difference, money)}</b>,
  },
];

/** Lines of statements, and of ours that no statement has. */
export function ReconciliationLines({ filter }: { readonly filter: { readonly class?: string } }) {
  const lines = usePages<ReconciledLine>(['reconciliation', filter], (page, signal) =>
    call('GET /reconciliation', { query: { ...page, ...filter }, signal }),
  );
  return (
    <DataList<ReconciledLine>
      caption="Linhas de extratos, da mais nova à mais antiga"
      columns={COLUMNS}
      {...lines}
      rowKey={({ id }) => id}
      filtered={filter.class !== undefined}
      card={(line) => (
        <div className={styles.plainCard}>
          <RowCard
            amount={money(line.net)}
            state={<Badge {...CLASS_LOOKS[line.class]} />}
            about={aboutLine(line)}
            at={dayText(line.day)}
          />
          <Why line={line} />
        </div>
      )}
      empty={
        <>
          <b>Nenhum extrato lido ainda</b>
          <p className="soft">Depois da primeira leitura, cada linha aparece aqui com o que se achou dela.</p>
        </>
      }
      nothingFound={<b>Nada com este resultado</b>}
    />
  );
}

/** The amount of a line stands above it: here only by how much it differs. */
function aboutLine({ what, provider, difference }: ReconciledLine): string {
  const differs = difference === 0 ? [] : [`diferença ${signed(difference, money)}`];
  return [what, provider, ...differs].join(' · ');
}

function What({ line }: { readonly line: ReconciledLine }) {
  if (line.transactionId === null) return `${line.what} · ${line.provider}`;
  return (
    <Link to="/vendas/$id" params={{ id: line.transactionId }}>
      {line.what}
    </Link>
  );
}

function Why({ line }: { readonly line: ReconciledLine }) {
  return (
    <div>
      <p>{line.explanation}</p>
      {line.advice !== null && <p className="soft">{line.advice}</p>}
      {line.revision > 0 && <p className="soft">A adquirente corrigiu esta linha.</p>}
      {line.note !== null && <p>Anotação: {line.note}</p>}
      <LineActions line={line} />
    </div>
  );
}
